package io.forja.jobs.delete;

import io.forja.core.job.Job;
import io.forja.core.job.JobContext;
import io.forja.core.job.JobPreview;
import io.forja.core.job.JobResult;
import io.forja.core.job.RowChanges;
import io.forja.jobs.delta.Lakehouse;
import io.forja.jobs.rows.DeleteCommand;
import io.forja.jobs.rows.EditAttempt;
import io.forja.jobs.rows.EditedTable;
import java.util.List;
import java.util.Optional;

/** Delta's DELETE, one commit; run again after it, the job finds it and deletes nothing. */
public final class DeleteJob implements Job {

    private final DeleteDefinition definition;
    private final Lakehouse lakehouse;

    public DeleteJob(DeleteDefinition definition, Lakehouse lakehouse) {
        this.definition = definition;
        this.lakehouse = lakehouse;
    }

    @Override
    public JobResult run(JobContext context) throws Exception {
        return new EditAttempt(lakehouse, context, definition.table()).run((session, target) -> delete(target));
    }

    private DeleteCommand delete(EditedTable target) {
        return new DeleteCommand(target.rowsWhere(definition.where()));
    }

    @Override
    public Optional<JobPreview> preview(JobContext context) throws Exception {
        return new EditAttempt(lakehouse, context, definition.table()).preview((session, target) -> {
            long rows = EditedTable.count(target.rows(), delete(target).where());
            return new JobPreview(target.name(), new RowChanges(0, 0, rows),
                    List.of("the table has " + target.rows().count() + " rows"));
        });
    }
}

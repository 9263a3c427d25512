package io.forja.jobs.delete;

import io.delta.tables.DeltaTable;
import io.forja.core.job.Job;
import io.forja.core.job.JobContext;
import io.forja.core.job.JobPreview;
import io.forja.core.job.JobResult;
import io.forja.core.job.RowChanges;
import io.forja.core.job.RowCounts;
import io.forja.jobs.delta.Lakehouse;
import io.forja.jobs.delta.TableEdit;
import io.forja.jobs.rows.EditAttempt;
import io.forja.jobs.rows.EditedTable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Delta's DELETE, one commit; run again after it, the job finds it and deletes nothing. */
public final class DeleteJob implements Job {

    private final DeleteDefinition definition;
    private final Lakehouse lakehouse;

    public DeleteJob(DeleteDefinition definition, Lakehouse lakehouse) {
        this.definition = definition;
        this.lakehouse = lakehouse;
    }

    /** @param where the rows that go */
    private record Delete(Column where) implements TableEdit.Command {

        @Override
        public void run(DeltaTable table) {
            table.as(EditedTable.TARGET).delete(where);
        }

        @Override
        public TableEdit.Outcome outcome(Map<String, String> metrics, Supplier<Dataset<Row>> before) {
            // Whole files without statistics go uncounted.
            String counted = metrics.get("numDeletedRows");
            long deleted = counted == null ? EditedTable.count(before.get(), where) : Long.parseLong(counted);
            return new TableEdit.Outcome(new RowChanges(0, 0, deleted), new RowCounts(deleted, 0, 0, 0, deleted));
        }
    }

    @Override
    public JobResult run(JobContext context) throws Exception {
        return new EditAttempt(lakehouse, context, definition.table()).run((session, target) -> delete(target));
    }

    private Delete delete(EditedTable target) {
        return new Delete(target.rowsWhere(definition.where()));
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

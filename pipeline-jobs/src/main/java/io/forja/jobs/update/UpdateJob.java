package io.forja.jobs.update;

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

/** Delta's UPDATE, one commit; run again after it, the job finds it and changes nothing. */
public final class UpdateJob implements Job {

    private final UpdateDefinition definition;
    private final Lakehouse lakehouse;

    public UpdateJob(UpdateDefinition definition, Lakehouse lakehouse) {
        this.definition = definition;
        this.lakehouse = lakehouse;
    }

    /** @param where the rows that are changed */
    private record Update(Column where, Map<String, Column> set) implements TableEdit.Command {

        @Override
        public void run(DeltaTable table) {
            table.as(EditedTable.TARGET).update(where, set);
        }

        @Override
        public TableEdit.Outcome outcome(Map<String, String> metrics, Supplier<Dataset<Row>> before) {
            long updated = Long.parseLong(metrics.getOrDefault("numUpdatedRows", "0"));
            return new TableEdit.Outcome(new RowChanges(0, updated, 0), RowCounts.copied(updated));
        }
    }

    @Override
    public JobResult run(JobContext context) throws Exception {
        return new EditAttempt(lakehouse, context, definition.table()).run((session, target) -> update(target));
    }

    private Update update(EditedTable target) {
        return new Update(target.rowsWhere(definition.where()),
                target.set("set", definition.set(), target.expressions()));
    }

    @Override
    public Optional<JobPreview> preview(JobContext context) throws Exception {
        return new EditAttempt(lakehouse, context, definition.table()).preview((session, target) -> {
            long rows = EditedTable.count(target.rows(), update(target).where());
            return new JobPreview(target.name(), new RowChanges(0, rows, 0),
                    List.of("the table has " + target.rows().count() + " rows"));
        });
    }
}

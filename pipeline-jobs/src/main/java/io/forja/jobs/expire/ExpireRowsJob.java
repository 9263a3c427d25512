package io.forja.jobs.expire;

import io.forja.core.job.Job;
import io.forja.core.job.JobContext;
import io.forja.core.job.JobPreview;
import io.forja.core.job.JobResult;
import io.forja.core.job.RowChanges;
import io.forja.core.job.RowCounts;
import io.forja.core.problem.ForjaException;
import io.forja.jobs.delta.Lakehouse;
import io.forja.jobs.rows.DeleteCommand;
import io.forja.jobs.rows.EditAttempt;
import io.forja.jobs.rows.EditedTable;
import io.forja.jobs.rows.Expressions;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;

/** Delta's DELETE of old rows, one commit; run again after it, the job finds it and deletes nothing. */
final class ExpireRowsJob implements Job {

    private final ExpireRows definition;
    private final Lakehouse lakehouse;

    ExpireRowsJob(ExpireRows definition, Lakehouse lakehouse) {
        this.definition = definition;
        this.lakehouse = lakehouse;
    }

    @Override
    public JobResult run(JobContext context) throws Exception {
        if (definition.dryRun()) {
            JobPreview told = preview(context).orElseThrow();
            return new JobResult(RowCounts.NONE, List.of(), told.notes());
        }
        List<String> notes = new ArrayList<>();
        JobResult result = attempt(context).run((session, target) -> {
            DeleteCommand delete = new DeleteCommand(old(target, context));
            notes.addAll(undated(target));
            return delete;
        });
        return result.withNotesFirst(notes);
    }

    private EditAttempt attempt(JobContext context) {
        return new EditAttempt(lakehouse, context, definition.rows());
    }

    /** The rows that are older. NULL is not. */
    private Column old(EditedTable target, JobContext context) {
        Instant limit = context.logicalTime().minus(definition.olderThan());
        StructField field = field(target);
        DataType type = field.dataType();
        if (type.equals(DataTypes.DateType)) {
            // A day is old once all of it is.
            return column(field).lt(functions.lit(Date.valueOf(limit.atZone(ZoneOffset.UTC).toLocalDate())));
        }
        if (!type.equals(DataTypes.TimestampType) && !type.equals(DataTypes.TimestampNTZType)) {
            throw ForjaException.permanent("column: " + field.name() + " is " + type.catalogString()
                    + ", and neither a date nor a timestamp", "name a column that is, or use delete with a condition");
        }
        return column(field).lt(functions.lit(Timestamp.from(limit)).cast(type));
    }

    private StructField field(EditedTable target) {
        return target.column("column", definition.column());
    }

    private static Column column(StructField field) {
        return functions.col(Expressions.quoted(field.name()));
    }

    /** Rows whose age nobody knows. */
    private List<String> undated(EditedTable target) {
        StructField field = field(target);
        long undated = EditedTable.count(target.rows(), column(field).isNull());
        return undated == 0 ? List.of() : List.of(count(undated) + " without " + field.name() + ": kept");
    }

    private static String count(long rows) {
        return rows + (rows == 1 ? " row" : " rows");
    }

    @Override
    public Optional<JobPreview> preview(JobContext context) throws Exception {
        return attempt(context).preview((session, target) -> {
            long rows = EditedTable.count(target.rows(), old(target, context));
            List<String> notes = new ArrayList<>(List.of("would delete " + count(rows) + " of "
                    + target.rows().count()));
            notes.addAll(undated(target));
            return new JobPreview(target.name(), new RowChanges(0, 0, rows), notes);
        });
    }
}

package io.forja.jobs.rows;

import io.delta.tables.DeltaTable;
import io.forja.core.job.RowChanges;
import io.forja.core.job.RowCounts;
import io.forja.jobs.delta.TableEdit;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Delta's DELETE. The rows count as read and filtered.
 *
 * @param where the rows that go
 */
public record DeleteCommand(Column where) implements TableEdit.Command {

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

package io.forja.jobs.merge;

import io.delta.tables.DeltaMergeBuilder;
import io.delta.tables.DeltaTable;
import io.forja.core.job.RowChanges;
import io.forja.core.job.RowCounts;
import io.forja.jobs.delta.TableEdit;
import io.forja.jobs.merge.MergePlan.Action;
import io.forja.jobs.rows.EditedTable;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Delta's MERGE of a source that was read. */
record Merge(MergePlan plan, MergeSource source) implements TableEdit.Command {

    /** The source is kept already; Delta need not keep it once more. */
    private static final String MATERIALIZE = "spark.databricks.delta.merge.materializeSource";

    static void keepNoCopy(SparkSession spark) {
        spark.conf().set(MATERIALIZE, "none");
    }

    @Override
    public void run(DeltaTable table) {
        keepNoCopy(source.rows().sparkSession());
        DeltaMergeBuilder merge = table.as(EditedTable.TARGET).merge(source.rows().as(MergePlan.SOURCE), plan.on());
        for (Action action : plan.matched()) {
            var when = action.when() == null ? merge.whenMatched() : merge.whenMatched(action.when());
            merge = action.set() == null ? when.delete() : when.update(action.set());
        }
        for (Action action : plan.notMatched()) {
            var when = action.when() == null ? merge.whenNotMatched() : merge.whenNotMatched(action.when());
            merge = when.insert(action.set());
        }
        for (Action action : plan.notMatchedBySource()) {
            var when = action.when() == null
                    ? merge.whenNotMatchedBySource() : merge.whenNotMatchedBySource(action.when());
            merge = action.set() == null ? when.delete() : when.update(action.set());
        }
        merge.execute();
    }

    @Override
    public TableEdit.Outcome outcome(Map<String, String> metrics, Supplier<Dataset<Row>> before) {
        RowChanges changes = changes(metrics);
        long read = source.count();
        long taken = plan.taken(source.rows(), read, changes.inserted(), before);
        return new TableEdit.Outcome(changes, new RowCounts(read, taken, 0, 0, read - taken));
    }

    /** What became of the table's rows, as Delta counts them. */
    static RowChanges changes(Map<String, String> metrics) {
        return new RowChanges(number(metrics, "numTargetRowsInserted"), number(metrics, "numTargetRowsUpdated"),
                number(metrics, "numTargetRowsDeleted"));
    }

    private static long number(Map<String, String> metrics, String name) {
        return Long.parseLong(metrics.getOrDefault(name, "0"));
    }

    @Override
    public void close() {
        source.close();
    }
}

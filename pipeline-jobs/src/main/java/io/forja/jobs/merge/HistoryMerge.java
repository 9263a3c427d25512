package io.forja.jobs.merge;

import io.delta.tables.DeltaTable;
import io.forja.core.job.RowChanges;
import io.forja.core.job.RowCounts;
import io.forja.core.problem.ForjaException;
import io.forja.jobs.delta.TableEdit;
import io.forja.jobs.rows.EditedTable;
import io.forja.jobs.rows.Expressions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.jspecify.annotations.Nullable;

/**
 * Delta's MERGE of the versions that a source changes in a history. They follow from what the table has, and so another
 * writer in between is a conflict.
 */
final class HistoryMerge implements TableEdit.Derived {

    private static final int NAMED = 10;

    private final HistoryPlan plan;
    private final MergeSource source;
    private @Nullable KeptRows changes;

    HistoryMerge(HistoryPlan plan, MergeSource source) {
        this.plan = plan;
        this.source = source;
    }

    /**
     * @throws ForjaException when the source says other values for a time than the table, naming up to ten
     */
    @Override
    public void look(Dataset<Row> table) {
        release();
        changes = KeptRows.of(new Timeline(plan).changes(source.rows(), table));
        requireNoConflict();
    }

    private Dataset<Row> changes(String kind) {
        return changes().where(functions.col(Timeline.CHANGE).equalTo(kind));
    }

    private Dataset<Row> changes() {
        if (changes == null) {
            throw new IllegalStateException("the table was not looked at");
        }
        return changes.rows();
    }

    private void requireNoConflict() {
        List<String> named = Stream.concat(plan.definition().key().stream(), Stream.of(Timeline.FROM)).toList();
        List<Row> conflicts = changes(Timeline.CONFLICT).select(HistoryPlan.columns(named))
                .orderBy(HistoryPlan.columns(named)).takeAsList(NAMED + 1);
        if (!conflicts.isEmpty()) {
            throw ForjaException.permanent("validFrom: the source has other values than the table for one key and time ("
                    + conflicts.stream().limit(NAMED).map(row -> Stream.iterate(0, i -> i + 1).limit(named.size())
                            .map(i -> named.get(i) + " = " + row.get(i)).collect(Collectors.joining(", ")))
                            .collect(Collectors.joining("; "))
                    + (conflicts.size() > NAMED ? "; and more" : "") + ")",
                    "give a corrected row a time of its own, or update the table where it is wrong");
        }
    }

    @Override
    public void run(DeltaTable table) {
        if (changes().isEmpty()) {
            return;
        }
        Merge.keepNoCopy(changes().sparkSession());
        Column on = Stream.concat(plan.definition().key().stream(), Stream.of(Timeline.FROM))
                .map(name -> MergePlan.column(EditedTable.TARGET, name)
                        .equalTo(MergePlan.column(MergePlan.SOURCE, name)))
                .reduce(Column::and).orElseThrow();
        table.as(EditedTable.TARGET).merge(changes().as(MergePlan.SOURCE), on)
                .whenMatched(MergePlan.column(MergePlan.SOURCE, Timeline.CHANGE).equalTo(Timeline.DELETE)).delete()
                .whenMatched().update(all())
                .whenNotMatched().insert(all())
                .execute();
    }

    private Map<String, Column> all() {
        Map<String, Column> set = new LinkedHashMap<>();
        Stream.concat(plan.columns().stream(), Stream.of(Timeline.COLUMNS.fieldNames()))
                .forEach(name -> set.put(Expressions.quoted(name), MergePlan.column(MergePlan.SOURCE, name)));
        return set;
    }

    @Override
    public TableEdit.Outcome outcome(Map<String, String> metrics, Supplier<Dataset<Row>> before) {
        RowChanges made = Merge.changes(metrics);
        long read = source.rows().agg(functions.coalesce(functions.sum(HistoryPlan.COPIES), functions.lit(0L)))
                .first().getLong(0);
        // A row that is late for a key that comes back makes two versions.
        long written = changes().where(functions.col(Timeline.CHANGE).isin(Timeline.INSERT, Timeline.UPDATE))
                .where(functions.col(HistoryPlan.ROW).isNotNull()).select(HistoryPlan.ROW).distinct().count();
        long distinct = source.count();
        return new TableEdit.Outcome(made, new RowCounts(read, written, 0, read - distinct, distinct - written));
    }

    private void release() {
        if (changes != null) {
            changes.close();
            changes = null;
        }
    }

    @Override
    public void close() {
        release();
        source.close();
    }
}

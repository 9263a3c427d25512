package io.forja.jobs.merge;

import io.forja.core.job.JobContext;
import io.forja.core.problem.ForjaException;
import io.forja.jobs.rows.Exit;
import io.forja.jobs.rows.RowFlow;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

/**
 * The rows of a table that a merge makes.
 *
 * @param source what was read
 * @param flow the rows on their way to the table
 */
record FirstRows(MergeSource source, RowFlow flow) implements AutoCloseable {

    /**
     * @throws ForjaException when a row has no key, or two have the same
     */
    static FirstRows read(MergeDefinition definition, Dataset<Row> source, JobContext context) {
        if (definition.history()) {
            HistoryPlan plan = HistoryPlan.ofNew(definition, source, context.logicalTime());
            MergeSource once = plan.read();
            return new FirstRows(once, versions(plan, once));
        }
        MergePlan.requireKey(definition, List.of(source.columns()), "the source");
        MergeSource once = MergeSource.read(source, definition.key());
        return new FirstRows(once, new RowFlow(once.rows()));
    }

    /** Every row of the source, the copies of one leaving as such. */
    private static RowFlow versions(HistoryPlan plan, MergeSource once) {
        RowFlow flow = new RowFlow(new Timeline(plan).first(once.rows())
                .withColumn(HistoryPlan.ROW, functions.explode(functions.expr("sequence(1L, " + HistoryPlan.COPIES + ")")))
                .drop(HistoryPlan.COPIES));
        flow.exit(new Exit(Exit.Kind.DEDUPLICATED, "history", null, "the source has the row more than once"),
                functions.col(HistoryPlan.ROW).gt(1));
        flow.select(Stream.concat(plan.columns().stream(), Stream.of(Timeline.COLUMNS.fieldNames())).toList());
        return flow;
    }

    @Override
    public void close() {
        source.close();
    }
}

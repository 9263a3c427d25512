package io.forja.jobs.clean;

import io.forja.jobs.TestLake;
import io.forja.jobs.delta.Scala;
import io.forja.jobs.rows.Expressions;
import io.forja.jobs.rows.RowFlow;
import io.forja.jobs.source.SourceRows;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.functions;

/**
 * The steps of a {@code clean} job over rows at hand, without a table.
 *
 * @param survivors the rows that stay, each as its values with commas between, sorted
 * @param left how many rows left by each exit, in the order in which the steps make exits
 * @param projections by how many projections the steps set columns
 */
record LocalClean(List<String> survivors, Map<Integer, Integer> left, int projections) {

    /** However few the rows are and however many of them repeat. */
    private static final RepeatedKeys ALWAYS = new RepeatedKeys(0, 1);
    private static final String EXIT = "_forja_exit";

    /** @param steps a list in YAML */
    static LocalClean of(Dataset<Row> rows, String steps) {
        CleanDefinition definition = (CleanDefinition) TestLake.definition("""
                clean:
                  from: bronze.nada
                  steps:
                %s
                  rejects: silver.rejeitados
                  into: {table: silver.limpo}
                """.formatted(steps.strip().indent(4)));
        // As in a job: an expression takes its rules from the session of the thread that makes it.
        SparkSession.setActiveSession(rows.sparkSession());
        RowFlow flow = new Steps(new SourceRows(rows, Set.of(), true, List.of()), definition, ALWAYS).taken();
        boolean exits = Arrays.asList(flow.rows().columns()).contains(EXIT);
        Column[] columns = flow.columns().stream().map(name -> functions.col(Expressions.quoted(name))).toArray(Column[]::new);
        List<Row> all = flow.rows()
                .select(exits ? functions.col(EXIT) : functions.lit(null).cast("int"), functions.struct(columns))
                .collectAsList();
        Map<Integer, Integer> left = new TreeMap<>();
        all.stream().filter(row -> !row.isNullAt(0)).forEach(row -> left.merge(row.getInt(0), 1, Integer::sum));
        return new LocalClean(
                all.stream().filter(row -> row.isNullAt(0)).map(row -> row.getStruct(1).mkString(",")).sorted().toList(),
                left, projections(flow.rows().queryExecution().analyzed()));
    }

    private static int projections(LogicalPlan rows) {
        return (rows instanceof Project ? 1 : 0)
                + Scala.list(rows.children()).stream().mapToInt(LocalClean::projections).sum();
    }
}

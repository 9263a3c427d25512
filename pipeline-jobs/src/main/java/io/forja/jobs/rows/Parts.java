package io.forja.jobs.rows;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.trees.TreePattern;
import org.apache.spark.sql.functions;

/**
 * The rows of a flow, in parts where some of them take work that the others go past. All parts have the same columns in
 * the same order. A step on each part needs no pass over their union, for which Spark copies every row. Used by one
 * thread.
 */
final class Parts {

    private List<Dataset<Row>> parts;

    Parts(Dataset<Row> whole) {
        parts = List.of(whole);
    }

    List<Dataset<Row>> all() {
        return parts;
    }

    /** One of them, to ask for the columns and their types. */
    Dataset<Row> any() {
        return parts.get(0);
    }

    Dataset<Row> union() {
        return parts.stream().reduce(Dataset::union).orElseThrow();
    }

    /** A column by its name; of a type that can be asked for while there is one part alone. */
    Column column(String name) {
        return parts.size() == 1 ? any().col(Expressions.quoted(name)) : functions.col(Expressions.quoted(name));
    }

    void each(UnaryOperator<Dataset<Row>> step) {
        parts = parts.stream().map(step).toList();
    }

    void set(String column, Column value) {
        if (parts.size() > 1 && !isOfEachRow(any().withColumn(column, value).queryExecution().analyzed())) {
            together();
        }
        each(part -> part.withColumn(column, value));
    }

    /** @param names from the name that is to the name that will be, all at once */
    void rename(Map<String, String> names) {
        each(part -> part.select(Arrays.stream(part.columns())
                .map(name -> part.col(Expressions.quoted(name)).as(names.getOrDefault(name, name)))
                .toArray(Column[]::new)));
    }

    /** False where values depend on other rows, or on how many rows there were before: a window, a running number. */
    private static boolean isOfEachRow(LogicalPlan rows) {
        return rows.deterministic() && !rows.containsPattern(TreePattern.WINDOW());
    }

    /** Makes one part of them, for a step that looks at several rows at once. */
    void together() {
        parts = List.of(union());
    }

    /**
     * Gives some rows another way than the others; the others are the first part from then on.
     *
     * @param where never NULL, and the same at each evaluation
     */
    void split(Column where, UnaryOperator<Dataset<Row>> some, UnaryOperator<Dataset<Row>> others) {
        Dataset<Row> whole = union();
        parts = List.of(others.apply(whole.filter(functions.not(where))), some.apply(whole.filter(where)));
    }
}

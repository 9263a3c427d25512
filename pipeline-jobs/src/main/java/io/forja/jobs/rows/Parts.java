package io.forja.jobs.rows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.trees.TreePattern;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;

/**
 * The rows of a flow, in parts where some of them take work that the others go past. All parts have the same columns in
 * the same order. A step on each part needs no pass over their union, for which Spark copies every row. Values that are
 * set at once wait until someone looks, or all of them are there. Used by one thread.
 */
final class Parts {

    private List<Dataset<Row>> parts;
    /** By the column to set, the alternatives for its value: the first that is not NULL counts. */
    private final Map<String, List<Column>> waiting = new LinkedHashMap<>();
    private boolean atOnce;

    Parts(Dataset<Row> whole) {
        parts = List.of(whole);
    }

    List<Dataset<Row>> all() {
        apply();
        return parts;
    }

    /** One of them, to ask for the columns and their types. */
    Dataset<Row> any() {
        return all().get(0);
    }

    Dataset<Row> union() {
        return all().stream().reduce(Dataset::union).orElseThrow();
    }

    /** A column by its name; of a type that can be asked for while there is one part alone, and nothing is set at once. */
    Column column(String name) {
        Dataset<Row> rows = with(name);
        // Spark goes through all columns to find one of a type.
        return parts.size() == 1 && !atOnce ? rows.col(Expressions.quoted(name))
                : functions.col(Expressions.quoted(name));
    }

    DataType type(String name) {
        return with(name).schema().apply(name).dataType();
    }

    /** One of the parts, in which a column has the value that was set last. */
    private Dataset<Row> with(String column) {
        return waiting.containsKey(column) ? any() : parts.get(0);
    }

    /** False for a column that waits to be added. */
    boolean has(String column) {
        return List.of(parts.get(0).columns()).contains(column);
    }

    void each(UnaryOperator<Dataset<Row>> step) {
        parts = all().stream().map(step).toList();
    }

    void set(String column, Column value) {
        waiting.put(column, List.of(value));
        applyUnlessAtOnce();
    }

    /** Sets a column, which may be new, in the rows in which it is NULL. */
    void fill(String column, Column value) {
        waiting.computeIfAbsent(column, absent ->
                new ArrayList<>(has(column) ? List.of(functions.col(Expressions.quoted(column))) : List.of())).add(value);
        applyUnlessAtOnce();
    }

    /** Sets what a step sets in one projection: Spark analyses the whole query anew for each. */
    void atOnce(Runnable step) {
        atOnce = true;
        try {
            step.run();
        } finally {
            atOnce = false;
        }
        apply();
    }

    private void applyUnlessAtOnce() {
        if (!atOnce) {
            apply();
        }
    }

    private void apply() {
        if (waiting.isEmpty()) {
            return;
        }
        Map<String, Column> values = new LinkedHashMap<>();
        waiting.forEach((column, alternatives) -> values.put(column, alternatives.size() == 1 ? alternatives.get(0)
                : functions.coalesce(alternatives.toArray(Column[]::new))));
        waiting.clear();
        if (parts.size() > 1 && !isOfEachRow(any().withColumns(values).queryExecution().analyzed())) {
            together();
        }
        each(part -> part.withColumns(values));
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

package io.forja.jobs.rows;

import io.forja.core.problem.ForjaException;
import io.forja.core.problem.Suggestion;
import io.forja.jobs.delta.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.jspecify.annotations.Nullable;

/**
 * A dataset under transformation whose rows are all accounted for. A row that leaves is only marked with its exit;
 * marked rows take no part in later steps and are taken out, counted and kept at the very end, so that one query does
 * it all. The values that a row came with stay at hand for the rejects table.
 *
 * <p>Used by one thread; describes a query and runs nothing.
 */
public final class RowFlow {

    static final String HIDDEN = "_forja_";
    static final String EXIT = HIDDEN + "exit";

    private final List<Exit> exits = new ArrayList<>();
    /** For each exit the column whose value is at fault, as it came if it came with the rows. */
    private final List<@Nullable String> culprits = new ArrayList<>();
    /** Where the value that each column came with is now. */
    private final Map<String, String> origins = new LinkedHashMap<>();
    private final List<String> columns = new ArrayList<>();
    private final Map<String, String> tallies = new LinkedHashMap<>();
    private Dataset<Row> rows;

    public RowFlow(Dataset<Row> source) {
        rows = source;
        for (String column : source.columns()) {
            columns.add(column);
            origins.put(column, column);
        }
    }

    /** The columns as the steps so far left them. */
    public List<String> columns() {
        return List.copyOf(columns);
    }

    /** The rows with the marks, for building expressions. */
    public Dataset<Row> rows() {
        return rows;
    }

    /**
     * The column by its name, case aside.
     *
     * @throws ForjaException when there is none
     */
    public String resolve(String name) {
        return columns.stream().filter(column -> column.equals(name)).findFirst()
                .or(() -> columns.stream().filter(column -> column.equalsIgnoreCase(name)).findFirst())
                .orElseThrow(() -> ForjaException.permanent("there is no column \"" + name + "\"",
                        Suggestion.closest(name, columns).map(near -> "did you mean \"" + near + "\"?")
                                .orElse("the columns are " + String.join(", ", columns))));
    }

    public Column column(String name) {
        return rows.col(quoted(resolve(name)));
    }

    public DataType type(String name) {
        return rows.schema().apply(resolve(name)).dataType();
    }

    /** True for the rows that no step has taken out yet. */
    public Column alive() {
        return exits.isEmpty() ? functions.lit(true) : functions.col(EXIT).isNull();
    }

    /** Marks the rows for which a condition is true as leaving. */
    public void exit(Exit exit, Column when) {
        culprits.add(exit.column() == null || !exit.keepsRow() ? null : culprit(exit.column()));
        Column mark = functions.lit(exits.size());
        Column marked = exits.isEmpty()
                ? functions.when(when, mark)
                : functions.when(functions.col(EXIT).isNull().and(when), mark).otherwise(functions.col(EXIT));
        rows = rows.withColumn(EXIT, marked);
        exits.add(exit);
    }

    private String culprit(String name) {
        String column = resolve(name);
        return origins.entrySet().stream().filter(entry -> entry.getValue().equals(column)).map(Map.Entry::getKey)
                .findFirst()
                .orElseGet(() -> {
                    String made = HIDDEN + "fault_" + exits.size();
                    rows = rows.withColumn(made, functions.col(quoted(column)));
                    origins.put(made, made);
                    return made;
                });
    }

    /**
     * Rules that every row still in the flow has to meet; a row for which one is not true (NULL is not) fails the job.
     *
     * @throws ForjaException when a rule is no condition over the columns
     */
    public void expect(List<String> rules) {
        for (int i = 0; i < rules.size(); i++) {
            String rule = rules.get(i);
            try {
                exit(new Exit(Exit.Kind.FAILED, "expect", null, "\"" + rule + "\" is not true"), isNotTrue(rule));
            } catch (Exception e) {
                // Spark throws its AnalysisException, a checked one, without saying so.
                throw new ForjaException("expect[" + i + "]: " + Statement.sentence(e),
                        "check the SQL and the names of the columns", false, e);
            }
        }
    }

    /** A condition as SQL, turned around: true where it is false or NULL. */
    public static Column isNotTrue(String condition) {
        return functions.not(functions.coalesce(functions.expr(condition).cast("boolean"), functions.lit(false)));
    }

    /** Gives a column new values; what it came with stays at hand. */
    public void replace(String name, Column value) {
        String column = resolve(name);
        keepOrigin(column);
        rows = rows.withColumn(column, value);
    }

    public void add(String name, Column value) {
        if (columns.stream().anyMatch(name::equalsIgnoreCase)) {
            replace(name, value);
            return;
        }
        columns.add(name);
        rows = rows.withColumn(name, value);
    }

    /** A column for the flow's own use, which is not written. */
    public Column hidden(String name, Column value) {
        rows = rows.withColumn(HIDDEN + name, value);
        return functions.col(HIDDEN + name);
    }

    public void rename(String from, String to) {
        String column = resolve(from);
        origins.replaceAll((origin, now) -> now.equals(column) ? to : now);
        columns.set(columns.indexOf(column), to);
        rows = rows.withColumnRenamed(column, to);
    }

    /** Keeps these columns, in this order. */
    public void select(List<String> names) {
        List<String> kept = names.stream().map(this::resolve).toList();
        for (String column : List.copyOf(columns)) {
            if (!kept.contains(column)) {
                keepOrigin(column);
                rows = rows.drop(column);
            }
        }
        columns.clear();
        columns.addAll(kept);
    }

    private void keepOrigin(String column) {
        origins.entrySet().stream().filter(entry -> entry.getValue().equals(column)).findFirst().ifPresent(entry -> {
            String kept = HIDDEN + "came_" + entry.getKey();
            rows = rows.withColumn(kept, functions.col(quoted(column)));
            entry.setValue(kept);
        });
    }

    /**
     * Counts the rows for which a condition is true, whatever becomes of them later.
     *
     * @param told what the count is of, after the number: {@code values of valor rounded}
     */
    public void tally(String told, Column condition) {
        String mark = HIDDEN + "tally_" + tallies.size();
        rows = rows.withColumn(mark, condition.and(alive()));
        tallies.put(mark, told);
    }

    /** What is counted, by the column that marks it. */
    Map<String, String> tallies() {
        return tallies;
    }

    List<Exit> exits() {
        return exits;
    }

    /** The value at fault of an exit, as text; NULL where no column is. */
    Column valueAt(int exit) {
        String culprit = culprits.get(exit);
        return culprit == null
                ? functions.lit(null).cast("string")
                : functions.col(quoted(origins.get(culprit))).cast("string");
    }

    /** The columns that the rows came with, by their names then. */
    Map<String, Column> origins() {
        Map<String, Column> found = new LinkedHashMap<>();
        origins.forEach((name, now) -> {
            if (!name.startsWith(HIDDEN)) {
                found.put(name, functions.col(quoted(now)));
            }
        });
        return found;
    }

    /** A name as Spark's parser wants it, whatever signs it holds. */
    public static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }
}

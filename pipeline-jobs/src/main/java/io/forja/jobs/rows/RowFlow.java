package io.forja.jobs.rows;

import io.forja.core.problem.ForjaException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.SparkException;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
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
    private final Origins origins = new Origins();
    private final ColumnNames columns = new ColumnNames();
    private final Map<String, Tally> tallies = new LinkedHashMap<>();
    private final Parts parts;

    /**
     * @throws ForjaException when two columns have one name, case aside, which no table can have
     */
    public RowFlow(Dataset<Row> source) {
        parts = new Parts(source);
        for (String column : source.columns()) {
            columns.add(column);
            origins.add(column);
        }
    }

    /** The columns as the steps so far left them. */
    public List<String> columns() {
        return columns.all();
    }

    /** The rows with the marks, for building expressions. */
    public Dataset<Row> rows() {
        return parts.union();
    }

    /** The same in parts, which together are all of them. */
    List<Dataset<Row>> parts() {
        return parts.all();
    }

    /**
     * The column by its name, case aside.
     *
     * @throws ForjaException when there is none
     */
    public String resolve(String name) {
        return columns.find(name).orElseThrow(() -> Expressions.noColumn(name, data()));
    }

    /** The columns without those about the source. */
    public List<String> data() {
        return columns.all().stream().filter(Provenance::isData).toList();
    }

    public Column column(String name) {
        return parts.column(resolve(name));
    }

    public DataType type(String name) {
        return parts.type(resolve(name));
    }

    /** The type of a value; what Spark refuses in it is thrown here. */
    public DataType typeOf(Column value) {
        return parts.any().select(value).schema().apply(0).dataType();
    }

    /** True for the rows that no step has taken out yet. */
    public Column alive() {
        return parts.has(EXIT) ? functions.col(EXIT).isNull() : functions.lit(true);
    }

    /**
     * Marks the rows for which a condition is true as leaving.
     *
     * @return the number of the exit
     */
    public int exit(Exit exit, Column when) {
        culprits.add(exit.column() == null || !exit.keepsRow() ? null : culprit(exit.column()));
        parts.fill(EXIT, functions.when(when, exits.size()));
        exits.add(exit);
        return exits.size() - 1;
    }

    private String culprit(String name) {
        String column = resolve(name);
        return origins.at(column).orElseGet(() -> {
            String made = HIDDEN + "fault_" + exits.size();
            parts.set(made, parts.column(column));
            origins.add(made);
            return made;
        });
    }

    /** Takes a step; what is wrong with it is told with its place. */
    public void at(String where, Runnable step) {
        try {
            step.run();
        } catch (ForjaException e) {
            throw new ForjaException(where + ": " + e.what(), e.remedy(), e.retryable(), e);
        } catch (Exception e) {
            if (e instanceof SparkException || e instanceof InterruptedException) {
                // What the step read along the way failed, which is no mistake in it.
                throw e;
            }
            // Spark throws its AnalysisException, a checked one, without saying so.
            ForjaException told = Expressions.told(e, data());
            throw new ForjaException(where + ": " + told.what(), told.remedy(), false, e);
        }
    }

    /**
     * Takes a step on several columns at once, which is as cheap to plan as one on a single column. Nothing that the step
     * adds for one of them is there for another one before its end.
     */
    public void atOnce(Runnable step) {
        parts.atOnce(step);
    }

    /** An expression as SQL, whose windows see no row that a step has taken out. */
    public Column sql(String expression) {
        return exits.isEmpty() ? functions.expr(expression) : Windows.within(alive(), functions.expr(expression));
    }

    /** A value of the rows that no step has taken out; NULL for the others, and not worked out for them. */
    public Column ofAlive(Column value) {
        return exits.isEmpty() ? value : functions.when(alive(), value);
    }

    /**
     * A condition as SQL, turned around: true where it is false or NULL.
     *
     * @throws ForjaException when it is no condition
     */
    public Column isNotTrue(String condition) {
        Column holds = sql(condition);
        DataType type = typeOf(holds);
        if (!type.equals(DataTypes.BooleanType)) {
            throw Expressions.noCondition("", condition, type);
        }
        return functions.not(functions.coalesce(holds, functions.lit(false)));
    }

    /** Gives a column new values; what it came with stays at hand. */
    public void replace(String name, Column value) {
        String column = resolve(name);
        keepOrigin(column);
        parts.set(column, value);
    }

    public void add(String name, Column value) {
        if (columns.find(name).isPresent()) {
            replace(name, value);
            return;
        }
        columns.add(name);
        parts.set(name, value);
    }

    /** A column for the flow's own use, which is not written. */
    public Column hidden(String name, Column value) {
        parts.set(HIDDEN + name, value);
        return functions.col(Expressions.quoted(HIDDEN + name));
    }

    /**
     * A hidden column that takes work for some rows only, such as a window; the others go past it.
     *
     * @param where never NULL, and the same at each evaluation
     * @param otherwise the value of the rows for which the condition is false
     */
    public Column hidden(String name, Column where, Column value, Column otherwise) {
        parts.split(where, some -> some.withColumn(HIDDEN + name, value),
                others -> others.withColumn(HIDDEN + name, otherwise));
        return functions.col(Expressions.quoted(HIDDEN + name));
    }

    /**
     * Looks for each row in rows with other columns.
     *
     * @param others at most one of each key, with names that the flow does not have
     * @param on the flow's column and the other one, for each column of the key
     * @return a column that is NULL for the rows that were not found
     */
    public Column joined(String name, Dataset<Row> others, List<Map.Entry<String, String>> on) {
        parts.together();
        Dataset<Row> marked = others.withColumn(HIDDEN + name, functions.lit(true));
        Column equal = on.stream()
                .map(pair -> column(pair.getKey()).equalTo(marked.col(Expressions.quoted(pair.getValue()))))
                .reduce(Column::and).orElseThrow();
        parts.each(part -> part.join(marked, equal, "left_outer").drop(others.columns()));
        return functions.col(Expressions.quoted(HIDDEN + name));
    }

    /**
     * Gives columns other names, all at once, so that two may swap theirs.
     *
     * @param names from the name that is to the name that will be
     * @throws ForjaException when a column is not there, or two would have one name
     */
    public void rename(Map<String, String> names) {
        Map<String, String> renamed = new LinkedHashMap<>();
        names.forEach((from, to) -> renamed.put(resolve(from), to));
        columns.rename(renamed);
        origins.rename(renamed);
        parts.rename(renamed);
    }

    /** All that a row came with and has now: rows that are equal in it are one row twice. */
    public List<Column> identity() {
        Set<String> names = new LinkedHashSet<>(columns.all());
        names.addAll(origins.places());
        // Who compares rows compares all of them, and asks for the types.
        parts.together();
        return names.stream().map(parts::column).toList();
    }

    /** Keeps these columns, in this order. */
    public void select(List<String> names) {
        List<String> kept = names.stream().map(this::resolve).toList();
        List<String> dropped = columns.all().stream().filter(column -> !kept.contains(column)).toList();
        atOnce(() -> dropped.forEach(this::keepOrigin));
        parts.each(part -> part.drop(dropped.toArray(String[]::new)));
        columns.keep(kept);
    }

    private void keepOrigin(String column) {
        origins.movedFrom(column).ifPresent(kept -> parts.set(kept, parts.column(column)));
    }

    /**
     * Counts the rows in which something is done to a value and which go on.
     *
     * @param where the step in the definition
     * @param what what is done, after the number: {@code rounded (half-up)}
     * @return the number of the tally
     */
    public int tally(String where, String what, Column condition) {
        String mark = HIDDEN + "tally_" + tallies.size();
        parts.set(mark, alive().and(condition));
        tallies.put(mark, new Tally(where, what, exits.size()));
        return tallies.size() - 1;
    }

    /**
     * Counts the rows for which a condition is true and which go on, without a word about it.
     *
     * @return the number of the tally
     */
    public int count(Column condition) {
        return tally("", "", condition);
    }

    /** What is counted, by the column that marks it. */
    Map<String, Tally> tallies() {
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
                : origins.column(culprit).cast("string");
    }

    /** The columns that the rows came with, by their names then. */
    Map<String, Column> origins() {
        return origins.columns();
    }
}

package io.forja.jobs.rows;

import io.forja.core.problem.ForjaException;
import io.forja.core.problem.Suggestion;
import io.forja.jobs.delta.Scala;
import io.forja.jobs.delta.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.trees.TreePattern;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/**
 * SQL expressions of a definition, checked against the rows that they are over before anything runs: what is wrong with
 * one is told with its key and the column that may be meant. Used by one thread.
 */
public final class Expressions {

    private final Dataset<Row> rows;
    private final List<String> columns;

    /**
     * @param rows what the expressions are over; it is not run
     * @param columns the names that an expression may use, for those that are mistyped
     */
    public Expressions(Dataset<Row> rows, List<String> columns) {
        this.rows = rows;
        this.columns = List.copyOf(columns);
    }

    /** The names by which the columns of a table with an alias are known: {@code valor} and {@code target.valor}. */
    public static Stream<String> names(String alias, Dataset<Row> table) {
        List<String> columns = List.of(table.columns());
        return Stream.concat(columns.stream(), columns.stream().map(column -> alias + "." + column));
    }

    /**
     * @param at the key of the definition, for messages
     * @throws ForjaException when the text is no condition over the columns
     */
    public Column condition(String at, String sql) {
        Expression condition = resolved(at, sql);
        if (!condition.dataType().equals(DataTypes.BooleanType)) {
            throw noCondition(at + ": ", sql, condition.dataType());
        }
        if (!condition.deterministic()) {
            throw ForjaException.permanent(at + ": \"" + sql + "\" has another answer each time it is asked",
                    "write a condition over the columns alone");
        }
        return functions.expr(sql);
    }

    /**
     * The columns of a table with an alias that an expression names, with the alias or without.
     *
     * @throws ForjaException when the text is no expression
     */
    public static Set<String> columnsOf(String alias, String at, String sql) {
        try {
            Set<String> found = new HashSet<>();
            collect(alias, functions.expr(sql).expr(), found);
            return found;
        } catch (Exception e) {
            // Spark throws its ParseException, a checked one, without saying so.
            throw ForjaException.permanent(at + ": " + Statement.sentence(e), "check the SQL");
        }
    }

    private static void collect(String alias, Expression expression, Set<String> found) {
        if (expression instanceof UnresolvedAttribute name) {
            List<String> parts = Scala.list(name.nameParts());
            boolean qualified = parts.size() > 1 && parts.get(0).equalsIgnoreCase(alias);
            found.add(parts.get(qualified ? 1 : 0).toLowerCase(Locale.ROOT));
        }
        Scala.list(expression.children()).forEach(child -> collect(alias, child, found));
    }

    static ForjaException noCondition(String at, String sql, DataType type) {
        return ForjaException.permanent(at + "\"" + sql + "\" is no condition but a " + type.catalogString(),
                "compare it with something");
    }

    /**
     * @param to the type of the column that gets the value, as SQL assigns it: rounded to its scale, refused where it
     *     does not fit
     * @throws ForjaException when the text is no expression over the columns, or its value is of another kind
     */
    public Column value(String at, String sql, DataType to) {
        DataType type = resolved(at, sql).dataType();
        if (!Cast.canANSIStoreAssign(type, to)) {
            throw ForjaException.permanent(at + ": \"" + sql + "\" is a " + type.catalogString() + ", and the column a "
                    + to.catalogString(), "write cast(" + sql + " as " + to.catalogString() + ") if that is meant");
        }
        return functions.expr(sql);
    }

    private Expression resolved(String at, String sql) {
        LogicalPlan selected;
        try {
            selected = rows.select(functions.expr(sql)).queryExecution().analyzed();
        } catch (Exception e) {
            // Spark throws its AnalysisException, a checked one, without saying so.
            ForjaException told = told(e, columns);
            throw new ForjaException(at + ": " + told.what(), told.remedy(), false, e);
        }
        // An aggregate or a window makes the plan another one than a selection from these rows.
        boolean ofOneRow = selected instanceof Project project && project.child().getClass()
                .equals(rows.queryExecution().analyzed().getClass());
        Expression value = Scala.list(selected.expressions()).get(0);
        if (!ofOneRow || value.containsPattern(TreePattern.PLAN_EXPRESSION())) {
            throw ForjaException.permanent(at + ": \"" + sql + "\" looks at other rows than its own",
                    "find the rows or the values by the query of a merge");
        }
        return value;
    }

    /** What Spark refuses in an expression, in one sentence. */
    static ForjaException told(Exception refused, List<String> columns) {
        if (refused instanceof SparkThrowable spark
                && String.valueOf(spark.getErrorClass()).startsWith("UNRESOLVED_COLUMN")) {
            return noColumn(spark.getMessageParameters().getOrDefault("objectName", "").replace("`", ""), columns);
        }
        return ForjaException.permanent(Statement.sentence(refused), "check the SQL and the names of the columns");
    }

    /** A column that is not there. */
    public static ForjaException noColumn(String name, List<String> columns) {
        return ForjaException.permanent("there is no column \"" + name + "\"",
                Suggestion.closest(name, columns).map(near -> "did you mean \"" + near + "\"?")
                        .orElse("the columns are " + String.join(", ", columns)));
    }

    /** A name as Spark's parser wants it, whatever signs it holds. */
    public static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }
}

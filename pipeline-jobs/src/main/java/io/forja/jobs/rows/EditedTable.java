package io.forja.jobs.rows;

import io.forja.core.definition.TableRef;
import io.forja.core.problem.ForjaException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** A table whose rows a job changes, and the expressions of its definition over them. Used by one thread. */
public final class EditedTable {

    /** What the table is called in expressions. */
    public static final String TARGET = "target";

    private final TableRef table;
    private final Dataset<Row> rows;

    /** @param rows the table as it is now */
    EditedTable(TableRef table, Dataset<Row> rows) {
        this.table = table;
        this.rows = rows.as(TARGET);
    }

    /** What people call the table. */
    public String name() {
        return table.text();
    }

    /** The rows under their alias. */
    public Dataset<Row> rows() {
        return rows;
    }

    public StructType schema() {
        return rows.schema();
    }

    /** Expressions over the table alone. */
    public Expressions expressions() {
        return new Expressions(rows, Expressions.names(TARGET, rows).toList());
    }

    /**
     * The condition of a {@code where}; true where there is none.
     *
     * @throws ForjaException when it is no condition over the table
     */
    public Column rowsWhere(@Nullable String where) {
        return where == null ? functions.lit(true) : expressions().condition("where", where);
    }

    /** How many of a table's rows a condition of {@link #rowsWhere} is true for. */
    public static long count(Dataset<Row> table, Column where) {
        return table.as(TARGET).where(where).count();
    }

    /**
     * New values of columns, by the columns' names as Delta takes them.
     *
     * @param at the key of the definition, for messages
     * @param over what the values are expressions over
     * @throws ForjaException when a column is not there, or a value is none for it
     */
    public Map<String, Column> set(String at, Map<String, String> values, Expressions over) {
        Map<String, Column> set = new LinkedHashMap<>();
        values.forEach((name, sql) -> {
            StructField column = column(at + "." + name, name);
            set.put(Expressions.quoted(column.name()), over.value(at + "." + name, sql, column.dataType()));
        });
        return set;
    }

    /**
     * The column by its name, case aside.
     *
     * @param at the key of the definition, for messages
     * @throws ForjaException when there is none
     */
    public StructField column(String at, String name) {
        List<StructField> fields = Arrays.asList(schema().fields());
        return fields.stream().filter(field -> field.name().equalsIgnoreCase(name)).findFirst().orElseThrow(() -> {
            ForjaException unknown = Expressions.noColumn(name, Arrays.asList(schema().fieldNames()));
            return ForjaException.permanent(at + ": " + unknown.what(), unknown.remedy());
        });
    }
}

package io.forja.jobs.source;

import io.forja.core.job.JobContext;
import io.forja.core.problem.ForjaException;
import io.forja.core.problem.Suggestion;
import io.forja.jobs.delta.JobSession;
import io.forja.jobs.delta.Lakehouse;
import io.forja.jobs.delta.Statement;
import io.forja.jobs.rows.Expressions;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Reads what a job brings to a table. Describes queries; the rows are read when the job writes. */
public final class InputReader {

    private final Lakehouse lakehouse;
    private final JobSession session;
    private final JobContext context;

    public InputReader(Lakehouse lakehouse, JobSession session, JobContext context) {
        this.lakehouse = lakehouse;
        this.session = session;
        this.context = context;
    }

    /**
     * @param table the columns of the table that the rows are for, or null where there is none yet
     * @throws ForjaException when the source is not there or cannot be read, naming it
     */
    public SourceRows read(Input input, @Nullable StructType table) {
        if (input instanceof Input.From from) {
            return new SourceReader(lakehouse, session, context).read(from.source());
        }
        if (input instanceof Input.Query query) {
            lakehouse.catalogue().refresh(session.spark());
            return plain(Statement.query(session.spark(), query.query()));
        }
        return plain(new LiteralRows(((Input.Rows) input).rows()).read(session.spark(), table));
    }

    private static SourceRows plain(Dataset<Row> rows) {
        return new SourceRows(rows, Set.of(), false, List.of());
    }

    /**
     * @param columns what the rows have
     * @throws ForjaException when they are not those of the table, naming all that are not
     */
    public static void requireColumns(List<String> columns, StructType table, String name) {
        List<String> known = Arrays.asList(table.fieldNames());
        List<String> unknown = columns.stream().filter(column -> lacks(known, column)).toList();
        List<String> missing = known.stream().filter(column -> lacks(columns, column)).toList();
        if (!unknown.isEmpty()) {
            throw ForjaException.permanent("the rows have " + named(unknown) + ", which the table " + name + " has not",
                    Suggestion.closest(unknown.get(0), missing.isEmpty() ? known : missing)
                            .map(near -> "did you mean \"" + near + "\"?")
                            .orElse("leave out what is not in the table, or add it to the table first"));
        }
        if (!missing.isEmpty()) {
            throw ForjaException.permanent("the rows lack " + named(missing) + ", which the table " + name + " has",
                    "give every row a value, if only null");
        }
    }

    private static boolean lacks(List<String> columns, String name) {
        return columns.stream().noneMatch(name::equalsIgnoreCase);
    }

    private static String named(List<String> columns) {
        return (columns.size() == 1 ? "the column " : "the columns ") + String.join(", ", columns);
    }

    /**
     * The rows with the types of the table's columns of the same names, where that loses nothing: an int becomes a
     * bigint, but no text a number. Columns that the table has not stay as they are.
     *
     * @throws ForjaException when a column is of another type, naming all that are
     */
    public static Dataset<Row> fitted(Dataset<Row> rows, StructType table, String name) {
        StructType schema = rows.schema();
        String wrong = Arrays.stream(schema.fields())
                .filter(field -> !Cast.canUpCast(field.dataType(), target(field, table)))
                .map(field -> "column " + field.name() + " is " + field.dataType().catalogString() + " and has to be "
                        + target(field, table).catalogString())
                .collect(Collectors.joining(", "));
        if (!wrong.isEmpty()) {
            throw ForjaException.permanent("the rows do not fit the table " + name + ": " + wrong,
                    "cast the columns first, in a clean job or in a query");
        }
        return rows.select(Arrays.stream(schema.fields())
                .map(field -> rows.col(Expressions.quoted(field.name())).cast(target(field, table)).as(field.name()))
                .toArray(Column[]::new));
    }

    private static DataType target(StructField field, StructType table) {
        return Arrays.stream(table.fields())
                .filter(column -> column.name().equalsIgnoreCase(field.name()))
                .map(StructField::dataType).findFirst().orElse(field.dataType());
    }
}

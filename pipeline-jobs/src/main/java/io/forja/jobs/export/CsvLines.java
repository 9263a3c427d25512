package io.forja.jobs.export;

import io.forja.core.problem.ForjaException;
import io.forja.jobs.delta.Scala;
import io.forja.jobs.rows.Expressions;
import java.util.Arrays;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.EvalMode;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StructField;

/** Rows as the lines of a CSV file. Describes queries; runs nothing. */
record CsvLines(CsvExport format) {

    private static final Set<DataType> PLAIN = Set.of(DataTypes.StringType, DataTypes.BooleanType, DataTypes.ByteType,
            DataTypes.ShortType, DataTypes.IntegerType, DataTypes.LongType, DataTypes.FloatType, DataTypes.DoubleType,
            DataTypes.DateType, DataTypes.TimestampType, DataTypes.TimestampNTZType, DataTypes.NullType);

    /**
     * @throws ForjaException when a column has no text that it could be read back from
     */
    void requireTexts(Dataset<Row> rows) {
        String wrong = Arrays.stream(rows.schema().fields())
                .filter(field -> !PLAIN.contains(field.dataType()) && !(field.dataType() instanceof DecimalType))
                .map(field -> field.name() + " (" + field.dataType().catalogString() + ")")
                .collect(Collectors.joining(", "));
        if (!wrong.isEmpty()) {
            throw ForjaException.permanent("a CSV file has no form for " + wrong,
                    "leave it out in a query, write it as to_json(...) or base64(...), or export parquet");
        }
    }

    /** One column, a line each. */
    Dataset<Row> of(Dataset<Row> rows) {
        StructField[] fields = rows.schema().fields();
        Column[] texts = IntStream.range(0, fields.length).mapToObj(at -> field(fields[at], at == 0, fields.length == 1))
                .toArray(Column[]::new);
        return rows.select(functions.concat_ws(format.delimiter(), texts).as("value"));
    }

    String header(Dataset<Row> rows) {
        return Arrays.stream(rows.columns())
                .map(name -> Pattern.compile(needsQuotes()).matcher(name).find() ? "\"" + name.replace("\"", "\"\"") + "\""
                        : name)
                .collect(Collectors.joining(format.delimiter()));
    }

    private Column field(StructField field, boolean first, boolean alone) {
        Column value = functions.col(Expressions.quoted(field.name()));
        // Outside of the ANSI mode Spark gives 0E-7 for a small decimal.
        Column text = new Column(new Cast(value.expr(), DataTypes.StringType, Scala.option("UTC"), EvalMode.ANSI()));
        Column quoted = functions.concat(functions.lit("\""), functions.regexp_replace(text, "\"", "\"\""),
                functions.lit("\""));
        // A number may hold the delimiter, too, or be the text that means NULL.
        Column needsQuotes = text.rlike(needsQuotes());
        // A row that says what the header says would be taken for the header of a file that was joined.
        Column written = functions.when(first ? needsQuotes.or(text.equalTo(field.name())) : needsQuotes, quoted)
                .otherwise(text);
        Column none = alone && format.nullValue().isEmpty()
                ? functions.raise_error(functions.lit("a NULL in the only column would be an empty line, which is no row;"
                        + " give nullValue a text"))
                : functions.lit(format.nullValue());
        return functions.when(value.isNull(), none).otherwise(written);
    }

    /** Where a text is no field as it is; blanks at its ends are kept by readers that trim. */
    private String needsQuotes() {
        return "[\"\\r\\n]|" + Pattern.quote(format.delimiter()) + "|^\\s|\\s$|^" + Pattern.quote(format.nullValue())
                + "$|^$";
    }
}

package io.forja.jobs.rows;

import com.fasterxml.jackson.core.JsonGenerator;
import io.forja.core.job.JobContext;
import java.io.IOException;
import java.sql.Timestamp;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** How a rejected row is kept: the same columns for every job, so that one table may serve several. */
final class Rejects {

    private static final int EXAMPLE_LENGTH = 200;

    /** What the sink writes for a row. */
    private static final StructType FILE = new StructType()
            .add("step", DataTypes.StringType)
            .add("column", DataTypes.StringType)
            .add("value", DataTypes.StringType)
            .add("reason", DataTypes.StringType)
            .add("raw", DataTypes.StringType)
            .add("source_file", DataTypes.StringType)
            .add("source_row", DataTypes.LongType);

    /** What the sink gets of a row, see {@link #row}. */
    static final StructType ROW = new StructType()
            .add("value", DataTypes.StringType)
            .add("raw", DataTypes.StringType)
            .add("source_file", DataTypes.StringType)
            .add("source_row", DataTypes.LongType);

    private Rejects() {}

    /** The struct that the sink gets of a row: value, raw, source file, source row. */
    static Column row(Map<String, Column> origins, Column value, Column raw) {
        return functions.struct(
                value.as("value"),
                raw.as("raw"),
                text(origins, Provenance.SOURCE_FILE).as("source_file"),
                text(origins, Provenance.SOURCE_ROW).cast("bigint").as("source_row"));
    }

    /** The row as it came, as JSON with a key for each column. */
    static Column json(Map<String, Column> origins) {
        Column[] columns = origins.keySet().stream()
                .filter(Provenance::isData)
                .map(name -> origins.get(name).as(name))
                .toArray(Column[]::new);
        return functions.to_json(functions.struct(columns), Map.of("ignoreNullFields", "false"));
    }

    static void write(JsonGenerator out, Exit exit, InternalRow row) throws IOException {
        String value = text(row, 0);
        out.writeStartObject();
        out.writeStringField("step", exit.where());
        out.writeStringField("column", isAboutText(exit) ? null : exit.column());
        out.writeStringField("value", isAboutText(exit) ? null : value);
        out.writeStringField("reason", isAboutText(exit) ? exit.reason().text() + ": " + value
                : value == null ? exit.reason().text() : exit.reason().about(value));
        out.writeStringField("raw", text(row, 1));
        out.writeStringField("source_file", text(row, 2));
        if (!row.isNullAt(3)) {
            out.writeNumberField("source_row", row.getLong(3));
        }
        out.writeEndObject();
        out.writeRaw('\n');
    }

    /** True where what is at fault is the row's text, and its value is what is wrong with it. */
    private static boolean isAboutText(Exit exit) {
        return Provenance.ERROR.equals(exit.column());
    }

    /** One row for an error message. */
    static String example(Exit exit, InternalRow row) {
        String place = row.isNullAt(2) ? "" : text(row, 2) + (row.isNullAt(3) ? "" : " row " + row.getLong(3)) + ": ";
        String shown = exit.column() == null ? String.valueOf(text(row, 1))
                : isAboutText(exit) ? String.valueOf(text(row, 0))
                : exit.column() + " is " + (row.isNullAt(0) ? "NULL" : "\"" + text(row, 0) + "\"");
        String example = place + shown;
        String detail = row.isNullAt(0) ? "" : exit.reason().detail().of(text(row, 0)).map(more -> " (" + more + ")").orElse("");
        return (example.length() > EXAMPLE_LENGTH ? example.substring(0, EXAMPLE_LENGTH) + "..." : example) + detail;
    }

    private static @Nullable String text(InternalRow row, int column) {
        return row.isNullAt(column) ? null : row.getUTF8String(column).toString();
    }

    /** The kept rows as the rejects table has them. */
    static Dataset<Row> read(SparkSession spark, List<String> files, JobContext context) {
        return spark.read().schema(FILE).json(files.toArray(String[]::new)).select(
                functions.lit(Timestamp.from(context.clock().instant())).as("rejected_at"),
                functions.lit(context.runId()).as("run_id"),
                functions.lit(context.pipeline()).as("pipeline"),
                functions.lit(context.job()).as("job"),
                functions.col("step"),
                functions.col("column"),
                functions.col("value"),
                functions.col("reason"),
                functions.col("raw"),
                functions.col("source_file"),
                functions.col("source_row"));
    }

    private static Column text(Map<String, Column> origins, String name) {
        return origins.getOrDefault(name, functions.lit(null)).cast("string");
    }
}

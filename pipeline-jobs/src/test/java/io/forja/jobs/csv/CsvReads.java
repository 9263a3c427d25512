package io.forja.jobs.csv;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.jspecify.annotations.Nullable;

/** Reads through everything that the source is made of, without a Spark session. */
final class CsvReads {
    static final Configuration HADOOP = new Configuration();

    private CsvReads() {}

    /** All rows of all partitions in order, with all metadata columns. */
    static List<ReadRow> rows(List<Path> paths, CsvFormat format, CsvRead options, int bufferBytes) {
        CsvTable table = table(paths, format, options.withMetadata(CsvMetadata.values()));
        ReadSpec spec = table.spec(table.schema());
        ReadSpec buffered =
                new ReadSpec(spec.opener(), spec.format(), spec.options(), spec.output(), bufferBytes);
        List<ReadRow> rows = new ArrayList<>();
        for (CsvPartition partition : table.partitions()) {
            try (CsvBatchReader reader = new CsvBatchReader(partition.splits(), buffered)) {
                while (reader.next()) {
                    addRows(reader.get(), rows);
                }
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
        return rows;
    }

    /** All rows of files with good rows only. */
    static List<ReadRow> rows(Path file, CsvFormat format) {
        return rows(List.of(file), format, CsvRead.STRICT, RecordCursor.BUFFER_BYTES);
    }

    /** All rows of a file, malformed ones included. */
    static List<ReadRow> reported(Path file, CsvFormat format) {
        return rows(List.of(file), format, CsvRead.STRICT.withMalformed(CsvRead.Malformed.REPORT),
                RecordCursor.BUFFER_BYTES);
    }

    static CsvTable table(List<Path> paths, CsvFormat format, CsvRead options) {
        List<String> names = paths.stream().map(Path::toString).toList();
        return new CsvTable(ColumnPlan.of(HADOOP, names, format, options), format, options, HADOOP, 2);
    }

    static Path write(Path folder, String name, String text) {
        return write(folder, name, text.getBytes(StandardCharsets.UTF_8));
    }

    static Path write(Path folder, String name, byte[] bytes) {
        try {
            return Files.write(folder.resolve(name), bytes);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void addRows(ColumnarBatch batch, List<ReadRow> rows) {
        int width = batch.numCols() - CsvMetadata.values().length;
        for (int row = 0; row < batch.numRows(); row++) {
            List<@Nullable String> values = new ArrayList<>();
            for (int column = 0; column < width; column++) {
                values.add(text(batch.column(column), row));
            }
            rows.add(new ReadRow(
                    batch.column(width + CsvMetadata.SOURCE_ROW.ordinal()).getLong(row),
                    batch.column(width + CsvMetadata.SOURCE_LINE.ordinal()).getLong(row),
                    batch.column(width + CsvMetadata.RAW.ordinal()).getUTF8String(row).toString(),
                    text(batch.column(width + CsvMetadata.ERROR.ordinal()), row),
                    values));
        }
    }

    private static @Nullable String text(ColumnVector column, int row) {
        return column.isNullAt(row) ? null : column.getUTF8String(row).toString();
    }
}

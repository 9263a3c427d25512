package io.forja.jobs.snapshots;

import io.delta.kernel.Scan;
import io.delta.kernel.Snapshot;
import io.delta.kernel.Table;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.data.ScanStateRow;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;

/** Reads tables with Delta Kernel, which shares no code with the writer under test. */
final class KernelReader {

    private static final Engine ENGINE = DefaultEngine.create(new Configuration());

    private KernelReader() {}

    /** All rows, sorted, each as its values with bars between. */
    static List<String> read(Path path) throws IOException {
        Snapshot snapshot = Table.forPath(ENGINE, path.toString()).getLatestSnapshot(ENGINE);
        Scan scan = snapshot.getScanBuilder(ENGINE).build();
        Row state = scan.getScanState(ENGINE);
        List<String> rows = new ArrayList<>();
        try (CloseableIterator<FilteredColumnarBatch> batches = scan.getScanFiles(ENGINE)) {
            while (batches.hasNext()) {
                try (CloseableIterator<Row> files = batches.next().getRows()) {
                    while (files.hasNext()) {
                        read(state, files.next(), rows);
                    }
                }
            }
        }
        return rows.stream().sorted().toList();
    }

    static StructType schema(Path path) {
        return Table.forPath(ENGINE, path.toString()).getLatestSnapshot(ENGINE).getSchema(ENGINE);
    }

    private static void read(Row state, Row file, List<String> rows) throws IOException {
        FileStatus status = InternalScanFileUtils.getAddFileStatus(file);
        try (CloseableIterator<ColumnarBatch> physical = ENGINE.getParquetHandler().readParquetFiles(
                        Utils.singletonCloseableIterator(status),
                        ScanStateRow.getPhysicalDataReadSchema(ENGINE, state), Optional.empty());
                CloseableIterator<FilteredColumnarBatch> logical =
                        Scan.transformPhysicalData(ENGINE, state, file, physical)) {
            while (logical.hasNext()) {
                try (CloseableIterator<Row> batch = logical.next().getRows()) {
                    while (batch.hasNext()) {
                        rows.add(text(batch.next()));
                    }
                }
            }
        }
    }

    private static String text(Row row) {
        return String.join("|", IntStream.range(0, row.getSchema().length()).mapToObj(i -> value(row, i)).toList());
    }

    private static String value(Row row, int i) {
        DataType type = row.getSchema().at(i).getDataType();
        if (row.isNullAt(i)) {
            return "null";
        }
        if (type instanceof LongType) {
            return String.valueOf(row.getLong(i));
        }
        if (type instanceof IntegerType) {
            return String.valueOf(row.getInt(i));
        }
        if (type instanceof DecimalType) {
            return row.getDecimal(i).toPlainString();
        }
        if (type instanceof StringType) {
            return row.getString(i);
        }
        throw new IllegalArgumentException("no text for " + type);
    }
}

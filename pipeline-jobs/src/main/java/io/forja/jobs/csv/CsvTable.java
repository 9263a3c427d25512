package io.forja.jobs.csv;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.jspecify.annotations.Nullable;

/**
 * CSV files as a table that Spark can read. Knows its files as they were when it was made, and cuts them into splits
 * once, for all the queries over it. Thread-safe; stays on the driver.
 */
final class CsvTable implements SupportsRead {
    private static final long LEAST_SPLIT_BYTES = 8L << 20;
    private static final long MOST_SPLIT_BYTES = 128L << 20;
    /** So that one task that is slow does not make the others wait for long. */
    private static final long LEAST_TURNS = 2;

    private final ColumnPlan plan;
    private final CsvFormat format;
    private final CsvRead options;
    private final CsvOpener opener;
    private final long targetSplitBytes;
    private @Nullable List<CsvPartition> partitions;

    /** @param parallelism how many tasks the session runs at once */
    CsvTable(ColumnPlan plan, CsvFormat format, CsvRead options, Configuration hadoop, int parallelism) {
        this.plan = plan;
        this.format = format;
        this.options = options;
        opener = new CsvOpener(hadoop, format.charset());
        targetSplitBytes = options.targetSplitBytes() != CsvRead.AUTO
                ? options.targetSplitBytes()
                : splitBytes(bytes(), parallelism);
    }

    /** As many splits of one size as all tasks take in so many turns: none is idle while others do what is left. */
    static long splitBytes(long bytes, int parallelism) {
        long turns = Math.max(LEAST_TURNS, quotientUp(bytes, MOST_SPLIT_BYTES * parallelism));
        return Math.max(LEAST_SPLIT_BYTES, quotientUp(bytes, turns * parallelism));
    }

    private static long quotientUp(long dividend, long divisor) {
        return (dividend + divisor - 1) / divisor;
    }

    @Override
    public String name() {
        return "csv " + plan.files().stream().limit(3).map(each -> each.file().name()).collect(Collectors.joining(", "))
                + (plan.files().size() > 3 ? " and " + (plan.files().size() - 3) + " more" : "");
    }

    @Override
    @SuppressWarnings("deprecation") // the one method that all of Spark 3 asks for
    public StructType schema() {
        StructType schema = new StructType();
        for (String column : plan.header().names()) {
            schema = schema.add(column, DataTypes.StringType);
        }
        for (CsvMetadata each : CsvMetadata.values()) {
            if (options.metadata().contains(each)) {
                schema = schema.add(each.column(), each.type(), each == CsvMetadata.ERROR);
            }
        }
        return schema;
    }

    @Override
    public Set<TableCapability> capabilities() {
        return Set.of(TableCapability.BATCH_READ);
    }

    @Override
    public ScanBuilder newScanBuilder(CaseInsensitiveStringMap ignored) {
        return new CsvScanBuilder(this);
    }

    /** The bytes of all files, as they lie in storage. */
    long bytes() {
        return plan.files().stream().mapToLong(each -> each.file().length()).sum();
    }

    /** What an executor needs to read these columns. */
    ReadSpec spec(StructType wanted) {
        List<OutputColumn> output = new ArrayList<>();
        for (String column : wanted.fieldNames()) {
            output.add(new OutputColumn(plan.header().names().indexOf(column), metadata(column)));
        }
        return new ReadSpec(opener, format, options, List.copyOf(output), RecordCursor.BUFFER_BYTES);
    }

    /** The splits of all files in order; small ones share a partition. */
    synchronized List<CsvPartition> partitions() {
        if (partitions == null) {
            SplitPlanner planner = new SplitPlanner(opener, format, targetSplitBytes, options.maxRecordBytes());
            partitions = packed(plan.files().stream().flatMap(file -> planner.split(file).stream()).toList());
        }
        return partitions;
    }

    private List<CsvPartition> packed(List<CsvSplit> splits) {
        List<CsvPartition> packed = new ArrayList<>();
        List<CsvSplit> current = new ArrayList<>();
        long size = 0;
        for (CsvSplit split : splits) {
            long bytes = Math.min(split.to(), split.plan().file().length()) - split.from();
            if (!current.isEmpty() && size + bytes > targetSplitBytes) {
                packed.add(new CsvPartition(List.copyOf(current)));
                current.clear();
                size = 0;
            }
            current.add(split);
            size += bytes;
        }
        packed.add(new CsvPartition(List.copyOf(current)));
        return packed;
    }

    private @Nullable CsvMetadata metadata(String column) {
        for (CsvMetadata each : CsvMetadata.values()) {
            if (each.column().equals(column)) {
                return each;
            }
        }
        return null;
    }
}

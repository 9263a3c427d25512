package io.forja.jobs.delta;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.DummySnapshot;
import org.apache.spark.sql.delta.OptimisticTransaction;
import org.apache.spark.sql.delta.actions.Action;
import org.apache.spark.sql.delta.actions.AddFile;
import org.apache.spark.sql.delta.util.DeltaFileOperations;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * The counts and bounds by which readers skip a table's files. Delta finds them by comparing every value of every row
 * once more while it writes, which costs a fifth of a job whose columns are texts; the Parquet writer has them in its
 * footers already, and reading those of a few new files costs nothing that shows.
 */
final class FileStatistics {

    /** Set to false on a session's own conf for as long as it writes, so that Delta leaves the statistics to us. */
    static final String BY_DELTA = "spark.databricks.delta.stats.collect";

    private static final ObjectMapper JSON =
            JsonMapper.builder().enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN).build();

    private FileStatistics() {}

    /** The actions of a write, with statistics in its new files. */
    static List<Action> added(SparkSession spark, OptimisticTransaction txn, List<Action> actions) throws IOException {
        List<Action> all = new ArrayList<>();
        List<AddFile> bare = new ArrayList<>();
        for (Action action : actions) {
            if (action instanceof AddFile file && file.stats() == null) {
                bare.add(file);
            } else {
                all.add(action);
            }
        }
        StructType columns = new DummySnapshot(txn.deltaLog().logPath(), txn.deltaLog(), txn.metadata(),
                Scala.option(txn.protocol())).statCollectionLogicalSchema();
        String folder = txn.deltaLog().dataPath().toString();
        Configuration hadoop = spark.sessionState().newHadoopConf();
        all.addAll(ManyFiles.map(bare, file -> with(file, of(footer(folder, file, hadoop), columns))));
        return all;
    }

    private static ParquetMetadata footer(String folder, AddFile file, Configuration hadoop) throws IOException {
        Path path = DeltaFileOperations.absolutePath(folder, file.path());
        try (ParquetFileReader reader = ParquetFileReader.open(HadoopInputFile.fromPath(path, hadoop))) {
            return reader.getFooter();
        }
    }

    private static AddFile with(AddFile file, String stats) {
        return file.copy(file.path(), file.partitionValues(), file.size(), file.modificationTime(), file.dataChange(),
                stats, file.tags(), file.deletionVector(), file.baseRowId(), file.defaultRowCommitVersion(),
                file.clusteringProvider());
    }

    /** @param columns the columns that have statistics */
    private static String of(ParquetMetadata footer, StructType columns) throws JsonProcessingException {
        Map<String, Object> stats = new LinkedHashMap<>();
        stats.put("numRecords", footer.getBlocks().stream().mapToLong(block -> block.getRowCount()).sum());
        Map<String, Object> least = new LinkedHashMap<>();
        Map<String, Object> greatest = new LinkedHashMap<>();
        Map<String, Object> nulls = new LinkedHashMap<>();
        ColumnBounds.in(footer, columns).forEach(column -> {
            put(least, column.path(), column.least());
            put(greatest, column.path(), column.greatest());
            put(nulls, column.path(), column.nulls());
        });
        stats.put("minValues", least);
        stats.put("maxValues", greatest);
        stats.put("nullCount", nulls);
        return JSON.writeValueAsString(stats);
    }

    @SuppressWarnings("unchecked")
    private static void put(Map<String, Object> into, List<String> path, @Nullable Object value) {
        if (value == null) {
            return;
        }
        Map<String, Object> at = into;
        for (String name : path.subList(0, path.size() - 1)) {
            at = (Map<String, Object>) at.computeIfAbsent(name, absent -> new LinkedHashMap<String, Object>());
        }
        at.put(path.get(path.size() - 1), value);
    }
}

package io.forja.jobs.delta;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How the one Spark session is started.
 *
 * @param master where Spark runs: {@code local[*]}, or a cluster
 * @param conf what the user sets, stronger than Forja's own settings
 */
public record SparkSettings(String master, Map<String, String> conf) {

    public SparkSettings {
        conf = Map.copyOf(conf);
    }

    /** A session that works on a laptop, with Forja's own settings. */
    public static SparkSettings local() {
        return new SparkSettings("local[*]", Map.of());
    }

    Map<String, String> all(Locations locations, int cores) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("spark.app.name", "forja");
        all.put("spark.master", master);
        all.put("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension");
        all.put("spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog");
        all.put("spark.sql.warehouse.dir", locations.warehouse());
        all.put("spark.sql.catalogImplementation", "in-memory");
        // Runs share the session fairly; each has its own pool.
        all.put("spark.scheduler.mode", "FAIR");
        all.put("spark.ui.enabled", "false");
        all.put("spark.sql.session.timeZone", "UTC");
        all.put("spark.sql.parquet.outputTimestampType", "TIMESTAMP_MICROS");
        // Spark's defaults are meant for a hundred cores; on one machine they cost seconds for every small job.
        all.put("spark.sql.shuffle.partitions", String.valueOf(Math.max(4, cores * 4)));
        all.put("spark.databricks.delta.snapshotPartitions", "2");
        all.put("spark.sql.sources.parallelPartitionDiscovery.parallelism", "4");
        // The limit on ranked groups sorts twice, which only pays where most rows are duplicates.
        all.put("spark.sql.optimizer.windowGroupLimitThreshold", "-1");
        if (master.startsWith("local")) {
            all.put("spark.driver.host", "127.0.0.1");
            all.put("spark.driver.bindAddress", "127.0.0.1");
        }
        all.putAll(conf);
        return all;
    }
}

package io.forja.jobs.delta;

import io.forja.jobs.disk.LocalDisk;
import io.forja.jobs.s3.ConditionalLogStore;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/**
 * How the one Spark session is started.
 *
 * @param master where Spark runs: {@code local[*]}, or a cluster
 * @param conf what the user sets, stronger than Forja's own settings
 * @param stores how file systems reach their stores: Hadoop's settings, kept out of Spark's own, which SQL, the web
 *     page and the event log show
 */
public record SparkSettings(String master, Map<String, String> conf, Map<String, String> stores) {

    private static final String HADOOP = "spark.hadoop.";

    public SparkSettings {
        conf = Map.copyOf(conf);
        stores = Map.copyOf(stores);
    }

    public SparkSettings(String master, Map<String, String> conf) {
        this(master, conf, Map.of());
    }

    /** A session that works on a laptop, with Forja's own settings. */
    public static SparkSettings local() {
        return new SparkSettings("local[*]", Map.of());
    }

    /** Gives a session what its stores need; what the user sets for Spark is stronger. */
    void openStores(Configuration hadoop) {
        stores.forEach((key, value) -> {
            if (!conf.containsKey(HADOOP + key)) {
                hadoop.set(key, value);
            }
        });
    }

    /** How file systems are reached, as a session knows it; starts none. */
    public Configuration hadoop() {
        Configuration hadoop = new Configuration();
        LocalDisk.SETTINGS.forEach(hadoop::set);
        openStores(hadoop);
        conf.forEach((key, value) -> {
            if (key.startsWith(HADOOP)) {
                hadoop.set(key.substring(HADOOP.length()), value);
            }
        });
        return hadoop;
    }

    /** Without values, since some of them are keys of a bucket. */
    @Override
    public String toString() {
        return "SparkSettings[" + master + ", " + conf.keySet() + ", " + stores.keySet() + "]";
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
        // Every query's plan is described for that page, wanted or not; the long form takes as long as a small query.
        all.put("spark.sql.ui.explainMode", "simple");
        all.put("spark.sql.session.timeZone", "UTC");
        // A sum that overflows or a text that is no number fails its query, and is no other number and no NULL.
        all.put("spark.sql.ansi.enabled", "true");
        // Days before 1582 are written as they are, which is what every reader but the oldest Sparks takes them for.
        all.put("spark.sql.parquet.datetimeRebaseModeInWrite", "CORRECTED");
        all.put("spark.sql.parquet.outputTimestampType", "TIMESTAMP_MICROS");
        // Spark's defaults are meant for a hundred cores; on one machine they cost seconds for every small job.
        all.put("spark.sql.shuffle.partitions", String.valueOf(Math.max(4, cores * 4)));
        all.put("spark.databricks.delta.snapshotPartitions", "2");
        // A list of a table's files in each of its checksums, which costs a query and which nothing here reads.
        all.put("spark.databricks.delta.allFilesInCrc.enabled", "false");
        all.put("spark.sql.sources.parallelPartitionDiscovery.parallelism", "4");
        // Of the classes that Spark compiles for queries it keeps a hundred, and a merge with Delta's queries around it
        // has more: all of them would be compiled again for every job.
        all.put("spark.sql.codegen.cache.maxEntries", "1000");
        // The limit on ranked groups sorts twice, which only pays where most rows are duplicates.
        all.put("spark.sql.optimizer.windowGroupLimitThreshold", "-1");
        all.put("spark.delta.logStore.s3a.impl", ConditionalLogStore.class.getName());
        LocalDisk.SETTINGS.forEach((key, value) -> all.put(HADOOP + key, value));
        if (master.startsWith("local")) {
            all.put("spark.driver.host", "127.0.0.1");
            all.put("spark.driver.bindAddress", "127.0.0.1");
        }
        all.putAll(conf);
        return all;
    }
}

package io.forja.benchmarks;

import org.apache.spark.sql.SparkSession;

final class Warm {
    private Warm() {}

    /** The session with Spark's own defaults in place of what Forja set for the whole engine. */
    static SparkSession sparkDefaults(SparkSession session) {
        scala.collection.JavaConverters.mapAsJavaMap(session.conf().getAll()).keySet().stream()
                .filter(key -> session.conf().isModifiable(key) && !key.startsWith("spark.sql.catalog."))
                .forEach(session.conf()::unset);
        return session;
    }
}

package io.forja.jobs.csv;

import org.apache.spark.sql.SparkSession;

/** The one Spark session of the tests that need one; it ends with their JVM. */
final class SparkForTests {
    private SparkForTests() {}

    static SparkSession session() {
        SparkSession spark = SparkSession.builder()
                .master("local[2]")
                .appName("csv tests")
                .config("spark.ui.enabled", false)
                .config("spark.sql.shuffle.partitions", 2)
                .config("spark.sql.session.timeZone", "UTC")
                .getOrCreate();
        spark.sparkContext().setLogLevel("ERROR");
        return spark;
    }
}

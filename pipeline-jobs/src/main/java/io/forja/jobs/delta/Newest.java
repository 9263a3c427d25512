package io.forja.jobs.delta;

import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.Snapshot;

/** The newest version of a table, as its log has it now and not as it was last looked at. */
public final class Newest {

    private Newest() {}

    public static Snapshot of(DeltaLog log) {
        return log.update(false, Scala.option(null), Scala.option(null));
    }

    /** @param location where the table's files are */
    public static Snapshot of(SparkSession spark, String location) {
        return of(DeltaLog.forTable(spark, new Path(location)));
    }
}

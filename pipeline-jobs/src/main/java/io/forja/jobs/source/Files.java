package io.forja.jobs.source;

import io.forja.core.problem.ForjaException;
import io.forja.jobs.delta.Locations;
import java.io.IOException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;

/** Looks whether files are there, before Spark does and says it at length. */
final class Files {

    private Files() {}

    static boolean exist(String location, SparkSession spark) {
        try {
            Path path = new Path(location);
            FileStatus[] found = path.getFileSystem(spark.sessionState().newHadoopConf()).globStatus(path);
            return found != null && found.length > 0;
        } catch (IOException e) {
            throw new ForjaException(Locations.display(location) + " cannot be looked at (" + e.getMessage() + ")",
                    "check the path and its permissions", true, e);
        }
    }
}

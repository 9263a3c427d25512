package io.forja.jobs.delta;

import io.forja.core.definition.TableTarget;
import io.forja.core.job.JobContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.Snapshot;

/** What the earlier runs of a job wrote to its table, as the table's own commits tell. */
public final class RunsBefore {

    /** How many versions are looked at for each run that is asked for: other jobs write the table too. */
    private static final int VERSIONS_FOR_ONE = 4;

    private final SparkSession spark;
    private final String location;
    private final JobContext context;

    private RunsBefore(SparkSession spark, String location, JobContext context) {
        this.spark = spark;
        this.location = location;
        this.context = context;
    }

    public static RunsBefore of(SparkSession spark, Lakehouse lakehouse, TableTarget table, JobContext context) {
        return new RunsBefore(spark, Destination.of(table, lakehouse).location(), context);
    }

    /**
     * How many rows each of the last runs wrote, the newest first; fewer where there were fewer. One line is read of
     * each commit that is looked at.
     */
    public List<Long> written(int runs) {
        Snapshot newest = Newest.of(spark, location);
        List<Long> versions = Stream.iterate(newest.version(), version -> version >= 0, version -> version - 1)
                .limit((long) runs * VERSIONS_FOR_ONE).toList();
        return infos(newest.deltaLog(), versions).stream()
                .flatMap(Optional::stream)
                .filter(info -> info.pipeline().equals(context.pipeline()) && info.job().equals(context.job())
                        && !info.origin().equals(context.origin()))
                .map(info -> info.rows().written())
                .limit(runs)
                .toList();
    }

    private static List<Optional<CommitInfo>> infos(DeltaLog log, List<Long> versions) {
        try {
            return ManyFiles.map(versions, version -> History.infoOf(log, version));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

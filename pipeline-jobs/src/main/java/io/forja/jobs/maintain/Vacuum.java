package io.forja.jobs.maintain;

import io.forja.core.problem.ForjaException;
import io.forja.core.yaml.Durations;
import io.forja.jobs.delta.ManyFiles;
import io.forja.jobs.delta.Newest;
import io.forja.jobs.delta.Scala;
import io.forja.jobs.delta.Statement;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.commands.VacuumCommand$;
import org.apache.spark.util.ManualClock;
import org.jspecify.annotations.Nullable;

/**
 * The files of a table that no version within its time travel needs, as of the given clock's time. Delta decides which
 * these are, and removes them.
 */
final class Vacuum {

    private final SparkSession spark;
    private final DeltaLog log;
    private final Duration retained;
    private final Clock clock;

    /**
     * @param retain how long a file stays after the last version that needs it; null for as long as the table says
     * @throws ForjaException when that is less than the table itself promises
     */
    Vacuum(SparkSession spark, String table, DeltaLog log, @Nullable Duration retain, Clock clock) {
        Duration promised = Duration.ofMillis(DeltaLog.tombstoneRetentionMillis(Newest.of(log).metadata()));
        if (retain != null && retain.compareTo(promised) < 0) {
            throw ForjaException.permanent("retain: the table " + table + " promises to keep old files for "
                    + Durations.format(promised) + ", which is more than " + Durations.format(retain),
                    "write that or more, or remove \"retain\"");
        }
        Duration declared = retain == null ? promised : retain;
        this.retained = declared.compareTo(MaintainDefinition.LEAST_RETAINED) < 0
                ? MaintainDefinition.LEAST_RETAINED : declared;
        this.spark = spark;
        this.log = log;
        this.clock = clock;
    }

    Duration retained() {
        return retained;
    }

    /** What would be removed now. */
    List<FileStatus> due() throws IOException {
        FileSystem fs = log.dataPath().getFileSystem(spark.sessionState().newHadoopConf());
        return ManyFiles.map(run(true), path -> file(fs, path)).stream().flatMap(Optional::stream).toList();
    }

    /** Empty for a folder, and for what somebody else removed. */
    private static Optional<FileStatus> file(FileSystem fs, String path) throws IOException {
        try {
            return Optional.of(fs.getFileStatus(new Path(path))).filter(FileStatus::isFile);
        } catch (FileNotFoundException e) {
            return Optional.empty();
        }
    }

    void remove() {
        run(false);
    }

    private List<String> run(boolean dry) {
        return Statement.told(() -> VacuumCommand$.MODULE$.gc(spark, log, dry, Scala.option(retained.toMillis() / 3_600_000.0),
                Scala.option(null), Scala.option(null), Scala.map(Map.of()), new ManualClock(clock.millis()))
                .select("path").as(Encoders.STRING()).collectAsList());
    }
}

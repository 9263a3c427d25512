package io.forja.jobs.delta;

import io.forja.core.definition.Moment;
import io.forja.core.problem.ForjaException;
import java.io.IOException;
import java.sql.Timestamp;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;
import org.jspecify.annotations.Nullable;

/**
 * The versions that stand in a table's log, and which of them can still be read: those whose log goes back to a
 * checkpoint or to version 0, and whose files are all there. The log and the table's directory are listed once, and of
 * the log only the commits from the oldest version in question on are read. Immutable: what is removed later, it does
 * not know.
 */
public final class Versions {

    private static final String ABSENT = "it is not in the log";

    /** What is wrong with each version, or an empty text. */
    private final TreeMap<Long, String> problems;

    private Versions(TreeMap<Long, String> problems) {
        this.problems = problems;
    }

    /** The versions from {@code oldest} on, which is cheaper the fewer they are. */
    static Versions of(SparkSession spark, String location, long oldest) {
        DeltaLog log = DeltaLog.forTable(spark, new Path(location));
        try {
            LogFiles files = LogFiles.list(log);
            MissingFiles missing = MissingFiles.since(log, files, oldest);
            TreeMap<Long, String> problems = new TreeMap<>();
            for (long version : files.commits().tailSet(oldest)) {
                problems.put(version, files.isWhole(version) ? missing.problem(version)
                        : "its log is gone: neither the commits before it nor a checkpoint are there");
            }
            return new Versions(problems);
        } catch (IOException e) {
            throw new ForjaException("the files of " + Locations.display(location) + " cannot be listed ("
                    + e.getMessage() + ")", "check that the folder can be read", true, e);
        }
    }

    /** Why a version cannot be read; empty where it can. */
    Optional<String> problem(long version) {
        String problem = problems.getOrDefault(version, ABSENT);
        return problem.isEmpty() ? Optional.empty() : Optional.of(problem);
    }

    /**
     * The version that is meant.
     *
     * @param table what people call the table
     * @param version the version itself, or null
     * @param timestamp a moment whose newest version is meant, or null
     * @throws ForjaException when there is none that can be read; the message names those that can
     */
    public static long require(
            SparkSession spark, String location, String table, @Nullable Long version, @Nullable Moment timestamp) {
        Long wanted = version != null || timestamp == null ? version : at(spark, location, timestamp);
        if (wanted == null) {
            throw all(spark, location).refused("the table " + table + " has no version of " + timestamp
                    + ": its log begins later");
        }
        Optional<String> problem = of(spark, location, wanted).problem(wanted);
        problem.ifPresent(why -> {
            throw all(spark, location).refused(why.equals(ABSENT) ? "the table " + table + " has no version " + wanted
                    : "version " + wanted + " of " + table + " can no longer be read: " + why);
        });
        return wanted;
    }

    private static Versions all(SparkSession spark, String location) {
        return of(spark, location, 0);
    }

    private static @Nullable Long at(SparkSession spark, String location, Moment timestamp) {
        // A commit's time has milliseconds, and people see it to the second: all of that second counts.
        Timestamp last = Timestamp.from(timestamp.instant().truncatedTo(ChronoUnit.SECONDS).plusMillis(999));
        try {
            return DeltaLog.forTable(spark, new Path(location)).history()
                    .getActiveCommitAtTime(last, true, false, false).version();
        } catch (Exception e) {
            // A checked exception that Delta does not declare says that it has none so old.
            if (e instanceof AnalysisException) {
                return null;
            }
            throw new ForjaException("the log of " + Locations.display(location) + " cannot be read ("
                    + Statement.sentence(e) + ")", "check that the folder can be read", true, e);
        }
    }

    private ForjaException refused(String what) {
        return ForjaException.permanent(what, readable().isEmpty() ? "no version of it can be read: restore a snapshot"
                : "the versions that can be read are " + readable());
    }

    /** As in {@code 2 to 5, 7}. */
    private String readable() {
        List<String> ranges = new ArrayList<>();
        Long first = null;
        Long last = null;
        for (Map.Entry<Long, String> entry : problems.entrySet()) {
            if (entry.getValue().isEmpty() && last != null && entry.getKey() == last + 1) {
                last = entry.getKey();
            } else if (entry.getValue().isEmpty()) {
                add(ranges, first, last);
                first = entry.getKey();
                last = first;
            }
        }
        add(ranges, first, last);
        return String.join(", ", ranges);
    }

    private static void add(List<String> ranges, @Nullable Long first, @Nullable Long last) {
        if (first != null && last != null) {
            ranges.add(first.equals(last) ? first.toString() : first + " to " + last);
        }
    }
}

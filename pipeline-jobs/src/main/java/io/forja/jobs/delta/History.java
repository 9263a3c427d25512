package io.forja.jobs.delta;

import io.delta.tables.DeltaTable;
import io.forja.core.job.JobContext;
import io.forja.core.lake.TableVersion;
import io.forja.core.problem.ForjaException;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.DeltaHistoryManager;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.Snapshot;
import org.apache.spark.sql.delta.util.FileNames;
import org.jspecify.annotations.Nullable;

/** The versions of a table, and which run made each. */
public final class History {

    /** @param info what the commit says of its run */
    record Made(long version, CommitInfo info) {

        /** The version before it, or null where it is the first. */
        @Nullable Long before() {
            return version == 0 ? null : version - 1;
        }
    }

    private final SparkSession spark;
    private final String location;
    private final DeltaTable table;

    private History(SparkSession spark, String location) {
        this.spark = spark;
        this.location = location;
        this.table = DeltaTable.forPath(spark, location);
    }

    public static History of(SparkSession spark, String location) {
        return new History(spark, location);
    }

    /** The run that made a version, as far as its commit says; one line of the log is read. */
    public static Optional<String> runOf(Snapshot version) {
        return infoOf(version.deltaLog(), version.version()).map(CommitInfo::run);
    }

    /** What the commit of a version says of its run; one line of the log is read. Empty where it is not Forja's. */
    static Optional<CommitInfo> infoOf(DeltaLog log, long version) {
        try {
            return Scala.optional(DeltaHistoryManager.getCommitInfoOpt(log.store(),
                            FileNames.unsafeDeltaFile(log.logPath(), version), log.newDeltaHadoopConf()))
                    .flatMap(commit -> Scala.optional(commit.userMetadata()))
                    .flatMap(CommitInfo::parse);
        } catch (Exception e) {
            // A checkpoint may outlive its commit, whose absence Delta tells by an exception that it does not declare.
            return Optional.empty();
        }
    }

    /** The newest versions first, at most {@code limit}, each with what keeps it from being read. */
    public List<TableVersion> newest(int limit) {
        List<Row> rows = rows(limit);
        Versions versions = Versions.of(spark, location, rows.isEmpty() ? 0 : rows.get(rows.size() - 1).getLong(0));
        return rows.stream().map(row -> version(row, versions)).toList();
    }

    /**
     * Who made a version.
     *
     * @param run the run, or null where it was not Forja
     * @param origin the run that it resumes, or the run itself
     */
    public record Author(long version, String operation, @Nullable String run, @Nullable String origin) {}

    /** Who made the versions from one on, oldest first; only their commits are read. */
    public static List<Author> authorsSince(SparkSession spark, String location, long first) {
        DeltaLog log = DeltaLog.forTable(spark, new Path(location));
        Newest.of(log);
        List<Author> authors = new ArrayList<>();
        var commits = log.getChanges(first, false);
        while (commits.hasNext()) {
            var commit = commits.next();
            long version = ((Number) commit._1()).longValue();
            Scala.list(commit._2()).stream()
                    .filter(action -> action instanceof org.apache.spark.sql.delta.actions.CommitInfo)
                    .map(action -> (org.apache.spark.sql.delta.actions.CommitInfo) action)
                    .forEach(info -> authors.add(author(version, info)));
        }
        return authors;
    }

    private static Author author(long version, org.apache.spark.sql.delta.actions.CommitInfo info) {
        return Scala.optional(info.userMetadata()).flatMap(CommitInfo::parse)
                .map(made -> new Author(version, info.operation(), made.run(), made.origin()))
                .orElseGet(() -> new Author(version, info.operation(), null, null));
    }

    private List<Row> rows(int limit) {
        return table.history(limit).select("version", "timestamp", "operation", "operationMetrics", "userMetadata")
                .collectAsList();
    }

    /**
     * The version that an attempt of this very job made; to be asked only where there is one, for it reads them all.
     *
     * @throws ForjaException when the history no longer has it
     */
    Made require(JobContext context, String name) {
        return table.history().select("version", "userMetadata").collectAsList().stream()
                .flatMap(row -> CommitInfo.parse(text(row, 1)).map(info -> new Made(row.getLong(0), info)).stream())
                .filter(made -> made.info().isOf(context))
                .findFirst()
                .orElseThrow(() -> ForjaException.permanent("this job of the run " + context.runId() + " has written "
                        + name + " before, in a version that is no longer in its history", "start a new run"));
    }

    private static TableVersion version(Row row, Versions versions) {
        Optional<CommitInfo> info = CommitInfo.parse(text(row, 4));
        Map<String, String> metrics = row.isNullAt(3) ? Map.of() : new TreeMap<>(row.<String, String>getJavaMap(3));
        return new TableVersion(row.getLong(0), row.<Timestamp>getAs(1).toInstant(), row.getString(2), metrics,
                info.map(CommitInfo::run).orElse(null), info.map(CommitInfo::pipeline).orElse(null),
                info.map(CommitInfo::job).orElse(null), versions.problem(row.getLong(0)).orElse(null));
    }

    private static @Nullable String text(Row row, int index) {
        return row.isNullAt(index) ? null : row.getString(index);
    }
}

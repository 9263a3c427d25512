package io.forja.jobs.delta;

import io.delta.tables.DeltaTable;
import io.forja.core.job.JobContext;
import io.forja.core.lake.TableVersion;
import io.forja.core.problem.ForjaException;
import java.sql.Timestamp;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
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

    private final DeltaTable table;

    private History(DeltaTable table) {
        this.table = table;
    }

    public static History of(SparkSession spark, String location) {
        return new History(DeltaTable.forPath(spark, location));
    }

    /** The newest versions first, at most {@code limit}. */
    public List<TableVersion> newest(int limit) {
        return table.history(limit)
                .select("version", "timestamp", "operation", "operationMetrics", "userMetadata")
                .collectAsList().stream()
                .map(History::version)
                .toList();
    }

    /**
     * The version that an attempt of this very job made; to be asked only where there is one, for it reads them all.
     *
     * @throws ForjaException when the history no longer has it
     */
    Made require(JobContext context, String name) {
        return table.history().select("version", "userMetadata").collectAsList().stream()
                .flatMap(row -> CommitInfo.parse(text(row, 1)).map(info -> new Made(row.getLong(0), info)).stream())
                .filter(made -> made.info().run().equals(context.runId()) && made.info().job().equals(context.job()))
                .findFirst()
                .orElseThrow(() -> ForjaException.permanent("this job of the run " + context.runId() + " has written "
                        + name + " before, in a version that is no longer in its history", "start a new run"));
    }

    private static TableVersion version(Row row) {
        Optional<CommitInfo> info = CommitInfo.parse(text(row, 4));
        Map<String, String> metrics = row.isNullAt(3) ? Map.of() : new TreeMap<>(row.<String, String>getJavaMap(3));
        return new TableVersion(row.getLong(0), row.<Timestamp>getAs(1).toInstant(), row.getString(2), metrics,
                info.map(CommitInfo::run).orElse(null), info.map(CommitInfo::pipeline).orElse(null),
                info.map(CommitInfo::job).orElse(null));
    }

    private static @Nullable String text(Row row, int index) {
        return row.isNullAt(index) ? null : row.getString(index);
    }
}

package io.forja.scheduler.api;

import io.forja.core.lake.Keepers;
import io.forja.core.lake.Registered;
import io.forja.core.lake.RestorePoint;
import io.forja.core.lake.Restored;
import io.forja.core.lake.SnapshotInfo;
import io.forja.core.lake.SqlResult;
import io.forja.core.lake.TableInfo;
import io.forja.core.lake.TableVersion;
import io.forja.core.lake.UndoneTable;
import io.forja.core.run.LiveRun;
import io.forja.core.run.RunQuery;
import io.forja.core.run.RunRecord;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the command line and the JSON API offer. One implementation works in this process, another one asks the daemon;
 * a caller sees no difference. Thread-safe.
 *
 * <p>Errors: {@link io.forja.core.problem.NotFoundException} for an unknown name, {@link
 * io.forja.core.problem.InvalidDefinitionException} for a wrong definition or argument, {@link
 * io.forja.core.problem.ForjaException} for everything else that a person can mend.
 */
public interface Forja extends AutoCloseable {

    /** Starts a run and returns at once; the run is in the ledger when it returns. */
    LiveRun start(RunRequest request);

    /**
     * Starts a run that goes on with one that ended without success, by the pipeline as it is now, and returns at once:
     * the jobs that had succeeded are not run again, the others are, and what they had committed is not done twice.
     */
    LiveRun retry(String runId);

    /**
     * Looks at what a run would find and change, and changes nothing: checks expressions and columns against the tables
     * as they are now, and counts the rows that would be touched.
     *
     * @return the jobs that can tell, in the order of the plan
     */
    List<PreviewedJob> preview(RunRequest request);

    /** A run as it stands now, live or from the ledger. */
    LiveRun run(String runId);

    /** Runs, the newest logical time first. */
    List<RunRecord> runs(RunQuery query);

    /** Asks a run to end; a run that has ended stays as it is. */
    LiveRun cancel(String runId);

    /** The log lines of a run, from a line on (0 is the first); at most 10 000, the rest with another call. */
    List<String> logs(String runId, long fromLine);

    SqlResult sql(String statement, int maxRows);

    List<TableInfo> tables();

    TableInfo table(String table);

    List<TableVersion> history(String table, int limit);

    /** Drops a table, as its type says, while no job writes it; tells what it was. */
    TableInfo drop(String table);

    /** Gives a Delta table that is there a name. */
    TableInfo register(String table, String path);

    /** Gives every table that the pipelines declare by a path, and every managed one of the warehouse, its name back. */
    List<Registered> registerAll();

    /** Brings a table back to what it was, as a new version, while no job writes it; or with {@code dryRun} only looks. */
    Restored restore(String table, RestorePoint to, boolean dryRun);

    /** Takes back what a run and those that resume it wrote, while no job writes those tables; or with {@code dryRun} only tells what that does. */
    List<UndoneTable> undo(String runId, boolean dryRun);

    /** @param table only the snapshots of this table, or null for all */
    List<SnapshotInfo> snapshots(@Nullable String table);

    /** Removes old snapshots, or with {@code dryRun} only tells which it would. */
    List<SnapshotInfo> expireSnapshots(@Nullable String table, Duration olderThan, Keepers keepers, boolean dryRun);

    @Override
    void close();
}

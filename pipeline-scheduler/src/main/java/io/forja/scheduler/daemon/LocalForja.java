package io.forja.scheduler.daemon;

import io.forja.core.lake.SnapshotInfo;
import io.forja.core.lake.SqlResult;
import io.forja.core.lake.TableInfo;
import io.forja.core.lake.TableVersion;
import io.forja.core.run.LiveRun;
import io.forja.core.run.RunListener;
import io.forja.core.run.RunQuery;
import io.forja.core.run.RunRecord;
import io.forja.scheduler.api.Forja;
import io.forja.scheduler.api.RunRequest;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Forja in this process. */
public final class LocalForja implements Forja {

    private LocalForja() {}

    /**
     * A Forja of its own for a command while no daemon is up: its runs are this process's, and end with it.
     *
     * @param listener hears of its runs
     */
    public static LocalForja open(Setup setup, RunListener listener) {
        throw new UnsupportedOperationException();
    }

    @Override
    public LiveRun start(RunRequest request) {
        throw new UnsupportedOperationException();
    }

    @Override
    public LiveRun run(String runId) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<RunRecord> runs(RunQuery query) {
        throw new UnsupportedOperationException();
    }

    @Override
    public LiveRun cancel(String runId) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<String> logs(String runId, long fromLine) {
        throw new UnsupportedOperationException();
    }

    @Override
    public SqlResult sql(String statement, int maxRows) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<TableInfo> tables() {
        throw new UnsupportedOperationException();
    }

    @Override
    public TableInfo table(String table) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<TableVersion> history(String table, int limit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<SnapshotInfo> snapshots(@Nullable String table) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<SnapshotInfo> expireSnapshots(
            @Nullable String table, Duration olderThan, int keepAtLeast, boolean dryRun) {
        throw new UnsupportedOperationException();
    }

    /** Ends what it runs: with the process its runs end too. The ledger and the lake stay open. */
    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}

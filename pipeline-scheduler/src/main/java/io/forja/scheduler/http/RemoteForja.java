package io.forja.scheduler.http;

import io.forja.core.lake.SnapshotInfo;
import io.forja.core.lake.SqlResult;
import io.forja.core.lake.TableInfo;
import io.forja.core.lake.TableVersion;
import io.forja.core.run.LiveRun;
import io.forja.core.run.RunQuery;
import io.forja.core.run.RunRecord;
import io.forja.scheduler.api.Forja;
import io.forja.scheduler.api.RunRequest;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Forja through its daemon, over HTTP. */
public final class RemoteForja implements Forja {

    /** @param token what the daemon asks for, or null where it asks for none */
    public RemoteForja(URI url, @Nullable String token) {}

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

    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}

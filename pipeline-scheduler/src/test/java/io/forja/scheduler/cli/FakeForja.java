package io.forja.scheduler.cli;

import io.forja.core.lake.Keepers;
import io.forja.core.lake.Registered;
import io.forja.core.lake.RestorePoint;
import io.forja.core.lake.Restored;
import io.forja.core.lake.SnapshotInfo;
import io.forja.core.lake.SqlResult;
import io.forja.core.lake.TableInfo;
import io.forja.core.lake.TableVersion;
import io.forja.core.lake.UndoneTable;
import io.forja.core.problem.ForjaException;
import io.forja.core.problem.NotFoundException;
import io.forja.core.run.LiveRun;
import io.forja.core.run.RunQuery;
import io.forja.core.run.RunRecord;
import io.forja.scheduler.api.Forja;
import io.forja.scheduler.api.PreviewedJob;
import io.forja.scheduler.api.RunRequest;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Answers with what a test laid down, and remembers what it was asked. */
final class FakeForja implements Forja {

    /** What {@link #start} and then each {@link #run} answer, in order; the last one stays. */
    final Deque<LiveRun> frames = new ArrayDeque<>();

    final List<RunRequest> started = new ArrayList<>();
    final List<String> cancelled = new ArrayList<>();
    final List<String> asked = new ArrayList<>();
    final List<PreviewedJob> previews = new ArrayList<>();
    final List<RunRecord> runs = new ArrayList<>();
    final List<String> logs = new ArrayList<>();
    final List<TableInfo> tables = new ArrayList<>();
    final List<TableVersion> history = new ArrayList<>();
    final List<SnapshotInfo> snapshots = new ArrayList<>();
    final List<Registered> registered = new ArrayList<>();
    final List<UndoneTable> undone = new ArrayList<>();
    Restored restored;
    SqlResult sql = new SqlResult(List.of(), List.of(), false);
    /** Thrown by every call, where set. */
    RuntimeException failure;
    /** Runs before each answer of {@link #run}. */
    Runnable beforeFrame = () -> {};

    private LiveRun next() {
        if (frames.isEmpty()) {
            throw new NotFoundException("there is no such run", "see \"forja runs list\"");
        }
        return frames.size() > 1 ? frames.poll() : frames.peek();
    }

    private void failIfAsked() {
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public LiveRun start(RunRequest request) {
        failIfAsked();
        started.add(request);
        return next();
    }

    @Override
    public LiveRun retry(String runId) {
        failIfAsked();
        asked.add("retry " + runId);
        return next();
    }

    @Override
    public List<PreviewedJob> preview(RunRequest request) {
        failIfAsked();
        asked.add("preview of " + request.pipeline() + " " + request.params());
        return previews;
    }

    @Override
    public LiveRun run(String runId) {
        failIfAsked();
        beforeFrame.run();
        return next();
    }

    @Override
    public List<RunRecord> runs(RunQuery query) {
        failIfAsked();
        asked.add(query.toString());
        return runs.stream().limit(query.limit()).toList();
    }

    @Override
    public LiveRun cancel(String runId) {
        cancelled.add(runId);
        return next();
    }

    @Override
    public List<String> logs(String runId, long fromLine) {
        return logs.subList((int) fromLine, logs.size());
    }

    @Override
    public SqlResult sql(String statement, int maxRows) {
        failIfAsked();
        asked.add(statement + " limit " + maxRows);
        return sql;
    }

    @Override
    public List<TableInfo> tables() {
        return tables;
    }

    @Override
    public TableInfo table(String table) {
        return tables.stream().filter(info -> info.name().equals(table)).findFirst()
                .orElseThrow(() -> new NotFoundException("there is no table " + table, "see \"forja tables list\""));
    }

    @Override
    public List<TableVersion> history(String table, int limit) {
        asked.add(table + " limit " + limit);
        return history;
    }

    @Override
    public TableInfo drop(String table) {
        asked.add("drop " + table);
        return table(table);
    }

    @Override
    public TableInfo register(String table, String path) {
        asked.add("register " + table + " at " + path);
        return table(table);
    }

    @Override
    public List<Registered> registerAll() {
        asked.add("register all");
        return registered;
    }

    @Override
    public Restored restore(String table, RestorePoint to, boolean dryRun) {
        asked.add("restore " + table + " to " + to + " dry run " + dryRun);
        return restored;
    }

    @Override
    public List<UndoneTable> undo(String runId, boolean dryRun) {
        asked.add("undo " + runId + " dry run " + dryRun);
        return undone;
    }

    @Override
    public List<SnapshotInfo> snapshots(String table) {
        asked.add("snapshots of " + table);
        return snapshots;
    }

    @Override
    public List<SnapshotInfo> expireSnapshots(String table, Duration olderThan, Keepers keepers, boolean dryRun) {
        asked.add("expire " + table + " older than " + olderThan + " keep " + keepers + " dry run " + dryRun);
        return snapshots;
    }

    @Override
    public void close() {
        if (failure instanceof ForjaException) {
            asked.add("closed");
        }
    }
}

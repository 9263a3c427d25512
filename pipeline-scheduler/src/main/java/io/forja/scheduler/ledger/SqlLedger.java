package io.forja.scheduler.ledger;

import io.forja.core.job.JobResult;
import io.forja.core.job.RowCounts;
import io.forja.core.problem.Redaction;
import io.forja.core.run.JobRecord;
import io.forja.core.run.JobStatus;
import io.forja.core.run.Ledger;
import io.forja.core.run.RunQuery;
import io.forja.core.run.RunRecord;
import io.forja.core.run.RunStatus;
import io.forja.core.run.Trigger;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The ledger in the state database. Closing it leaves the database open, which belongs to whoever opened it. */
public final class SqlLedger implements Ledger {

    private static final String RUN_COLUMNS = "id, pipeline, logical_time, rerun, resumes, trigger_kind, params,"
            + " definition_hash, owner, status, due_at, started_at, finished_at, error";
    private static final String NOT_AT_ITS_END = " AND status IN ('QUEUED', 'RUNNING')";
    private static final String JOB_NOT_AT_ITS_END = " AND status IN ('WAITING', 'RUNNING', 'RETRY_WAIT')";
    private static final int PURGED_AT_ONCE = 500;

    private final StateDatabase database;
    private final Redaction redaction;

    /** @param redaction what the texts of errors and notes never contain, not even on disk */
    public SqlLedger(StateDatabase database, Redaction redaction) {
        this.database = database;
        this.redaction = redaction;
    }

    @Override
    public boolean add(RunRecord run, List<JobRecord> jobs) {
        return database.write(connection -> {
            int added = Sql.update(connection, "INSERT INTO runs (" + RUN_COLUMNS + ")"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                    run.id(), run.pipeline(), run.logicalTime(), run.rerun(), run.resumes(), run.trigger(),
                    JsonColumn.ofMap(run.params()), run.definitionHash(), run.owner(), run.status(), run.dueAt(),
                    run.startedAt(), run.finishedAt(), hidden(run.error()));
            if (added == 0) {
                return false;
            }
            for (JobRecord job : jobs) {
                insert(connection, job);
            }
            return true;
        });
    }

    private void insert(Connection connection, JobRecord job) throws SQLException {
        RowCounts rows = job.result().rows();
        Sql.update(connection, "INSERT INTO jobs (run_id, job, job_type, plan_position, needs, status, attempt,"
                + " started_at, finished_at, retry_at, error, rows_read, rows_written, rows_rejected,"
                + " rows_deduplicated, rows_filtered, table_changes, notes, expectations)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                job.runId(), job.job(), job.type(), job.position(), JsonColumn.ofList(job.needs()), job.status(),
                job.attempt(), job.startedAt(), job.finishedAt(), job.retryAt(), hidden(job.error()), rows.read(),
                rows.written(), rows.rejected(), rows.deduplicated(), rows.filtered(),
                JsonColumn.ofTables(job.result().tables()), redaction.apply(JsonColumn.ofList(job.result().notes())),
                redaction.apply(JsonColumn.ofExpectations(job.result().expectations())));
    }

    private @Nullable String hidden(@Nullable String text) {
        return text == null ? null : redaction.apply(text);
    }

    @Override
    public boolean update(RunRecord run) {
        return database.write(connection -> Sql.update(connection,
                "UPDATE runs SET owner = ?, status = ?, started_at = ?, finished_at = ?, error = ? WHERE id = ?"
                        + NOT_AT_ITS_END,
                run.owner(), run.status(), run.startedAt(), run.finishedAt(), hidden(run.error()), run.id())) == 1;
    }

    @Override
    public boolean update(JobRecord job) {
        RowCounts rows = job.result().rows();
        return database.write(connection -> Sql.update(connection,
                "UPDATE jobs SET status = ?, attempt = ?, started_at = ?, finished_at = ?, retry_at = ?, error = ?,"
                        + " rows_read = ?, rows_written = ?, rows_rejected = ?, rows_deduplicated = ?,"
                        + " rows_filtered = ?, table_changes = ?, notes = ?, expectations = ? WHERE run_id = ? AND job = ?"
                        + JOB_NOT_AT_ITS_END,
                job.status(), job.attempt(), job.startedAt(), job.finishedAt(), job.retryAt(), hidden(job.error()),
                rows.read(), rows.written(), rows.rejected(), rows.deduplicated(), rows.filtered(),
                JsonColumn.ofTables(job.result().tables()), redaction.apply(JsonColumn.ofList(job.result().notes())),
                redaction.apply(JsonColumn.ofExpectations(job.result().expectations())), job.runId(), job.job())) == 1;
    }

    @Override
    public Optional<RunRecord> run(String id) {
        return database.read(connection -> Sql.one(connection, "SELECT " + RUN_COLUMNS + " FROM runs WHERE id = ?",
                SqlLedger::run, id));
    }

    @Override
    public List<JobRecord> jobs(String runId) {
        return database.read(connection -> Sql.list(connection,
                "SELECT * FROM jobs WHERE run_id = ? ORDER BY plan_position", SqlLedger::job, runId));
    }

    @Override
    public List<RunRecord> runs(RunQuery query) {
        List<String> conditions = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        if (query.pipeline() != null) {
            conditions.add("pipeline = ?");
            values.add(query.pipeline());
        }
        if (query.status() != null) {
            conditions.add("status = ?");
            values.add(query.status());
        }
        values.add(query.limit());
        String where = conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions);
        return database.read(connection -> Sql.list(connection, "SELECT " + RUN_COLUMNS + " FROM runs" + where
                + " ORDER BY logical_time DESC, rerun DESC LIMIT ?", SqlLedger::run, values.toArray()));
    }

    @Override
    public void markUndone(String runId) {
        database.write(connection -> Sql.update(connection, "UPDATE runs SET undone = 1 WHERE id = ?", runId));
    }

    @Override
    public boolean isUndone(String runId) {
        return database.read(connection -> Sql.one(connection, "SELECT undone FROM runs WHERE id = ?",
                row -> row.getInt(1) == 1, runId)).orElse(false);
    }

    @Override
    public List<RunRecord> unfinished() {
        return database.read(connection -> Sql.list(connection, "SELECT " + RUN_COLUMNS
                + " FROM runs WHERE status IN ('QUEUED', 'RUNNING') ORDER BY logical_time, rerun", SqlLedger::run));
    }

    @Override
    public int nextRerun(String pipeline, Instant logicalTime) {
        return database.read(connection -> Sql.one(connection,
                "SELECT coalesce(max(rerun) + 1, 0) FROM runs WHERE pipeline = ? AND logical_time = ?",
                row -> row.getInt(1), pipeline, logicalTime)).orElseThrow();
    }

    @Override
    public Optional<Instant> lastScheduled(String pipeline) {
        return database.read(connection -> Sql.one(connection, "SELECT logical_time FROM runs WHERE pipeline = ?"
                + " AND trigger_kind <> 'MANUAL' ORDER BY logical_time DESC LIMIT 1",
                row -> Instant.ofEpochMilli(row.getLong(1)), pipeline));
    }

    @Override
    public Instant scheduledSince(String pipeline, String schedule, Instant now) {
        String known = "SELECT since FROM schedules WHERE pipeline = ? AND schedule = ?";
        Optional<Instant> since = database.read(connection ->
                Sql.one(connection, known, row -> Instant.ofEpochMilli(row.getLong(1)), pipeline, schedule));
        return since.orElseGet(() -> database.write(connection -> {
            Sql.update(connection, "INSERT INTO schedules (pipeline, schedule, since) VALUES (?, ?, ?)"
                    + " ON CONFLICT (pipeline) DO UPDATE SET schedule = excluded.schedule, since = excluded.since"
                    + " WHERE schedules.schedule <> excluded.schedule", pipeline, schedule, now);
            return Sql.one(connection, known, row -> Instant.ofEpochMilli(row.getLong(1)), pipeline, schedule).orElseThrow();
        }));
    }

    /**
     * Removes finished runs that ended before a time, but of each pipeline never the newest scheduled one, by which
     * missed times are found, nor the newest of all. It goes in small steps, so that others can write in between.
     *
     * @return how many were removed
     */
    public int purge(Instant before) {
        int all = 0;
        int some;
        do {
            some = database.write(connection -> Sql.update(connection, "DELETE FROM runs WHERE id IN ("
                    + "SELECT id FROM runs r WHERE finished_at < ?"
                    + " AND status NOT IN ('QUEUED', 'RUNNING')"
                    + " AND logical_time <> (SELECT max(logical_time) FROM runs n WHERE n.pipeline = r.pipeline)"
                    + " AND logical_time <> coalesce((SELECT logical_time FROM runs s WHERE s.pipeline = r.pipeline"
                    + " AND s.trigger_kind <> 'MANUAL' ORDER BY logical_time DESC LIMIT 1), -1)"
                    + " LIMIT " + PURGED_AT_ONCE + ")", before));
            all += some;
        } while (some == PURGED_AT_ONCE);
        return all;
    }

    @Override
    public void close() {
        // Nothing is open here.
    }

    private static RunRecord run(ResultSet row) throws SQLException {
        return new RunRecord(row.getString("id"), row.getString("pipeline"),
                Objects.requireNonNull(Sql.instant(row, "logical_time")), row.getInt("rerun"), row.getString("resumes"),
                Trigger.valueOf(row.getString("trigger_kind")), JsonColumn.map(row.getString("params")),
                row.getString("definition_hash"), row.getString("owner"), RunStatus.valueOf(row.getString("status")),
                Objects.requireNonNull(Sql.instant(row, "due_at")), Sql.instant(row, "started_at"),
                Sql.instant(row, "finished_at"), row.getString("error"));
    }

    private static JobRecord job(ResultSet row) throws SQLException {
        RowCounts rows = new RowCounts(row.getLong("rows_read"), row.getLong("rows_written"),
                row.getLong("rows_rejected"), row.getLong("rows_deduplicated"), row.getLong("rows_filtered"));
        JobResult result = new JobResult(rows, JsonColumn.tables(row.getString("table_changes")),
                JsonColumn.list(row.getString("notes")), JsonColumn.expectations(row.getString("expectations")));
        return new JobRecord(row.getString("run_id"), row.getString("job"), row.getString("job_type"),
                row.getInt("plan_position"), Set.copyOf(JsonColumn.list(row.getString("needs"))),
                JobStatus.valueOf(row.getString("status")), row.getInt("attempt"), Sql.instant(row, "started_at"),
                Sql.instant(row, "finished_at"), Sql.instant(row, "retry_at"), row.getString("error"), result);
    }
}

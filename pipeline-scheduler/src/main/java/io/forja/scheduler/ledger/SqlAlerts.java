package io.forja.scheduler.ledger;

import io.forja.core.run.RunStatus;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Who is to be told of a run's end, remembered so that everyone is told once, whatever process dies in between.
 * Thread-safe, and safe beside other processes.
 */
public final class SqlAlerts {

    /**
     * Someone to be told.
     *
     * @param target the name in forja.yaml
     * @param kind what of: {@code failure}, {@code recovery}, {@code success}
     * @param attempts how often it was tried so far
     */
    public record Alert(String runId, String target, String kind, int attempts) {}

    private static final String OPEN = " WHERE sent_at IS NULL AND given_up IS NULL";
    private static final String THIS = " WHERE run_id = ? AND target = ?";

    private final StateDatabase database;
    private final String owner;

    /** @param owner this process, which sends the alerts that it notes down */
    public SqlAlerts(StateDatabase database, String owner) {
        this.database = database;
        this.owner = owner;
    }

    /**
     * Marks a run's end as looked at, and notes down who is to be told.
     *
     * @param kinds what each target is told of
     * @return the alerts that this call noted down; none where someone looked at this run before
     */
    public List<Alert> announce(String runId, Map<String, String> kinds, Instant now) {
        return database.write(connection -> {
            int first = Sql.update(connection, "UPDATE runs SET announced = 1 WHERE id = ? AND announced = 0", runId);
            if (first == 0) {
                return List.of();
            }
            for (Map.Entry<String, String> entry : kinds.entrySet()) {
                Sql.update(connection, "INSERT INTO alerts (run_id, target, kind, owner, created_at)"
                        + " VALUES (?, ?, ?, ?, ?)", runId, entry.getKey(), entry.getValue(), owner, now);
            }
            return kinds.entrySet().stream().map(entry -> new Alert(runId, entry.getKey(), entry.getValue(), 0))
                    .toList();
        });
    }

    /** The runs that ended after a time and that nobody looked at, oldest end first. */
    public List<String> unannounced(Instant since) {
        return database.read(connection -> Sql.list(connection, "SELECT id FROM runs WHERE announced = 0"
                + " AND finished_at >= ? ORDER BY finished_at", row -> row.getString(1), since));
    }

    /** How the pipeline's run that ended last before this one ended: SUCCEEDED or FAILED. */
    public Optional<RunStatus> outcomeBefore(String pipeline, String runId, Instant finishedAt) {
        return database.read(connection -> Sql.one(connection, "SELECT status FROM runs WHERE pipeline = ? AND id <> ?"
                + " AND finished_at <= ? AND status IN ('SUCCEEDED', 'FAILED') ORDER BY finished_at DESC LIMIT 1",
                row -> RunStatus.valueOf(row.getString(1)), pipeline, runId, finishedAt));
    }

    /** Makes the unsent alerts of dead processes those of this one. */
    public List<Alert> takeOver(Predicate<String> isGone) {
        List<String> owners = database.read(connection -> Sql.list(connection, "SELECT DISTINCT owner FROM alerts"
                + OPEN, row -> row.getString(1)));
        return owners.stream().filter(isGone).flatMap(gone -> takeOver(gone).stream()).toList();
    }

    private List<Alert> takeOver(String gone) {
        return database.write(connection -> {
            List<Alert> alerts = Sql.list(connection, "SELECT run_id, target, kind, attempts FROM alerts" + OPEN
                    + " AND owner = ? ORDER BY created_at", SqlAlerts::alert, gone);
            Sql.update(connection, "UPDATE alerts SET owner = ?" + OPEN + " AND owner = ?", owner, gone);
            return alerts;
        });
    }

    /** The alert arrived. */
    public void sent(Alert alert, Instant now) {
        database.write(connection -> Sql.update(connection, "UPDATE alerts SET attempts = attempts + 1, sent_at = ?"
                + THIS, now, alert.runId(), alert.target()));
    }

    /** The alert did not arrive this time. */
    public void failed(Alert alert) {
        database.write(connection -> Sql.update(connection, "UPDATE alerts SET attempts = attempts + 1" + THIS,
                alert.runId(), alert.target()));
    }

    /** The alert will not be tried again. */
    public void givenUp(Alert alert, String why) {
        database.write(connection -> Sql.update(connection, "UPDATE alerts SET given_up = ?" + THIS, why,
                alert.runId(), alert.target()));
    }

    private static Alert alert(ResultSet row) throws SQLException {
        return new Alert(row.getString(1), row.getString(2), row.getString(3), row.getInt(4));
    }
}

package io.forja.scheduler.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.forja.core.job.JobResult;
import io.forja.core.lake.Connection;
import io.forja.core.run.JobRecord;
import io.forja.core.run.JobStatus;
import io.forja.core.problem.Redaction;
import io.forja.core.run.RunQuery;
import io.forja.core.run.RunRecord;
import io.forja.core.run.RunStatus;
import io.forja.core.run.Ledger;
import io.forja.core.run.Trigger;
import io.forja.core.testing.LedgerContract;
import io.forja.scheduler.testing.StateKind;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class SqlLedgerTest extends LedgerContract {

    private static final Instant NIGHT = Instant.parse("2026-11-29T02:00:00Z");

    @Parameter
    StateKind kind;

    @TempDir
    Path folder;

    private @Nullable Connection address;
    private StateDatabase database;
    private SqlLedger ledger;

    private final List<StateDatabase> opened = new ArrayList<>();

    @Override
    protected Ledger open() {
        address = address == null ? kind.empty(folder) : address;
        StateDatabase another = StateDatabase.open(address);
        opened.add(another);
        return new SqlLedger(another, new Redaction());
    }

    @BeforeEach
    void openForThisTest() {
        ledger = (SqlLedger) open();
        database = opened.get(opened.size() - 1);
    }

    @AfterEach
    void close() {
        opened.forEach(StateDatabase::close);
    }

    @Test
    void a_run_changes_its_owner_when_another_process_takes_it_up() {
        RunRecord run = run("vendas", NIGHT, 0, Trigger.SCHEDULE);
        ledger.add(run, List.of());
        RunRecord taken = new RunRecord(run.id(), run.pipeline(), run.logicalTime(), 0, run.trigger(), run.params(),
                run.definitionHash(), "other:2:2", run.status(), run.dueAt(), null, null, null);
        assertThat(ledger.update(taken)).isTrue();
        assertThat(ledger.run(run.id())).contains(taken);
    }

    @Test
    void purging_removes_what_ended_before_and_its_jobs() {
        RunRecord old = ended(NIGHT, Trigger.MANUAL);
        RunRecord kept = ended(NIGHT.plus(Duration.ofDays(2)), Trigger.MANUAL);
        RunRecord unfinished = run("vendas", NIGHT.minusSeconds(1), 0, Trigger.MANUAL);
        ledger.add(unfinished, List.of());
        assertThat(ledger.purge(NIGHT.plus(Duration.ofDays(1)))).isEqualTo(1);
        assertThat(ledger.run(old.id())).isEmpty();
        assertThat(ledger.jobs(old.id())).isEmpty();
        assertThat(ledger.run(kept.id())).isPresent();
        assertThat(ledger.jobs(kept.id())).hasSize(1);
        assertThat(ledger.unfinished()).containsExactly(unfinished);
    }

    @Test
    void purging_never_forgets_which_time_was_scheduled_last() {
        ended(NIGHT, Trigger.SCHEDULE);
        ended(NIGHT.plusSeconds(60), Trigger.CATCH_UP);
        ended(NIGHT.plusSeconds(120), Trigger.MANUAL);
        ended(NIGHT.plusSeconds(180), Trigger.MANUAL);
        assertThat(ledger.purge(NIGHT.plus(Duration.ofDays(1000)))).isEqualTo(2);
        assertThat(ledger.lastScheduled("vendas")).contains(NIGHT.plusSeconds(60));
        assertThat(ledger.runs(RunQuery.latest(10))).extracting(RunRecord::logicalTime)
                .containsExactly(NIGHT.plusSeconds(180), NIGHT.plusSeconds(60));
    }

    @Test
    void a_text_with_a_sign_that_no_database_text_has_is_kept_all_the_same() {
        RunRecord run = run("vendas", NIGHT, 0, Trigger.MANUAL);
        ledger.add(run, List.of());
        assertThat(ledger.update(run.finished(RunStatus.FAILED, NIGHT, "the value v\0a is no number, ação 💥"))).isTrue();
        assertThat(ledger.run(run.id()).orElseThrow().error()).isEqualTo("the value v\uFFFDa is no number, ação 💥");
    }

    @Test
    void a_million_rows_stay_fast_and_can_be_purged() {
        fill(1_000_000);
        long start = System.nanoTime();
        assertThat(ledger.runs(RunQuery.latest(50))).hasSize(50);
        assertThat(ledger.runs(new RunQuery("p07", null, 50))).hasSize(50);
        assertThat(ledger.runs(new RunQuery(null, RunStatus.FAILED, 50))).hasSize(50);
        assertThat(ledger.runs(new RunQuery("p07", RunStatus.FAILED, 50))).hasSize(50);
        assertThat(ledger.runs(new RunQuery(null, RunStatus.RUNNING, 50))).isEmpty();
        assertThat(ledger.unfinished()).isEmpty();
        assertThat(ledger.lastScheduled("p07")).isPresent();
        assertThat(ledger.lastScheduled("none")).isEmpty();
        assertThat(ledger.nextRerun("p07", NIGHT)).isZero();
        RunRecord run = run("p07", NIGHT, 0, Trigger.SCHEDULE);
        assertThat(ledger.add(run, List.of())).isTrue();
        assertThat(ledger.update(run.started(NIGHT))).isTrue();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(1));

        start = System.nanoTime();
        assertThat(ledger.purge(Instant.EPOCH.plusSeconds(50))).isEqualTo(5000);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
    }

    /** Runs of a hundred pipelines, every tenth failed. The indices are made afterwards, which takes a tenth of the time. */
    private void fill(int count) {
        database.write(connection -> {
            List<String> indices = Sql.list(connection, switch (kind) {
                case SQLITE -> "SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name = 'runs'"
                        + " AND sql IS NOT NULL";
                case POSTGRESQL -> "SELECT indexdef FROM pg_indexes WHERE tablename = 'runs' AND indexname LIKE 'runs_%'"
                        + " AND indexdef NOT LIKE 'CREATE UNIQUE %'";
            }, row -> row.getString(1));
            assertThat(indices).hasSize(6);
            for (String index : indices) {
                Sql.update(connection, "DROP INDEX " + index.split(" ")[2]);
            }
            Sql.update(connection, """
                    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < %1$d - 1),
                    named(i, pipeline, at) AS (SELECT i, 'p' || substr(CAST(100 + i / (%1$d / 100) AS TEXT), 2),
                        i %% (%1$d / 100) * 1000 FROM n)
                    INSERT INTO runs (id, pipeline, logical_time, rerun, trigger_kind, params, definition_hash, owner,
                        status, due_at, started_at, finished_at, announced)
                    SELECT pipeline || '-' || i, pipeline, at, 0, 'SCHEDULE', '{}', 'hash', 'host:1:1',
                        CASE WHEN i %% 10 = 0 THEN 'FAILED' ELSE 'SUCCEEDED' END, at, at, at, 1 FROM named
                    """.formatted(count));
            for (String index : indices) {
                Sql.update(connection, index);
            }
            return count;
        });
    }

    private RunRecord ended(Instant at, Trigger trigger) {
        RunRecord run = run("vendas", at, 0, trigger);
        ledger.add(run, List.of(new JobRecord(run.id(), "fato", "clean", 0, Set.of(), JobStatus.WAITING, 0, null, null,
                null, null, JobResult.NOTHING)));
        ledger.update(run.finished(RunStatus.SUCCEEDED, at, null));
        return run;
    }

    private static RunRecord run(String pipeline, Instant at, int rerun, Trigger trigger) {
        return new RunRecord(RunRecord.idOf(pipeline, at, rerun), pipeline, at, rerun, trigger, Map.of(), "hash",
                "host:1:1", RunStatus.QUEUED, at, null, null, null);
    }
}

package io.forja.scheduler.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.forja.core.job.JobResult;
import io.forja.core.problem.ForjaException;
import io.forja.core.problem.Redaction;
import io.forja.core.run.JobRecord;
import io.forja.core.run.JobStatus;
import io.forja.core.run.RunQuery;
import io.forja.core.run.RunRecord;
import io.forja.core.run.RunStatus;
import io.forja.core.run.Trigger;
import io.forja.scheduler.api.RunRequest;
import io.forja.scheduler.config.StateFolder;
import io.forja.scheduler.ledger.SqlLedger;
import io.forja.scheduler.ledger.StateDatabase;
import io.forja.scheduler.testing.Home;
import io.forja.scheduler.testing.RunningDaemon;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DaemonLifeTest {

    private static final String LENTO = "{pipeline: lento, jobs: {a: {slow: {time: %s}}}}";
    private static final Instant NIGHT = Instant.parse("2026-11-29T02:00:00Z");

    @TempDir
    Path folder;

    @Test
    void a_daemon_is_found_by_its_file_while_it_is_up() throws Exception {
        Home home = new Home(folder, "http: {token: 0123456789abcdef}");
        StateFolder state = home.config(new Redaction()).state().files();
        assertThat(DaemonFile.find(state)).isEmpty();
        try (RunningDaemon daemon = RunningDaemon.start(home, Clock.systemUTC())) {
            DaemonFile found = DaemonFile.find(state).orElseThrow();
            assertThat(found.url()).isEqualTo(daemon.daemon().url());
            assertThat(found.token()).isEqualTo("0123456789abcdef");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(state.daemonFile())))
                    .isEqualTo("rw-------");
        }
        assertThat(DaemonFile.find(state)).isEmpty();
    }

    @Test
    void the_file_of_a_daemon_that_died_counts_as_none() throws Exception {
        Home home = new Home(folder);
        StateFolder state = home.config(new Redaction()).state().files();
        Files.createDirectories(state.path());
        Files.writeString(state.daemonFile(), "{\"url\": \"http://127.0.0.1:1\", \"owner\": \"h:1:1\","
                + " \"startedAt\": \"2026-11-29T02:00:00Z\", \"token\": null}");
        Files.writeString(state.daemonLock(), "h:1:1");
        assertThat(DaemonFile.find(state)).isEmpty();
    }

    @Test
    void a_second_daemon_on_the_same_state_is_refused_in_one_sentence() {
        Home home = new Home(folder);
        try (RunningDaemon first = RunningDaemon.start(home, Clock.systemUTC())) {
            assertThatThrownBy(() -> RunningDaemon.start(home, Clock.systemUTC())).isInstanceOf(ForjaException.class)
                    .hasMessageContaining("another daemon has the state in " + folder.resolve("state"))
                    .hasMessageContaining(first.daemon().url().toString())
                    .hasMessageContaining("stop it first");
            assertThat(first.get("/health/ready").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void a_port_that_is_taken_is_told_in_one_sentence_and_leaves_nothing_behind() {
        try (RunningDaemon first = RunningDaemon.start(new Home(folder.resolve("one")), Clock.systemUTC())) {
            int port = first.daemon().url().getPort();
            Home home = new Home(folder.resolve("two"), "http: {port: " + port + "}");
            assertThatThrownBy(() -> RunningDaemon.start(home, Clock.systemUTC())).isInstanceOf(ForjaException.class)
                    .hasMessageContaining("the port " + port + " at 127.0.0.1 cannot be listened at")
                    .hasMessageContaining("http.port");
            assertThat(DaemonFile.find(home.config(new Redaction()).state().files())).isEmpty();
        }
    }

    @Test
    void what_runs_comes_to_its_end_within_the_grace() {
        Home home = new Home(folder, "daemon: {grace: 20s}").pipeline("lento.yaml", LENTO.formatted("2s"));
        RunningDaemon daemon = RunningDaemon.start(home, Clock.systemUTC());
        daemon.daemon().forja().start(new RunRequest("lento", null, null, Map.of()));
        await().until(() -> status(daemon, "lento") == RunStatus.RUNNING);
        daemon.close();
        assertThat(left(home)).extracting(RunRecord::status).containsExactly(RunStatus.SUCCEEDED);
    }

    @Test
    void what_does_not_end_is_cancelled_and_what_waits_stays_for_the_next_daemon() {
        Home home = new Home(folder).pipeline("lento.yaml", LENTO.formatted("1h"));
        RunningDaemon daemon = RunningDaemon.start(home, Clock.systemUTC());
        daemon.daemon().forja().start(new RunRequest("lento", null, null, Map.of()));
        daemon.daemon().forja().start(new RunRequest("lento", null, null, Map.of()));
        await().until(() -> status(daemon, "lento") == RunStatus.RUNNING);
        long start = System.nanoTime();
        daemon.close();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(12));
        assertThat(left(home)).extracting(RunRecord::status)
                .containsExactlyInAnyOrder(RunStatus.CANCELLED, RunStatus.QUEUED);
        assertThat(left(home)).filteredOn(run -> run.status() == RunStatus.CANCELLED).singleElement()
                .extracting(RunRecord::error).asString().contains("asked to stop");
        home.pipeline("lento.yaml", LENTO.formatted("10ms"));
        try (RunningDaemon next = RunningDaemon.start(home, Clock.systemUTC())) {
            await().until(() -> next.runs("lento").stream().anyMatch(run -> run.status() == RunStatus.SUCCEEDED));
        }
    }

    @Test
    void what_a_dead_process_ran_has_failed_and_what_it_left_waiting_runs_now() {
        Home home = new Home(folder)
                .pipeline("vendas.yaml", "{pipeline: vendas, jobs: {a: {rows: {}}, b: {rows: {}, needs: a}}}"
                        .replace("b: {rows: {}, needs: a}", "b: {needs: a, rows: {}}"));
        RunRecord running = left("vendas", NIGHT, "gone:1:1").started(NIGHT);
        RunRecord queued = left("vendas", NIGHT.plusSeconds(60), "gone:1:1");
        RunRecord onlyOne = left("vendas", NIGHT.plusSeconds(120), "gone:1:1");
        RunRecord orphan = left("retirada", NIGHT, "gone:1:1");
        RunRecord changed = left("vendas", NIGHT.plusSeconds(180), "gone:1:1");
        RunRecord elsewhere = left("vendas", NIGHT.plusSeconds(240), "another-host:1:1").started(NIGHT);
        try (StateDatabase database = StateDatabase.open(folder.resolve("state/forja.db"))) {
            SqlLedger ledger = new SqlLedger(database, new Redaction());
            ledger.add(running, List.of(job(running, "a", 0, JobStatus.RUNNING), job(running, "b", 1, JobStatus.WAITING)));
            ledger.add(queued, List.of(job(queued, "a", 0, JobStatus.WAITING), job(queued, "b", 1, JobStatus.WAITING)));
            ledger.add(onlyOne, List.of(job(onlyOne, "b", 0, JobStatus.WAITING)));
            ledger.add(orphan, List.of(job(orphan, "x", 0, JobStatus.WAITING)));
            ledger.add(changed, List.of(job(changed, "a", 0, JobStatus.WAITING), job(changed, "z", 1, JobStatus.WAITING)));
            ledger.add(elsewhere, List.of(job(elsewhere, "a", 0, JobStatus.RUNNING)));
        }
        writeLock("gone:1:1");
        long start = System.nanoTime();
        try (RunningDaemon daemon = RunningDaemon.start(home, Clock.systemUTC())) {
            RunRecord failed = daemon.ledger().run(running.id()).orElseThrow();
            assertThat(failed.status()).isEqualTo(RunStatus.FAILED);
            assertThat(failed.error()).startsWith("the process that ran it ended; go on with it by \"forja runs retry ");
            assertThat(daemon.ledger().jobs(running.id())).extracting(JobRecord::status)
                    .containsExactly(JobStatus.FAILED, JobStatus.CANCELLED);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
            await().until(() -> daemon.ledger().run(queued.id()).orElseThrow().status() == RunStatus.SUCCEEDED);
            await().until(() -> daemon.ledger().run(onlyOne.id()).orElseThrow().status() == RunStatus.SUCCEEDED);
            assertThat(daemon.ledger().run(queued.id()).orElseThrow().owner())
                    .isEqualTo(daemon.setup().self().toString());
            assertThat(daemon.ledger().run(orphan.id()).orElseThrow().error()).isEqualTo("its pipeline is gone");
            assertThat(daemon.ledger().run(changed.id()).orElseThrow().error())
                    .isEqualTo("its pipeline has other jobs now; run it again");
            assertThat(daemon.ledger().run(elsewhere.id()).orElseThrow().status())
                    .as("a process of another machine may live").isEqualTo(RunStatus.RUNNING);
        }
    }

    @Test
    void the_runs_of_a_process_that_dies_meanwhile_are_ended_meanwhile() {
        Home home = new Home(folder);
        try (RunningDaemon daemon = RunningDaemon.start(home, Clock.systemUTC())) {
            RunRecord running = left("vendas", NIGHT, "test-host:999999999:1").started(NIGHT);
            daemon.ledger().add(running, List.of());
            await().atMost(Duration.ofSeconds(10))
                    .until(() -> daemon.ledger().run(running.id()).orElseThrow().status() == RunStatus.FAILED);
        }
    }

    @Test
    void old_rows_and_old_logs_are_removed() throws Exception {
        Home home = new Home(folder, "state: {keepRuns: 10d, keepLogs: 5d}");
        StateFolder state = home.config(new Redaction()).state().files();
        Files.createDirectories(state.logs());
        for (int days : new int[] {3, 7, 20}) {
            Instant at = Instant.now().minus(Duration.ofDays(days));
            try (StateDatabase database = StateDatabase.open(folder.resolve("state/forja.db"))) {
                new SqlLedger(database, new Redaction())
                        .add(left("vendas", at, "h:1:1").finished(RunStatus.SUCCEEDED, at, null), List.of());
            }
            Path log = Files.writeString(state.log("vendas-" + days), "x");
            Files.setLastModifiedTime(log, java.nio.file.attribute.FileTime.from(at));
        }
        try (RunningDaemon daemon = RunningDaemon.start(home, Clock.systemUTC())) {
            await().until(() -> daemon.runs("vendas").size() == 2 && !Files.exists(state.log("vendas-7")));
            assertThat(state.log("vendas-3")).exists();
        }
    }

    private static RunStatus status(RunningDaemon daemon, String pipeline) {
        return daemon.runs(pipeline).get(0).status();
    }

    private List<RunRecord> left(Home home) {
        try (StateDatabase database = StateDatabase.open(home.config(new Redaction()).state().connection())) {
            return new SqlLedger(database, new Redaction()).runs(RunQuery.latest(100));
        }
    }

    private void writeLock(String owner) {
        try {
            Files.writeString(folder.resolve("state/daemon.lock"), owner);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static RunRecord left(String pipeline, Instant at, String owner) {
        return new RunRecord(RunRecord.idOf(pipeline, at, 0), pipeline, at, 0, Trigger.SCHEDULE, Map.of(), "hash",
                owner, RunStatus.QUEUED, at, null, null, null);
    }

    private static JobRecord job(RunRecord run, String name, int position, JobStatus status) {
        return new JobRecord(run.id(), name, "rows", position, Set.of(), status, status == JobStatus.RUNNING ? 1 : 0,
                status == JobStatus.RUNNING ? NIGHT : null, null, null, null, JobResult.NOTHING);
    }
}

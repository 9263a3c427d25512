package io.forja.scheduler.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.forja.core.doctor.Finding;
import io.forja.core.lake.Connection;
import io.forja.core.problem.ForjaException;
import io.forja.core.problem.Redaction;
import io.forja.core.run.RunRecord;
import io.forja.core.run.RunStatus;
import io.forja.core.run.Trigger;
import io.forja.scheduler.config.State;
import io.forja.scheduler.doctor.StateCheckup;
import io.forja.scheduler.ledger.SqlLedger;
import io.forja.scheduler.ledger.StateDatabase;
import io.forja.scheduler.ledger.StateLock;
import io.forja.scheduler.testing.ChildDaemon;
import io.forja.scheduler.testing.Home;
import io.forja.scheduler.testing.PostgresServer;
import io.forja.scheduler.testing.RunningDaemon;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A state in PostgreSQL, which machines share: each folder stands for one of them. */
class SharedStateTest {

    private static final Instant NIGHT = Instant.parse("2026-11-29T02:00:00Z");

    @TempDir
    Path folder;

    private PostgresServer server;
    private Connection address;

    @BeforeEach
    void empty() {
        server = PostgresServer.shared();
        address = server.database();
    }

    private Home machine(String name) {
        return new Home(folder.resolve(name), "state: {url: \"" + address.url() + "\", user: " + address.user()
                + ", password: " + address.password() + "}");
    }

    @Test
    void a_second_daemon_is_refused_on_another_machine_too_until_the_first_one_ends() {
        try (RunningDaemon first = RunningDaemon.start(machine("one"), Clock.systemUTC())) {
            assertThatThrownBy(() -> RunningDaemon.start(machine("two"), Clock.systemUTC()))
                    .isInstanceOf(ForjaException.class)
                    .hasMessage("another daemon has the state database " + address.url() + " (" + first.setup().self()
                            + "); stop it first, or set state.url to another database");
            assertThat(first.get("/health/ready").statusCode()).isEqualTo(200);
        }
        RunningDaemon.start(machine("two"), Clock.systemUTC()).close();
    }

    @Test
    void what_a_killed_daemon_left_is_taken_care_of_by_the_next_one_on_another_machine() throws Exception {
        Home one = machine("one").pipeline("lento.yaml", """
                pipeline: lento
                schedule: {cron: "* * * * * ?", timezone: UTC, catchUp: none}
                jobs: {a: {slow: {time: 1h}}}
                """);
        try (ChildDaemon killed = ChildDaemon.start(one)) {
            await().until(() -> killed.runs().stream().anyMatch(run -> run.status() == RunStatus.RUNNING));
            killed.kill();
        }
        try (RunningDaemon next = RunningDaemon.start(machine("two"), Clock.systemUTC())) {
            assertThat(next.runs("lento")).noneMatch(run -> run.status() == RunStatus.RUNNING)
                    .anyMatch(run -> run.status() == RunStatus.FAILED);
        }
    }

    @Test
    void who_had_the_state_last_is_gone_even_where_its_machine_cannot_be_asked() {
        RunRecord left = new RunRecord(RunRecord.idOf("vendas", NIGHT, 0), "vendas", NIGHT, 0, Trigger.MANUAL, Map.of(),
                "hash", "another-host:1:1", RunStatus.QUEUED, NIGHT, null, null, null).started(NIGHT);
        try (StateDatabase database = StateDatabase.open(address);
                StateLock lock = StateLock.take(database, left.owner())) {
            new SqlLedger(database, new Redaction()).add(left, List.of());
            lock.sign(NIGHT);
        }
        try (RunningDaemon next = RunningDaemon.start(machine("two"), Clock.systemUTC())) {
            assertThat(next.ledger().run(left.id()).orElseThrow().status()).isEqualTo(RunStatus.FAILED);
        }
    }

    @Test
    void a_daemon_whose_place_another_one_took_while_it_was_cut_off_stops() throws Exception {
        CountDownLatch stopped = new CountDownLatch(1);
        try (RunningDaemon first = RunningDaemon.start(machine("one"), Clock.systemUTC());
                StateDatabase elsewhere = StateDatabase.open(address)) {
            first.daemon().onPlaceLost(stopped::countDown);
            server.dropConnections();
            StateLock second = await().ignoreExceptions().until(() -> {
                server.dropConnections();
                return StateLock.take(elsewhere, "another-host:1:1");
            }, lock -> true);
            second.sign(NIGHT);
            await().atMost(Duration.ofSeconds(15)).until(() -> stopped.getCount() == 0);
            second.close();
        }
    }

    @Test
    void the_doctor_looks_at_it_and_leaves_nothing_there() {
        State state = machine("one").config(new Redaction()).state();
        assertThat(new StateCheckup(state).run()).extracting(Finding::what).containsExactly(address.url()
                + " can be read and written, and its tables are made or renewed by the first run");
        StateDatabase.open(address).close();
        assertThat(new StateCheckup(state).run()).extracting(Finding::what).containsExactly(address.url()
                + " can be read and written");
        State wrong = new State(address.url(), address.user(), "wr0ng-secret", "state", Duration.ofDays(1),
                Duration.ofDays(1));
        assertThat(new StateCheckup(wrong).run()).singleElement().satisfies(finding -> {
            assertThat(finding.health()).isEqualTo(Finding.Health.FAILED);
            assertThat(finding.remedy()).contains("state.password");
            assertThat(finding.toString()).doesNotContain("wr0ng");
        });
    }
}

package io.forja.scheduler.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.forja.core.lake.Connection;
import io.forja.core.problem.ForjaException;
import io.forja.core.problem.Redaction;
import io.forja.core.run.RunQuery;
import io.forja.core.run.RunRecord;
import io.forja.core.run.RunStatus;
import io.forja.core.run.Trigger;
import io.forja.scheduler.testing.PostgresServer;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PostgresDatabaseTest {

    private static final Instant NIGHT = Instant.parse("2026-11-29T02:00:00Z");

    private static PostgresServer server;

    @BeforeAll
    static void start() {
        server = PostgresServer.shared();
    }

    @Test
    void what_is_wrong_with_the_way_there_is_told_with_its_remedy_and_without_the_secret() {
        Connection there = server.database();
        assertThat(told(new Connection(there.url(), there.user(), "wr0ng-secret"))).contains(there.url(),
                "does not let this user in", "check state.user and state.password").doesNotContain("wr0ng");
        assertThat(told(new Connection(there.url(), there.user(), null))).contains("check state.user and state.password");
        assertThat(told(server.at("nowhere"))).contains(server.at("nowhere").url() + " is not there", "CREATE DATABASE");
        assertThat(told(new Connection("jdbc:postgresql://127.0.0.1:1/state?sslpassword=k3y-secret", "forja",
                PostgresServer.PASSWORD))).contains("jdbc:postgresql://127.0.0.1:1/state cannot be reached", "state.url")
                .doesNotContain("k3y-secret", PostgresServer.PASSWORD);
        assertThat(told(new Connection("jdbc:postgresql://no-such-host.invalid/state", "forja", "x")))
                .contains("is on a machine that nobody knows here; correct the host in state.url");
        assertThat(told(new Connection(there.url() + "?currentSchema=nowhere", there.user(), there.password())))
                .contains("has no schema to make tables in");
    }

    private static String told(Connection address) {
        try {
            StateDatabase.look(address);
            throw new AssertionError("it was opened");
        } catch (ForjaException e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Test
    void a_user_without_rights_and_a_server_that_takes_no_writes_are_told() {
        server.administer("CREATE DATABASE others");
        assertThat(told(server.at("others"))).contains("gives this user too few rights", "the owner");

        Connection replica = server.database();
        StateDatabase.open(replica).close();
        server.administer("ALTER DATABASE " + nameOf(replica) + " SET default_transaction_read_only = on");
        assertThat(told(replica)).contains("cannot be written: it is read-only, or a replica");
        assertThat(new PostgresDatabase(replica).told(new SQLException(
                "ERROR: cannot assign transaction IDs during recovery", "XX000"))).hasMessageContaining("or a replica");
    }

    private static String nameOf(Connection address) {
        return address.url().replaceFirst(".*/", "");
    }

    @Test
    void whoever_waits_too_long_for_another_writer_is_told() {
        PostgresDatabase database = new PostgresDatabase(server.database());
        assertThat(database.told(new SQLException("ERROR: canceling statement due to lock timeout", "55P03")))
                .hasMessageContaining("locked by another process for more than 10 s").hasMessageContaining("end it");
        assertThat(database.told(new SQLException("FATAL: sorry, too many clients already", "53300")))
                .hasMessageContaining("max_connections");
        assertThat(database.told(new SQLException("ERROR: could not extend file", "53100")))
                .hasMessageContaining("the disk of its server is full");
    }

    @Test
    void a_commit_is_on_disk_also_where_the_server_would_rather_not_wait() {
        Connection address = server.database();
        server.administer("ALTER DATABASE " + nameOf(address) + " SET synchronous_commit = off",
                "ALTER DATABASE " + nameOf(address) + " SET default_transaction_isolation = 'serializable'");
        try (StateDatabase state = StateDatabase.open(address)) {
            assertThat(state.<String>write(connection -> Sql.one(connection, "SELECT current_setting('synchronous_commit')"
                    + " || ', ' || current_setting('transaction_isolation')", row -> row.getString(1)).orElseThrow()))
                    .isEqualTo("on, read committed");
        }
    }

    @Test
    void each_schema_of_a_database_may_hold_a_state_of_its_own() {
        Connection address = server.database();
        try (StateDatabase first = StateDatabase.open(address)) {
            first.write(connection -> {
                Sql.execute(connection, "CREATE SCHEMA outro");
                return 0;
            });
            Connection within = new Connection(address.url() + "?currentSchema=outro", address.user(), address.password());
            first.write(connection -> {
                try (StateDatabase second = StateDatabase.open(within);
                        StateLock lock = StateLock.take(first, "one:1:1"); StateLock theirs = StateLock.take(second, "two:2:2")) {
                    assertThat(lock.isHeld() && theirs.isHeld()).as("each has a daemon").isTrue();
                    return new SqlLedger(second, new Redaction()).add(run("vendas", 0), List.of());
                }
            });
            assertThat(new SqlLedger(first, new Redaction()).runs(RunQuery.latest(1))).isEmpty();
        }
    }

    @Test
    void connections_that_were_ended_are_made_anew_and_nobody_notices() {
        try (StateDatabase state = StateDatabase.open(server.database())) {
            SqlLedger ledger = new SqlLedger(state, new Redaction());
            assertThat(ledger.add(run("vendas", 0), List.of())).isTrue();
            server.dropConnections();
            assertThat(ledger.run(run("vendas", 0).id())).isPresent();
            server.dropConnections();
            assertThat(ledger.add(run("vendas", 1), List.of())).isTrue();
            AtomicInteger times = new AtomicInteger();
            assertThat(state.<Integer>write(connection -> {
                int changed = Sql.update(connection, "UPDATE runs SET undone = undone + 1");
                if (times.incrementAndGet() == 1) {
                    server.dropConnections();
                }
                return changed + Sql.update(connection, "UPDATE runs SET undone = undone + 1");
            })).isEqualTo(4);
            assertThat(state.<List<Integer>>read(connection -> Sql.list(connection, "SELECT undone FROM runs",
                    row -> row.getInt(1)))).as("what was lost in its midst was done once").containsOnly(2);
        }
    }

    @Test
    void of_a_commit_without_an_answer_it_is_found_out_whether_it_happened() throws SQLException {
        Connection address = server.database();
        StateDatabase.open(address).close();
        PostgresDatabase database = new PostgresDatabase(address);
        try (java.sql.Connection connection = database.connect(); java.sql.Connection later = database.connect()) {
            String committed = database.begin(connection);
            Sql.update(connection, "UPDATE write_probe SET written = 7");
            Sql.execute(connection, "COMMIT");
            assertThat(database.isCommitted(later, committed)).isTrue();
            String rolledBack = database.begin(connection);
            Sql.execute(connection, "ROLLBACK");
            assertThat(database.isCommitted(later, rolledBack)).isFalse();
            assertThat(database.isCommitted(later, "999999999")).as("the restarted server never gave it out").isFalse();
        }
    }

    @Test
    void killed_in_the_midst_of_writes_and_started_again_it_has_each_of_them_once() throws Exception {
        try (PostgresServer own = PostgresServer.start();
                StateDatabase state = StateDatabase.open(own.database());
                StateLock lock = StateLock.take(state, "me:1:1")) {
            lock.sign(NIGHT);
            SqlLedger ledger = new SqlLedger(state, new Redaction());
            AtomicInteger added = new AtomicInteger();
            AtomicInteger unknown = new AtomicInteger();
            AtomicInteger stop = new AtomicInteger();
            CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
                for (int i = 0; stop.get() == 0; i++) {
                    try {
                        // A number that is taken already would be a write that was done and then told to be not.
                        assertThat(ledger.add(run("vendas", i), List.of())).isTrue();
                        added.incrementAndGet();
                    } catch (ForjaException e) {
                        unknown.addAndGet(String.valueOf(e.getMessage()).contains("is not known") ? 1 : 0);
                    }
                }
            });
            await().until(() -> added.get() > 50);
            own.kill();
            assertThatThrownBy(lock::isHeld).as("nobody knows").isInstanceOf(ForjaException.class);
            own.startAgain();
            int before = added.get();
            await().atMost(Duration.ofSeconds(30)).until(() -> writer.isDone() || added.get() > before + 50);
            stop.set(1);
            assertThatCode(writer::join).doesNotThrowAnyException();
            assertThat(unknown).as("the server was back in time").hasValue(0);
            assertThat(state.<Integer>read(connection -> Sql.one(connection, "SELECT count(*) FROM runs",
                    row -> row.getInt(1)).orElseThrow())).isEqualTo(added.get());
            assertThat(lock.isHeld()).as("nobody else was here").isTrue();

            own.stop();
            assertThatThrownBy(() -> ledger.add(run("compras", 0), List.of())).isInstanceOf(ForjaException.class)
                    .hasMessageContaining("cannot be reached").hasMessageContaining("see that its server is running");
            own.startAgain();
            assertThat(ledger.add(run("compras", 0), List.of())).isTrue();
        }
    }

    @Test
    void one_daemon_has_a_database_and_the_next_one_learns_who_was_there() {
        Connection address = server.database();
        try (StateDatabase here = StateDatabase.open(address); StateDatabase there = StateDatabase.open(address)) {
            StateLock first = StateLock.take(here, "one:1:1");
            first.sign(NIGHT);
            assertThat(first.lastOwner()).isEmpty();
            assertThatThrownBy(() -> StateLock.take(there, "two:2:2")).isInstanceOf(ForjaException.class)
                    .hasMessage("another daemon has the state database " + address.url() + " (one:1:1); stop it first, or"
                            + " set state.url to another database");
            first.close();
            try (StateLock second = StateLock.take(there, "two:2:2")) {
                assertThat(second.lastOwner()).isEqualTo("one:1:1");
            }
        }
    }

    @Test
    void a_daemon_that_lost_its_connection_is_there_again_unless_another_one_was_faster() {
        Connection address = server.database();
        try (StateDatabase here = StateDatabase.open(address); StateDatabase there = StateDatabase.open(address);
                StateLock first = StateLock.take(here, "one:1:1")) {
            first.sign(NIGHT);
            server.dropConnections();
            assertThat(first.isHeld()).isTrue();
            assertThatThrownBy(() -> StateLock.take(there, "two:2:2")).hasMessageContaining("another daemon");

            server.dropConnections();
            try (StateLock second = StateLock.take(there, "two:2:2")) {
                assertThat(first.isHeld()).as("it has not said yet who it is").isTrue();
                second.sign(NIGHT);
                assertThat(first.isHeld()).isFalse();
            }
            assertThat(first.isHeld()).as("once lost, it is lost").isFalse();
        }
    }

    private static RunRecord run(String pipeline, int minute) {
        Instant at = NIGHT.plus(Duration.ofMinutes(minute));
        return new RunRecord(RunRecord.idOf(pipeline, at, 0), pipeline, at, 0, Trigger.SCHEDULE, Map.of(), "hash",
                "host:1:1", RunStatus.QUEUED, at, null, null, null);
    }
}

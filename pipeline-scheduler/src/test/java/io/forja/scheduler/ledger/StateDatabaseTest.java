package io.forja.scheduler.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.forja.core.lake.Connection;
import io.forja.core.problem.ForjaException;
import io.forja.core.problem.Redaction;
import io.forja.core.run.RunQuery;
import io.forja.core.run.RunRecord;
import io.forja.core.run.RunStatus;
import io.forja.core.run.Trigger;
import io.forja.scheduler.ledger.StateDatabase.Condition;
import io.forja.scheduler.testing.StateKind;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds for a state, whatever database it is in. */
@ParameterizedClass
@EnumSource
class StateDatabaseTest {

    private static final Instant NIGHT = Instant.parse("2026-11-29T02:00:00Z");

    @Parameter
    StateKind kind;

    @TempDir
    Path folder;

    private Connection address;

    @BeforeEach
    void empty() {
        address = kind.empty(folder);
    }

    @Test
    void a_look_at_an_empty_one_leaves_nothing_there() {
        Condition empty = StateDatabase.look(address);
        assertThat(empty).isIn(Condition.MISSING, Condition.WITHOUT_TABLES);
        assertThat(folder).isEmptyDirectory();
        assertThat(StateDatabase.look(address)).isEqualTo(empty);
        StateDatabase.open(address).close();
        assertThat(StateDatabase.look(address)).isEqualTo(Condition.READY);
    }

    @Test
    void a_newer_form_is_refused_in_one_sentence() {
        try (StateDatabase database = StateDatabase.open(address)) {
            database.write(connection -> Sql.update(connection, "INSERT INTO forja_schema (version) VALUES (99)"));
        }
        assertThatThrownBy(() -> StateDatabase.open(address)).isInstanceOf(ForjaException.class)
                .hasMessageContaining(StateDatabase.nameOf(address) + " was written by a newer Forja (its form is 99")
                .hasMessageContaining("state.url");
    }

    @Test
    void many_who_open_a_new_one_at_once_all_find_their_tables() throws Exception {
        assertThat(atOnce(() -> {
            try (StateDatabase database = StateDatabase.open(address)) {
                return new SqlLedger(database, new Redaction()).runs(RunQuery.latest(1)).size();
            }
        })).containsOnly(0);
    }

    @Test
    void work_that_fails_halfway_leaves_nothing() {
        try (StateDatabase database = StateDatabase.open(address)) {
            SqlLedger ledger = new SqlLedger(database, new Redaction());
            assertThatThrownBy(() -> database.write(connection -> {
                Sql.update(connection, "INSERT INTO schedules VALUES ('a', 'b', 1)");
                throw new IllegalStateException("halfway");
            })).hasMessage("halfway");
            assertThat(ledger.scheduledSince("a", "b", NIGHT)).isEqualTo(NIGHT);
        }
    }

    @Test
    void a_closed_database_says_so() {
        StateDatabase database = StateDatabase.open(address);
        database.close();
        assertThatThrownBy(() -> new SqlLedger(database, new Redaction()).unfinished()).isInstanceOf(ForjaException.class)
                .hasMessageContaining("closed");
        assertThatThrownBy(database::checkWritable).isInstanceOf(ForjaException.class);
    }

    @Test
    void two_processes_write_at_once_and_nothing_is_lost() throws Exception {
        StateDatabase.open(address).close();
        List<Process> writers = new ArrayList<>();
        for (String name : List.of("one", "two")) {
            writers.add(new ProcessBuilder(ProcessHandle.current().info().command().orElseThrow(),
                    "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"),
                    LedgerWriter.class.getName(), name, "100", address.url(),
                    String.valueOf(address.user()), String.valueOf(address.password())).inheritIO().start());
        }
        for (Process writer : writers) {
            assertThat(writer.waitFor()).isZero();
        }
        try (StateDatabase database = StateDatabase.open(address)) {
            assertThat(new SqlLedger(database, new Redaction()).runs(RunQuery.latest(1000)))
                    .extracting(RunRecord::pipeline, RunRecord::status)
                    .hasSize(200)
                    .containsOnly(tuple("one", RunStatus.SUCCEEDED),
                            tuple("two", RunStatus.SUCCEEDED));
        }
    }

    @Test
    void of_many_who_take_over_the_alerts_of_a_dead_process_each_alert_falls_to_one() throws Exception {
        try (StateDatabase database = StateDatabase.open(address)) {
            RunRecord run = new RunRecord(RunRecord.idOf("vendas", NIGHT, 0), "vendas", NIGHT, 0, Trigger.MANUAL, Map.of(),
                    "hash", "dead:1:1", RunStatus.QUEUED, NIGHT, null, null, null);
            new SqlLedger(database, new Redaction()).add(run, List.of());
            new SqlAlerts(database, "dead:1:1").announce(run.id(), Map.of("ops", "failure", "bi", "failure"), NIGHT);
        }
        assertThat(atOnce(() -> {
            try (StateDatabase database = StateDatabase.open(address)) {
                return new SqlAlerts(database, Thread.currentThread().getName()).takeOver("dead:1:1"::equals).size();
            }
        })).satisfies(taken -> assertThat(taken.stream().mapToInt(Integer::intValue).sum()).isEqualTo(2));
    }

    private static <T> List<T> atOnce(Supplier<T> work) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(6);
        try {
            Callable<T> one = work::get;
            List<T> results = new ArrayList<>();
            for (Future<T> result : pool.invokeAll(List.of(one, one, one, one, one, one))) {
                results.add(result.get());
            }
            return results;
        } finally {
            pool.shutdownNow();
        }
    }
}

package io.forja.scheduler.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.forja.core.definition.Notify;
import io.forja.core.problem.Redaction;
import io.forja.core.run.RunRecord;
import io.forja.core.run.RunStatus;
import io.forja.core.run.Trigger;
import io.forja.scheduler.config.NotifyTarget;
import io.forja.scheduler.ledger.SqlAlerts;
import io.forja.scheduler.ledger.SqlLedger;
import io.forja.scheduler.ledger.StateDatabase;
import io.forja.scheduler.testing.Receiver;
import io.forja.scheduler.testing.StateKind;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class NotifierTest {

    private static final Notify ALL = new Notify(List.of("ops"), List.of("ops"), List.of());

    @Parameter
    StateKind kind;

    @TempDir
    Path folder;

    private final Receiver receiver = new Receiver();
    private final Redaction redaction = new Redaction();
    private final Instant start = Instant.now().minusSeconds(600);
    private final Map<String, NotifyTarget> targets = new HashMap<>();
    private StateDatabase database;
    private SqlLedger ledger;
    private Notifier notifier;
    private int minute;

    @BeforeEach
    void open() {
        targets.put("ops", new NotifyTarget(receiver.address("ops"), Duration.ofSeconds(2), 3));
        database = StateDatabase.open(kind.empty(folder));
        ledger = new SqlLedger(database, redaction);
        notifier = notifier(ALL, "me:1:1");
    }

    @AfterEach
    void close() {
        notifier.close();
        database.close();
        receiver.close();
    }

    @Test
    void a_failure_is_told_with_everything_that_a_person_asks_first() {
        redaction.hide("s3nh4-secreta");
        RunRecord run = finished(RunStatus.FAILED, "fato: o banco recusou s3nh4-secreta");
        notifier.finished(run);
        await().until(() -> receiver.accepted().size() == 1);
        JsonNode body = receiver.accepted().get(0).body();
        assertThat(body.path("event").asText()).isEqualTo("failure");
        assertThat(body.path("text").asText()).isEqualTo("vendas failed after 30s (" + run.id()
                + "): fato: o banco recusou ***");
        assertThat(body.path("run").asText()).isEqualTo(run.id());
        assertThat(body.path("status").asText()).isEqualTo("failed");
        assertThat(body.path("logicalTime").asText()).isEqualTo(run.logicalTime().toString());
        assertThat(body.path("durationSeconds").asDouble()).isEqualTo(30.0);
        assertThat(body.toString()).doesNotContain("s3nh4");
        assertThat(receiver.accepted().get(0).key()).isEqualTo(run.id() + "/failure");
    }

    @Test
    void success_after_failure_is_told_as_recovery_and_plain_success_is_not_told() {
        finish(RunStatus.SUCCEEDED, null);
        finish(RunStatus.FAILED, "x");
        finish(RunStatus.SKIPPED, "y");
        finish(RunStatus.SUCCEEDED, null);
        finish(RunStatus.SUCCEEDED, null);
        finish(RunStatus.CANCELLED, "z");
        await().until(() -> receiver.accepted().size() == 2);
        assertThat(receiver.accepted()).extracting(received -> received.body().path("event").asText())
                .containsExactlyInAnyOrder("failure", "recovery");
    }

    @Test
    void every_success_is_told_to_who_wants_to_know() {
        notifier.close();
        notifier = notifier(new Notify(List.of(), List.of(), List.of("ops")), "me:1:1");
        finish(RunStatus.SUCCEEDED, null);
        finish(RunStatus.FAILED, "x");
        await().until(() -> receiver.accepted().size() == 1);
        assertThat(receiver.accepted().get(0).body().path("event").asText()).isEqualTo("success");
    }

    @Test
    void a_busy_receiver_is_tried_again_and_told_once() {
        receiver.answering(503);
        finish(RunStatus.FAILED, "x");
        await().until(() -> receiver.all().size() == 1);
        receiver.answering(200);
        await().until(() -> receiver.accepted().size() == 1);
        assertThat(receiver.all()).hasSize(2);
    }

    @Test
    void a_receiver_that_refuses_or_never_answers_is_given_up() {
        receiver.answering(404);
        finish(RunStatus.FAILED, "x");
        await().until(() -> receiver.all().size() == 1);
        targets.put("ops", new NotifyTarget("http://127.0.0.1:1/nobody", Duration.ofSeconds(1), 1));
        finish(RunStatus.FAILED, "y");
        notifier.close();
        notifier = notifier(ALL, "me:1:1");
        notifier.takeOver(owner -> true, "me:1:1");
        notifier.close();
        assertThat(receiver.all()).as("nothing is tried again").hasSize(1);
    }

    @Test
    void what_a_dead_process_did_not_tell_is_told_once_by_the_next_one() {
        receiver.answering(503);
        finish(RunStatus.FAILED, "told half");
        await().until(() -> !receiver.all().isEmpty());
        RunRecord unseen = finished(RunStatus.FAILED, "never looked at");
        notifier.close();
        receiver.answering(200);
        try (Notifier next = notifier(ALL, "next:2:2")) {
            next.takeOver("me:1:1"::equals, "next:2:2");
            next.takeOver("me:1:1"::equals, "next:2:2");
            next.finished(unseen);
            await().until(() -> receiver.accepted().size() == 2);
        }
        assertThat(receiver.accepted()).extracting(Receiver.Received::key).doesNotHaveDuplicates();
    }

    @Test
    void what_a_living_process_tells_is_left_to_it() {
        finished(RunStatus.FAILED, "its own business");
        try (Notifier next = notifier(ALL, "next:2:2")) {
            next.takeOver(owner -> false, "next:2:2");
        }
        assertThat(receiver.all()).isEmpty();
    }

    @Test
    void old_news_and_unknown_names_are_no_harm() {
        Instant longAgo = start.minus(Duration.ofDays(30));
        ledger.add(run(longAgo, "old:1:1").finished(RunStatus.FAILED, longAgo, "x"), List.of());
        notifier.takeOver(owner -> true, "me:1:1");
        try (Notifier other = notifier(new Notify(List.of("nobody"), List.of(), List.of()), "me:1:1")) {
            other.finished(finished(RunStatus.FAILED, "x"));
        }
        assertThat(receiver.all()).isEmpty();
    }

    private void finish(RunStatus status, String error) {
        int before = receiver.all().size();
        RunRecord run = finished(status, error);
        notifier.finished(run);
        // One after the other, as runs of one pipeline end.
        await().until(() -> new SqlAlerts(database, "me:1:1").unannounced(Instant.EPOCH).isEmpty());
        assertThat(receiver.all().size()).isGreaterThanOrEqualTo(before);
    }

    private RunRecord finished(RunStatus status, String error) {
        Instant at = start.plusSeconds(60L * minute++);
        RunRecord run = run(at, "me:1:1").started(at).finished(status, at.plusSeconds(30), error);
        ledger.add(run, List.of());
        return run;
    }

    private static RunRecord run(Instant at, String owner) {
        return new RunRecord(RunRecord.idOf("vendas", at, 0), "vendas", at, 0, Trigger.SCHEDULE, Map.of(), "hash",
                owner, RunStatus.QUEUED, at, null, null, null);
    }

    private Notifier notifier(Notify wishes, String owner) {
        return new Notifier(pipeline -> Optional.of(wishes), new Webhooks(targets, redaction),
                new SqlAlerts(database, owner), ledger, Clock.systemUTC());
    }
}

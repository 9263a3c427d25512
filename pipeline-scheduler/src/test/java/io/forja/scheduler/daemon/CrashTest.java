package io.forja.scheduler.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.forja.core.run.JobRecord;
import io.forja.core.run.RunRecord;
import io.forja.core.run.RunStatus;
import io.forja.scheduler.testing.ChildDaemon;
import io.forja.scheduler.testing.Home;
import io.forja.scheduler.testing.Receiver;
import io.forja.scheduler.testing.RunningDaemon;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real process, really killed. */
class CrashTest {

    private static final int KILLS = 2;

    @TempDir
    Path folder;

    @Test
    void after_kill_9_no_run_is_left_running_its_place_is_free_and_the_next_time_fires() throws Exception {
        String yaml = """
                pipeline: vendas
                schedule: {cron: "* * * * * ?", timezone: UTC, catchUp: none}
                jobs: {a: {slow: {time: %s}}}
                """;
        Home home = new Home(folder, "limits: {runs: 1, jobs: 1}").pipeline("vendas.yaml", yaml.formatted("1h"));
        String stuck;
        try (ChildDaemon child = ChildDaemon.start(home)) {
            await().until(() -> child.runs().stream().anyMatch(run -> run.status() == RunStatus.RUNNING));
            await().until(() -> child.runs().stream().anyMatch(run -> run.status() == RunStatus.SKIPPED));
            stuck = child.runs().stream().filter(run -> run.status() == RunStatus.RUNNING).findFirst().orElseThrow()
                    .id();
            child.kill();
        }
        home.pipeline("vendas.yaml", yaml.formatted("10ms"));
        Instant restart = Instant.now();
        try (RunningDaemon daemon = RunningDaemon.start(home, Clock.systemUTC())) {
            RunRecord ended = daemon.ledger().run(stuck).orElseThrow();
            assertThat(ended.status()).isEqualTo(RunStatus.FAILED);
            assertThat(ended.error()).startsWith("the process that ran it ended; go on with it by \"forja runs retry ");
            assertThat(daemon.ledger().jobs(stuck)).extracting(JobRecord::status).allMatch(status -> status.isTerminal());
            assertThat(Duration.between(restart, ended.finishedAt())).isLessThan(Duration.ofSeconds(10));
            await().atMost(Duration.ofSeconds(10)).until(() -> daemon.runs("vendas").stream().anyMatch(run ->
                    run.status() == RunStatus.SUCCEEDED && run.logicalTime().isAfter(restart)));
        }
    }

    @Test
    void killed_at_any_moment_no_time_is_lost_or_runs_twice_and_everyone_is_told() throws Exception {
        try (Receiver receiver = new Receiver()) {
            Home home = new Home(folder, "notify: {ops: \"" + receiver.address("ops") + "\"}")
                    .pipeline("vendas.yaml", """
                            pipeline: vendas
                            schedule: {cron: "* * * * * ?", timezone: UTC, catchUp: all, overlap: queue}
                            notify: {onFailure: ops}
                            jobs: {a: {slow: {time: 50ms}}, b: {needs: a, fail: {}}}
                            """);
            for (int kill = 0; kill < KILLS; kill++) {
                try (ChildDaemon child = ChildDaemon.start(home)) {
                    int wanted = child.runs().size() + 2;
                    await().until(() -> child.runs().size() >= wanted);
                    child.kill();
                }
            }
            try (RunningDaemon daemon = RunningDaemon.start(home, Clock.systemUTC())) {
                Instant now = Instant.now();
                await().atMost(Duration.ofSeconds(40)).until(() -> daemon.runs("vendas").stream()
                        .filter(run -> run.logicalTime().isBefore(now)).allMatch(run -> run.status().isTerminal()));
                List<RunRecord> runs = daemon.runs("vendas").stream()
                        .filter(run -> run.logicalTime().isBefore(now)).toList();
                assertThat(runs).extracting(RunRecord::logicalTime).doesNotHaveDuplicates();
                for (int i = 1; i < runs.size(); i++) {
                    assertThat(runs.get(i).logicalTime()).as("no time is lost")
                            .isEqualTo(runs.get(i - 1).logicalTime().plusSeconds(1));
                }
                await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertThat(receiver.accepted())
                        .extracting(received -> received.body().path("run").asText())
                        .containsAll(runs.stream().map(RunRecord::id).toList()));
                long told = receiver.accepted().stream().map(Receiver.Received::key).distinct().count();
                assertThat(receiver.accepted().size() - told)
                        .as("twice is told only what was on its way when the process was killed")
                        .isLessThanOrEqualTo(KILLS);
            }
        }
    }

    @Test
    void a_process_that_was_paused_goes_on_with_its_run() throws Exception {
        Home home = new Home(folder).pipeline("vendas.yaml", """
                pipeline: vendas
                schedule: {cron: "* * * * * ?", timezone: UTC}
                jobs: {a: {slow: {time: 4s}}}
                """);
        try (ChildDaemon child = ChildDaemon.start(home)) {
            await().until(() -> child.runs().stream().anyMatch(run -> run.status() == RunStatus.RUNNING));
            String id = child.runs().stream().filter(run -> run.status() == RunStatus.RUNNING).findFirst().orElseThrow()
                    .id();
            child.signal("STOP");
            await("the clock goes on while the process does not").pollDelay(Duration.ofSeconds(2)).until(() -> true);
            child.signal("CONT");
            await().atMost(Duration.ofSeconds(20)).until(() -> child.runs().stream().anyMatch(run ->
                    run.id().equals(id) && run.status() == RunStatus.SUCCEEDED));
        }
    }
}

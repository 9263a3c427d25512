package io.forja.scheduler.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.forja.core.run.RunRecord;
import io.forja.core.run.RunStatus;
import io.forja.core.run.Trigger;
import io.forja.core.testing.SettableClock;
import io.forja.scheduler.api.RunRequest;
import io.forja.scheduler.testing.Home;
import io.forja.scheduler.testing.RunningDaemon;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScheduleTest {

    private static final String EVERY_SECOND = """
            pipeline: vendas
            schedule: {cron: "* * * * * ?", timezone: UTC, overlap: %s}
            jobs: {a: {%s}}
            """;
    private static final String EVERY_TEN_MINUTES = """
            pipeline: vendas
            schedule: {cron: "*/10 * * * *", timezone: America/Sao_Paulo, catchUp: %s}
            jobs: {a: {rows: {}}}
            """;

    @TempDir
    Path folder;

    @Test
    void ten_fires_of_an_every_second_cron_are_on_time_each_once() {
        Home home = new Home(folder).pipeline("vendas.yaml", EVERY_SECOND.formatted("queue", "rows: {}"));
        try (RunningDaemon daemon = RunningDaemon.start(home, Clock.systemUTC())) {
            await().atMost(Duration.ofSeconds(30)).until(() -> daemon.runs("vendas").stream()
                    .filter(run -> run.status() == RunStatus.SUCCEEDED).count() >= 10);
            List<RunRecord> ten = daemon.runs("vendas").subList(0, 10);
            for (int i = 0; i < 10; i++) {
                RunRecord run = ten.get(i);
                assertThat(run.logicalTime()).isEqualTo(ten.get(0).logicalTime().plusSeconds(i));
                assertThat(run.trigger()).isEqualTo(Trigger.SCHEDULE);
                assertThat(Duration.between(run.dueAt(), run.startedAt()))
                        .isBetween(Duration.ZERO, Duration.ofMillis(1500));
            }
        }
    }

    @Test
    void a_fire_is_skipped_while_the_run_before_it_is_going() {
        Home home = new Home(folder).pipeline("vendas.yaml", EVERY_SECOND.formatted("skip", "slow: {time: 2500ms}"));
        try (RunningDaemon daemon = RunningDaemon.start(home, Clock.systemUTC())) {
            await().atMost(Duration.ofSeconds(20)).until(() -> count(daemon, RunStatus.SUCCEEDED) >= 2);
            RunRecord first = daemon.runs("vendas").get(0);
            List<RunRecord> skipped = daemon.runs("vendas").stream()
                    .filter(run -> run.status() == RunStatus.SKIPPED).toList();
            assertThat(skipped).hasSizeGreaterThanOrEqualTo(2);
            assertThat(skipped.get(0).error()).isEqualTo("the run " + first.id() + " is still going");
            assertThat(daemon.metric("forja_runs_total{pipeline=\"vendas\",state=\"skipped\",trigger=\"schedule\"}"))
                    .isGreaterThanOrEqualTo(2);
        }
    }

    @Test
    void a_fire_waits_in_line_and_runs_of_one_pipeline_never_go_side_by_side() {
        Home home = new Home(folder).pipeline("vendas.yaml", EVERY_SECOND.formatted("queue", "slow: {time: 1500ms}"));
        try (RunningDaemon daemon = RunningDaemon.start(home, Clock.systemUTC())) {
            await().atMost(Duration.ofSeconds(20)).until(() -> count(daemon, RunStatus.SUCCEEDED) >= 3);
            List<RunRecord> runs = daemon.runs("vendas").subList(0, 3);
            for (int i = 1; i < runs.size(); i++) {
                assertThat(runs.get(i).logicalTime()).isEqualTo(runs.get(0).logicalTime().plusSeconds(i));
                assertThat(runs.get(i).startedAt()).isAfterOrEqualTo(runs.get(i - 1).finishedAt());
            }
            assertThat(count(daemon, RunStatus.SKIPPED)).isZero();
        }
    }

    @Test
    void a_fire_takes_the_place_of_the_run_before_it() {
        Home home = new Home(folder).pipeline("vendas.yaml", EVERY_SECOND.formatted("cancel", "slow: {time: 1h}"));
        try (RunningDaemon daemon = RunningDaemon.start(home, Clock.systemUTC())) {
            await().atMost(Duration.ofSeconds(20)).until(() -> count(daemon, RunStatus.CANCELLED) >= 2);
            assertThat(daemon.runs("vendas").get(0).error()).endsWith("took its place");
            assertThat(count(daemon, RunStatus.RUNNING) + count(daemon, RunStatus.QUEUED)).isLessThanOrEqualTo(2);
        }
    }

    @ParameterizedTest
    @CsvSource({"all,18", "last,1", "none,0"})
    void three_hours_down_at_a_ten_minute_cron_are_exactly_so_many_runs(String policy, int runs) {
        SettableClock clock = SettableClock.at("2026-11-29T10:05:00Z");
        Home home = new Home(folder).pipeline("vendas.yaml", EVERY_TEN_MINUTES.formatted(policy));
        try (RunningDaemon daemon = RunningDaemon.start(home, clock)) {
            clock.set(Instant.parse("2026-11-29T10:10:00.500Z"));
            await().until(() -> daemon.runs("vendas").size() == 1);
        }
        clock.set(Instant.parse("2026-11-29T13:15:00Z"));
        for (int start = 1; start <= 2; start++) {
            try (RunningDaemon daemon = RunningDaemon.start(home, clock)) {
                await().untilAsserted(() -> assertThat(daemon.runs("vendas")).hasSize(1 + runs)
                        .allMatch(run -> run.status() == RunStatus.SUCCEEDED));
                List<RunRecord> caughtUp = daemon.runs("vendas").subList(1, 1 + runs);
                assertThat(caughtUp).allMatch(run -> run.trigger() == Trigger.CATCH_UP);
                List<Instant> begins = caughtUp.stream().map(RunRecord::startedAt).toList();
                assertThat(begins).as("oldest first").isSorted();
                if (runs > 0) {
                    assertThat(caughtUp.get(runs - 1).logicalTime()).isEqualTo(Instant.parse("2026-11-29T13:10:00Z"));
                }
                if (start == 1) {
                    assertThat(daemon.metric("forja_misfires_total{pipeline=\"vendas\",policy=\"" + policy + "\"}"))
                            .isEqualTo(18);
                }
            }
        }
    }

    @Test
    void a_new_pipeline_and_an_edited_schedule_catch_nothing_up() {
        SettableClock clock = SettableClock.at("2026-11-29T10:05:00Z");
        Home home = new Home(folder).pipeline("vendas.yaml", EVERY_TEN_MINUTES.formatted("all"));
        RunningDaemon.start(home, clock).close();
        home.pipeline("vendas.yaml", EVERY_TEN_MINUTES.formatted("all").replace("*/10", "*/5"));
        clock.set(Instant.parse("2026-11-29T13:17:00Z"));
        try (RunningDaemon daemon = RunningDaemon.start(home, clock)) {
            clock.set(Instant.parse("2026-11-29T13:20:00Z"));
            await().until(() -> !daemon.runs("vendas").isEmpty());
            assertThat(daemon.runs("vendas")).extracting(RunRecord::logicalTime)
                    .containsExactly(Instant.parse("2026-11-29T13:20:00Z"));
        }
    }

    @Test
    void a_machine_that_slept_catches_up_by_the_policy_and_a_clock_set_back_runs_nothing_twice() {
        SettableClock clock = SettableClock.at("2026-11-29T10:05:00Z");
        Home home = new Home(folder).pipeline("vendas.yaml", EVERY_TEN_MINUTES.formatted("last"));
        try (RunningDaemon daemon = RunningDaemon.start(home, clock)) {
            clock.set(Instant.parse("2026-11-29T12:45:00Z"));
            await().until(() -> daemon.runs("vendas").size() == 1);
            assertThat(daemon.runs("vendas").get(0).logicalTime()).isEqualTo(Instant.parse("2026-11-29T12:40:00Z"));
            clock.set(Instant.parse("2026-11-29T12:35:00Z"));
            await().until(() -> daemon.daemon().status().pipelines(1).get(0).nextFires()
                    .contains(Instant.parse("2026-11-29T12:40:00Z")));
            clock.set(Instant.parse("2026-11-29T12:50:00Z"));
            await().until(() -> daemon.runs("vendas").size() >= 2);
            assertThat(daemon.runs("vendas")).extracting(RunRecord::logicalTime).containsExactly(
                    Instant.parse("2026-11-29T12:40:00Z"), Instant.parse("2026-11-29T12:50:00Z"));
        }
    }

    @Test
    void a_run_on_request_does_not_take_the_place_of_a_scheduled_one() {
        SettableClock clock = SettableClock.at("2026-11-29T10:05:00Z");
        Home home = new Home(folder).pipeline("vendas.yaml", EVERY_TEN_MINUTES.formatted("last"));
        try (RunningDaemon daemon = RunningDaemon.start(home, clock)) {
            daemon.daemon().forja().start(new RunRequest("vendas", null, java.time.LocalDate.parse("2026-11-29"),
                    Map.of()));
            clock.set(Instant.parse("2026-11-29T10:10:00Z"));
            await().until(() -> daemon.runs("vendas").size() == 2);
            assertThat(daemon.runs("vendas")).extracting(RunRecord::trigger)
                    .containsExactly(Trigger.MANUAL, Trigger.SCHEDULE);
        }
    }

    @Test
    void a_fire_of_a_pipeline_that_cannot_run_is_a_failed_run() {
        SettableClock clock = SettableClock.at("2026-11-29T10:05:00Z");
        Home home = new Home(folder).pipeline("vendas.yaml", """
                pipeline: vendas
                schedule: {cron: "*/10 * * * *", timezone: UTC}
                jobs: {a: {fail: {because: "${env.NOT_SET_ANYWHERE}"}}}
                """);
        try (RunningDaemon daemon = RunningDaemon.start(home, clock)) {
            clock.set(Instant.parse("2026-11-29T10:10:00Z"));
            await().until(() -> daemon.runs("vendas").size() == 1);
            assertThat(daemon.runs("vendas").get(0).status()).isEqualTo(RunStatus.FAILED);
            assertThat(daemon.runs("vendas").get(0).error()).contains("NOT_SET_ANYWHERE is not set");
        }
    }

    private static long count(RunningDaemon daemon, RunStatus status) {
        return daemon.runs("vendas").stream().filter(run -> run.status() == status).count();
    }
}

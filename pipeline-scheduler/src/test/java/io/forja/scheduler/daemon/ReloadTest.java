package io.forja.scheduler.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.forja.core.run.RunStatus;
import io.forja.core.testing.SettableClock;
import io.forja.scheduler.api.DaemonStatus;
import io.forja.scheduler.api.PipelineStatus;
import io.forja.scheduler.testing.Home;
import io.forja.scheduler.testing.RunningDaemon;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReloadTest {

    private static final String VENDAS = """
            pipeline: vendas
            schedule: {cron: "%s", timezone: UTC, catchUp: all}
            jobs: {%s: {rows: {}}}
            """;

    @TempDir
    Path folder;

    private final SettableClock clock = SettableClock.at("2026-11-29T10:05:00Z");

    @Test
    void a_changed_file_takes_the_place_of_the_old_one() {
        Home home = new Home(folder).pipeline("vendas.yaml", VENDAS.formatted("0 * * * *", "a"));
        try (RunningDaemon daemon = RunningDaemon.start(home, clock)) {
            home.pipeline("vendas.yaml", VENDAS.formatted("*/10 * * * *", "b"));
            await().until(() -> only(daemon).jobs().contains("b"));
            await().untilAsserted(() -> assertThat(only(daemon).nextFires().get(0))
                    .isEqualTo(Instant.parse("2026-11-29T10:10:00Z")));
            assertThat(daemon.metric("forja_job_rows_total{job=\"b\",kind=\"read\",pipeline=\"vendas\"}")).isZero();
            assertThat(daemon.metric("forja_job_rows_total{job=\"a\",kind=\"read\",pipeline=\"vendas\"}")).isNaN();
        }
    }

    @Test
    void a_broken_file_keeps_its_last_good_version_and_is_reported() {
        Home home = new Home(folder).pipeline("vendas.yaml", VENDAS.formatted("*/10 * * * *", "a"));
        try (RunningDaemon daemon = RunningDaemon.start(home, clock)) {
            home.pipeline("vendas.yaml", VENDAS.formatted("*/10 * * * *", "a").replace("rows", "rosw"));
            DaemonStatus status = daemon.daemon().status();
            await().until(() -> !status.definitionProblems().isEmpty());
            assertThat(status.definitionProblems()).singleElement().asString().contains("did you mean \"rows\"?");
            assertThat(daemon.metric("forja_definition_errors")).isEqualTo(1);
            assertThat(daemon.get("/api/v1/definitions").body()).contains("rosw");
            assertThat(daemon.get("/health/ready").statusCode()).as("the others go on").isEqualTo(200);
            clock.set(Instant.parse("2026-11-29T10:10:00Z"));
            await().until(() -> daemon.runs("vendas").stream().anyMatch(run -> run.status() == RunStatus.SUCCEEDED));
            home.pipeline("vendas.yaml", VENDAS.formatted("*/10 * * * *", "a"));
            await().until(() -> status.definitionProblems().isEmpty());
            assertThat(daemon.metric("forja_definition_errors")).isZero();
        }
    }

    @Test
    void a_file_that_is_broken_from_the_start_is_loaded_once_it_is_mended() {
        Home home = new Home(folder).pipeline("vendas.yaml", "pipeline: vendas\njobs: [");
        try (RunningDaemon daemon = RunningDaemon.start(home, clock)) {
            assertThat(daemon.metric("forja_definition_errors")).isEqualTo(1);
            home.pipeline("vendas.yaml", VENDAS.formatted("*/10 * * * *", "a"));
            await().until(() -> !daemon.daemon().status().pipelines(1).isEmpty());
        }
    }

    @Test
    void a_removed_file_is_not_fired_any_more_and_its_series_go() throws Exception {
        Home home = new Home(folder).pipeline("vendas.yaml", VENDAS.formatted("*/10 * * * *", "a"));
        try (RunningDaemon daemon = RunningDaemon.start(home, clock)) {
            assertThat(daemon.get("/metrics").body()).contains("pipeline=\"vendas\"");
            Files.delete(home.path("vendas.yaml"));
            await().until(() -> daemon.daemon().status().pipelines(1).isEmpty());
            await().until(() -> !daemon.get("/metrics").body().contains("pipeline=\"vendas\""));
            clock.set(Instant.parse("2026-11-29T11:10:00Z"));
            home.pipeline("vendas.yaml", VENDAS.formatted("*/10 * * * *", "a"));
            await().until(() -> !daemon.daemon().status().pipelines(1).isEmpty());
            await().untilAsserted(() -> assertThat(only(daemon).nextFires().get(0))
                    .isEqualTo(Instant.parse("2026-11-29T11:20:00Z")));
            assertThat(daemon.runs("vendas")).as("what came back replays nothing").isEmpty();
        }
    }

    @Test
    void a_pipeline_that_is_declared_twice_stays_what_it_was() {
        Home home = new Home(folder).pipeline("vendas.yaml", VENDAS.formatted("*/10 * * * *", "a"));
        try (RunningDaemon daemon = RunningDaemon.start(home, clock)) {
            home.pipeline("a.yaml", VENDAS.formatted("*/10 * * * *", "other"));
            await().until(() -> !daemon.daemon().status().definitionProblems().isEmpty());
            assertThat(only(daemon).jobs()).containsExactly("a");
        }
    }

    @Test
    void a_folder_that_is_away_for_a_moment_does_not_take_its_pipelines_with_it() throws Exception {
        Home home = new Home(folder).pipeline("vendas.yaml", VENDAS.formatted("*/10 * * * *", "a"));
        try (RunningDaemon daemon = RunningDaemon.start(home, clock)) {
            Files.move(folder.resolve("pipelines"), folder.resolve("away"));
            await().until(() -> !daemon.daemon().status().definitionProblems().isEmpty());
            assertThat(only(daemon).jobs()).containsExactly("a");
            Files.move(folder.resolve("away"), folder.resolve("pipelines"));
            await().until(() -> daemon.daemon().status().definitionProblems().isEmpty());
        }
    }

    private static PipelineStatus only(RunningDaemon daemon) {
        assertThat(daemon.daemon().status().pipelines(1)).hasSize(1);
        return daemon.daemon().status().pipelines(1).get(0);
    }
}

package io.forja.scheduler.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.forja.core.job.JobResult;
import io.forja.core.job.RowChanges;
import io.forja.core.job.RowCounts;
import io.forja.core.job.TableChange;
import io.forja.core.lake.SnapshotInfo;
import io.forja.core.lake.TableInfo;
import io.forja.core.run.JobRecord;
import io.forja.core.run.JobStatus;
import io.forja.core.run.RunListener;
import io.forja.core.run.RunRecord;
import io.forja.core.run.RunStatus;
import io.forja.core.run.Trigger;
import io.forja.core.testing.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ForjaMetricsTest {

    private static final Instant NIGHT = Instant.parse("2026-11-29T02:00:00Z");

    private final SettableClock clock = new SettableClock(NIGHT.plusSeconds(100));
    private final ForjaMetrics metrics = new ForjaMetrics(clock);
    private final RunListener runs = metrics.listener();

    @AfterEach
    void close() {
        metrics.close();
    }

    @Test
    void every_series_of_a_pipeline_is_there_at_zero_from_the_start() {
        vendas();
        for (String series : List.of(
                "forja_runs_total{pipeline=\"vendas\",state=\"succeeded\",trigger=\"schedule\"}",
                "forja_runs_total{pipeline=\"vendas\",state=\"failed\",trigger=\"catch-up\"}",
                "forja_runs_total{pipeline=\"vendas\",state=\"skipped\",trigger=\"manual\"}",
                "forja_run_duration_seconds_count{pipeline=\"vendas\",state=\"failed\"}",
                "forja_run_duration_seconds_bucket{pipeline=\"vendas\",state=\"succeeded\",le=\"60.0\"}",
                "forja_run_schedule_delay_seconds_count{pipeline=\"vendas\"}",
                "forja_run_first_job_delay_seconds_count{pipeline=\"vendas\"}",
                "forja_run_first_spark_job_delay_seconds_count{pipeline=\"vendas\"}",
                "forja_job_duration_seconds_count{job=\"fato\",pipeline=\"vendas\",state=\"failed\"}",
                "forja_job_rows_total{job=\"fato\",kind=\"rejected\",pipeline=\"vendas\"}",
                "forja_job_row_changes_total{change=\"deleted\",job=\"fato\",pipeline=\"vendas\"}",
                "forja_last_success_timestamp_seconds{pipeline=\"vendas\"}",
                "forja_misfires_total{pipeline=\"vendas\",policy=\"all\"}",
                "forja_retries_total{job=\"fato\",pipeline=\"vendas\"}",
                "forja_timeouts_total{job=\"fato\",pipeline=\"vendas\"}",
                "forja_definition_errors",
                "forja_scheduler_heartbeat_timestamp_seconds")) {
            assertThat(value(series)).as(series).isZero();
        }
    }

    @Test
    void a_run_is_counted_and_timed_from_the_moment_that_it_was_due() {
        vendas();
        RunRecord run = started(Trigger.SCHEDULE);
        JobRecord job = job(run, JobStatus.RUNNING, JobResult.NOTHING);
        runs.changed(run, job);
        metrics.firstSparkJob(run.id(), NIGHT.plusSeconds(4));
        metrics.firstSparkJob(run.id(), NIGHT.plusSeconds(9));
        runs.changed(run, job(run, JobStatus.SUCCEEDED, new JobResult(new RowCounts(10, 6, 2, 1, 1),
                List.of(new TableChange("silver.fato", 4L, 5, new RowChanges(4, 2, 0))), List.of())));
        runs.finished(run.finished(RunStatus.SUCCEEDED, NIGHT.plusSeconds(60), null));
        assertThat(value("forja_runs_total{pipeline=\"vendas\",state=\"succeeded\",trigger=\"schedule\"}")).isEqualTo(1);
        assertThat(value("forja_run_schedule_delay_seconds_sum{pipeline=\"vendas\"}")).isEqualTo(2);
        assertThat(value("forja_run_first_job_delay_seconds_sum{pipeline=\"vendas\"}")).isEqualTo(3);
        assertThat(value("forja_run_first_spark_job_delay_seconds_sum{pipeline=\"vendas\"}")).isEqualTo(4);
        assertThat(value("forja_run_first_spark_job_delay_seconds_count{pipeline=\"vendas\"}")).isEqualTo(1);
        assertThat(value("forja_run_duration_seconds_sum{pipeline=\"vendas\",state=\"succeeded\"}")).isEqualTo(58);
        assertThat(value("forja_job_duration_seconds_sum{job=\"fato\",pipeline=\"vendas\",state=\"succeeded\"}"))
                .isEqualTo(47);
        assertThat(value("forja_job_rows_total{job=\"fato\",kind=\"read\",pipeline=\"vendas\"}")).isEqualTo(10);
        assertThat(value("forja_job_rows_total{job=\"fato\",kind=\"deduplicated\",pipeline=\"vendas\"}")).isEqualTo(1);
        assertThat(value("forja_job_row_changes_total{change=\"updated\",job=\"fato\",pipeline=\"vendas\"}")).isEqualTo(2);
        assertThat(value("forja_last_success_timestamp_seconds{pipeline=\"vendas\"}"))
                .isEqualTo(NIGHT.plusSeconds(60).getEpochSecond());
        assertThat(value("forja_table_version{table=\"silver.fato\"}")).isEqualTo(5);
        assertThat(value("forja_table_freshness_seconds{table=\"silver.fato\"}")).isEqualTo(50);
        clock.advance(Duration.ofSeconds(10));
        assertThat(value("forja_table_freshness_seconds{table=\"silver.fato\"}")).isEqualTo(60);
    }

    @Test
    void retries_timeouts_and_misfires_are_counted() {
        vendas();
        RunRecord run = started(Trigger.SCHEDULE);
        runs.changed(run, job(run, JobStatus.RETRY_WAIT, JobResult.NOTHING));
        runs.timedOut(run, job(run, JobStatus.RUNNING, JobResult.NOTHING));
        metrics.misfired("vendas", "all", 18);
        metrics.definitionErrors(3);
        metrics.heartbeat(NIGHT);
        assertThat(value("forja_retries_total{job=\"fato\",pipeline=\"vendas\"}")).isEqualTo(1);
        assertThat(value("forja_timeouts_total{job=\"fato\",pipeline=\"vendas\"}")).isEqualTo(1);
        assertThat(value("forja_misfires_total{pipeline=\"vendas\",policy=\"all\"}")).isEqualTo(18);
        assertThat(value("forja_definition_errors")).isEqualTo(3);
        assertThat(value("forja_scheduler_heartbeat_timestamp_seconds")).isEqualTo(NIGHT.getEpochSecond());
    }

    @Test
    void runs_on_request_and_caught_up_are_not_late_for_anything() {
        vendas();
        started(Trigger.MANUAL);
        started(Trigger.CATCH_UP);
        assertThat(value("forja_run_schedule_delay_seconds_count{pipeline=\"vendas\"}")).isZero();
    }

    @Test
    void what_a_pipeline_no_longer_has_is_gone_and_what_it_still_has_goes_on_counting() {
        vendas();
        RunRecord run = started(Trigger.SCHEDULE);
        metrics.pipeline(new MeteredPipeline("vendas", List.of("bronze"), "last", null));
        assertThat(value("forja_job_rows_total{job=\"fato\",kind=\"read\",pipeline=\"vendas\"}")).isNaN();
        assertThat(value("forja_misfires_total{pipeline=\"vendas\",policy=\"all\"}")).isNaN();
        assertThat(value("forja_misfires_total{pipeline=\"vendas\",policy=\"last\"}")).isZero();
        assertThat(value("forja_run_schedule_delay_seconds_count{pipeline=\"vendas\"}")).isEqualTo(1);
        metrics.remove("vendas");
        runs.changed(run, job(run, JobStatus.FAILED, JobResult.NOTHING));
        runs.finished(run.finished(RunStatus.FAILED, NIGHT, "x"));
        assertThat(metrics.scrape()).as("a run that outlives its pipeline brings nothing back").doesNotContain("vendas");
    }

    @Test
    void a_restart_knows_the_last_success_and_the_tables_from_the_ledger() {
        metrics.pipeline(new MeteredPipeline("vendas", List.of("fato"), null, NIGHT));
        metrics.table("silver.fato", 7, NIGHT);
        assertThat(value("forja_last_success_timestamp_seconds{pipeline=\"vendas\"}")).isEqualTo(NIGHT.getEpochSecond());
        assertThat(value("forja_table_freshness_seconds{table=\"silver.fato\"}")).isEqualTo(100);
    }

    @Test
    void a_table_is_measured_and_its_series_go_with_it() {
        metrics.table("silver.fato", 7, NIGHT);
        metrics.measured(new TableInfo("silver.fato", TableInfo.Type.MANAGED, "delta", "/x", 7L, 4L, 1234, 2, NIGHT,
                null, List.of(), List.of(), null));
        assertThat(value("forja_table_rows{table=\"silver.fato\"}")).isEqualTo(4);
        assertThat(value("forja_table_bytes{table=\"silver.fato\"}")).isEqualTo(1234);
        assertThat(value("forja_table_files{table=\"silver.fato\"}")).isEqualTo(2);
        metrics.removeTable("silver.fato");
        assertThat(metrics.scrape()).doesNotContain("silver.fato");
    }

    @Test
    void snapshots_are_counted_by_table_down_to_none() {
        metrics.snapshots(List.of(snapshot("silver.fato", NIGHT), snapshot("silver.fato", NIGHT.plusSeconds(40)),
                snapshot("bronze.vendas", NIGHT)));
        assertThat(value("forja_snapshots{table=\"silver.fato\"}")).isEqualTo(2);
        assertThat(value("forja_snapshot_age_seconds{table=\"silver.fato\"}")).isEqualTo(60);
        metrics.snapshots(List.of(snapshot("silver.fato", NIGHT)));
        assertThat(value("forja_snapshots{table=\"bronze.vendas\"}")).isZero();
    }

    @Test
    void the_machine_and_the_process_are_measured_too_and_no_run_is_a_label() {
        vendas();
        RunRecord run = started(Trigger.SCHEDULE);
        runs.finished(run.finished(RunStatus.SUCCEEDED, NIGHT, null));
        assertThat(metrics.scrape()).contains("jvm_memory_used_bytes", "jvm_gc", "process_cpu_usage",
                "process_uptime_seconds", "process_files_open_files").doesNotContain(run.id());
    }

    private void vendas() {
        metrics.pipeline(new MeteredPipeline("vendas", List.of("bronze", "fato"), "all", null));
    }

    private RunRecord started(Trigger trigger) {
        RunRecord run = new RunRecord("vendas-20261129T020000", "vendas", NIGHT, 0, trigger, Map.of(), "hash", "h:1:1",
                RunStatus.QUEUED, NIGHT, null, null, null).started(NIGHT.plusSeconds(2));
        runs.started(run);
        return run;
    }

    private static JobRecord job(RunRecord run, JobStatus status, JobResult result) {
        return new JobRecord(run.id(), "fato", "clean", 1, Set.of(), status, 1, NIGHT.plusSeconds(3),
                status.isTerminal() ? NIGHT.plusSeconds(50) : null, null, null, result);
    }

    private static SnapshotInfo snapshot(String table, Instant at) {
        return new SnapshotInfo("s", table, 1, "/s", at, 1, 1, 1, null);
    }

    private double value(String series) {
        return metrics.scrape().lines().filter(line -> line.startsWith(series + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(series.length() + 1))).findFirst()
                .orElse(Double.NaN);
    }
}

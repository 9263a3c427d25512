package io.forja.scheduler.cli;

import static io.forja.scheduler.cli.Runs.job;
import static io.forja.scheduler.cli.Runs.live;
import static org.assertj.core.api.Assertions.assertThat;

import io.forja.core.job.RowCounts;
import io.forja.core.run.JobRecord;
import io.forja.core.run.JobStatus;
import io.forja.core.run.LiveRun;
import io.forja.core.run.RunStatus;
import io.forja.scheduler.api.RunRequest;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class RunCommandTest extends CommandLineTest {

    private static final RowCounts FATO = new RowCounts(6, 4, 0, 1, 1);

    private void succeeds() {
        JobRecord bronze = job("bronze_vendas", JobStatus.SUCCEEDED, 2.1, RowCounts.copied(6), "bronze.vendas");
        forja.frames.addAll(List.of(
                live(RunStatus.QUEUED, job("bronze_vendas", JobStatus.WAITING), job("fato_vendas", JobStatus.WAITING)),
                live(RunStatus.RUNNING, job("bronze_vendas", JobStatus.RUNNING), job("fato_vendas", JobStatus.WAITING)),
                live(RunStatus.RUNNING, bronze, job("fato_vendas", JobStatus.RUNNING)),
                live(RunStatus.SUCCEEDED, bronze,
                        job("fato_vendas", JobStatus.SUCCEEDED, 1.0, FATO, "silver.fato_vendas"))));
    }

    @Test
    void the_request_has_the_job_the_date_and_the_parameters() {
        succeeds();
        run("run", "vendas/fato_vendas", "--date", "2026-11-29", "--param", "origem=a=b.csv", "--param", "x=1");
        assertThat(forja.started).containsExactly(new RunRequest(
                "vendas", "fato_vendas", LocalDate.of(2026, 11, 29), Map.of("origem", "a=b.csv", "x", "1")));
    }

    @Test
    void the_flag_is_the_command() {
        succeeds();
        run("--run", "vendas", "--date", "2026-11-29");
        run("--run=vendas");
        run("-v", "--run=vendas");
        assertThat(forja.started).extracting(RunRequest::pipeline).containsExactly("vendas", "vendas", "vendas");
    }

    @Test
    void into_a_file_the_report_goes_to_stdout_and_every_change_to_stderr() {
        succeeds();
        Ended ended = run("run", "vendas");
        assertThat(ended.code()).isZero();
        assertThat(ended.out()).isEqualTo("""
                JOB            STATUS     ATTEMPTS  TIME  READ  WRITTEN  REJECTED  DEDUPLICATED  FILTERED  TABLES
                bronze_vendas  succeeded         1  2.1s     6        6         0             0         0  bronze.vendas v3
                fato_vendas    succeeded         1  1.0s     6        4         0             1         1  silver.fato_vendas v3

                run vendas-20261129T050000 succeeded in 4.0s
                """);
        assertThat(ended.err()).isEqualTo("""
                08:59:50 run vendas-20261129T050000 queued
                08:59:50 run vendas-20261129T050000 running
                08:59:50 bronze_vendas running
                08:59:52 bronze_vendas succeeded in 2.1s: 6 read, 6 written
                08:59:50 fato_vendas running
                08:59:51 fato_vendas succeeded in 1.0s: 6 read, 4 written, 1 deduplicated, 1 filtered
                08:59:54 run vendas-20261129T050000 succeeded
                """);
    }

    @Test
    void on_a_screen_a_line_for_each_job_changes_in_place() {
        screen = true;
        succeeds();
        Ended ended = run("run", "vendas");
        String[] frames = ended.err().split("(?=\u001b\\[\\?7l)");
        assertThat(frames).hasSize(4);
        assertThat(frames[2].replaceAll("\u001b\\[[0-9;?]*[a-zA-Z]", "")).isEqualTo("""
                vendas-20261129T050000  running  10.0s
                  bronze_vendas  succeeded    2.1s  6 read, 6 written
                  fato_vendas    running     10.0s  reading bronze.vendas 1/4
                """);
        assertThat(frames[2]).contains("\u001b[3A").contains("\u001b[32msucceeded\u001b[0m");
        assertThat(ended.out()).contains("\u001b[32msucceeded\u001b[0m");
    }

    @Test
    void a_pipeline_of_more_jobs_than_a_screen_has_lines_shows_those_that_run() {
        screen = true;
        List<JobRecord> jobs = new ArrayList<>(List.of(job("agora", JobStatus.RUNNING)));
        for (int i = 0; i < 20; i++) {
            jobs.add(job("feito" + i, JobStatus.SUCCEEDED, 1.0, RowCounts.NONE));
        }
        forja.frames.add(live(RunStatus.RUNNING, jobs.toArray(JobRecord[]::new)));
        forja.frames.add(live(RunStatus.SUCCEEDED, jobs.subList(1, 21).toArray(JobRecord[]::new)));
        String first = run("run", "vendas").err().split("(?<=\u001b\\[\\?7h)")[0];
        assertThat(first.lines()).hasSize(3);
        assertThat(first).contains("20 of 21 jobs done").contains("agora");
    }

    @Test
    void a_failed_run_says_why_once_and_ends_with_1() {
        JobRecord failed = Runs.failed("bronze_vendas", JobStatus.FAILED, "there is no file data/vendas.csv");
        forja.frames.add(Runs.ended(RunStatus.FAILED, "bronze_vendas: there is no file data/vendas.csv", failed,
                Runs.failed("fato_vendas", JobStatus.UPSTREAM_FAILED, "not run: bronze_vendas did not succeed")));
        Ended ended = run("run", "vendas");
        assertThat(ended.code()).isEqualTo(ExitCode.FAILED);
        assertThat(ended.out()).endsWith("""

                bronze_vendas failed: there is no file data/vendas.csv
                fato_vendas upstream failed: not run: bronze_vendas did not succeed

                run vendas-20261129T050000 failed in 4.0s
                """);
    }

    @Test
    void a_retry_says_when_and_why() {
        forja.frames.add(live(RunStatus.RUNNING, Runs.waitingForRetry("bronze_vendas", "the database does not answer")));
        succeeds();
        assertThat(run("run", "vendas").err()).contains(
                "bronze_vendas waits until 09:00:30 for attempt 2: the database does not answer\n");
    }

    @Test
    void a_skipped_run_ends_with_4_and_a_cancelled_one_with_1() {
        forja.frames.add(Runs.ended(RunStatus.SKIPPED, "the run before it is still going"));
        Ended skipped = run("run", "vendas");
        assertThat(skipped.code()).isEqualTo(ExitCode.SKIPPED);
        assertThat(skipped.out()).endsWith("skipped in 4.0s: the run before it is still going\n");
        forja.frames.clear();
        forja.frames.add(Runs.ended(RunStatus.CANCELLED, "asked by ana"));
        assertThat(run("run", "vendas").code()).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void the_report_for_machines_is_one_document() {
        succeeds();
        Ended ended = run("run", "vendas", "-o", "json");
        assertThat(ended.out()).startsWith("""
                {
                  "run" : {
                    "id" : "vendas-20261129T050000",
                    "resumes" : null,
                    "pipeline" : "vendas",
                    "status" : "succeeded",
                    "logicalTime" : "2026-11-29T05:00:00Z",
                    "trigger" : "manual",
                    "params" : { },
                    "dueAt" : "2026-11-29T11:59:50Z",
                    "startedAt" : "2026-11-29T11:59:50Z",
                    "finishedAt" : "2026-11-29T11:59:54Z",
                    "durationSeconds" : 4.0,
                    "error" : null
                  },
                  "jobs" : [
                    {
                      "job" : "bronze_vendas",
                      "type" : "copy",
                      "status" : "succeeded",
                      "needs" : [ ],
                      "attempts" : 1,
                      "startedAt" : "2026-11-29T11:59:50Z",
                      "finishedAt" : "2026-11-29T11:59:52.100Z",
                      "durationSeconds" : 2.1,
                      "retryAt" : null,
                      "rows" : {
                        "read" : 6,
                        "written" : 6,
                        "rejected" : 0,
                        "deduplicated" : 0,
                        "filtered" : 0
                      },
                      "tables" : [
                        {
                          "table" : "bronze.vendas",
                          "before" : 2,
                          "after" : 3,
                          "rows" : null
                        }
                      ],
                      "notes" : [ ],
                      "expectations" : [ ],
                      "error" : null
                    },
                """);
    }

    @Test
    void ctrl_c_cancels_a_run_of_this_process_and_waits_for_its_end() {
        AtomicReference<Runnable> ctrlC = interruptable();
        succeeds();
        LiveRun end = Runs.ended(RunStatus.CANCELLED, "asked to stop");
        forja.beforeFrame = () -> {
            ctrlC.get().run();
            if (!forja.cancelled.isEmpty()) {
                forja.frames.clear();
                forja.frames.add(end);
            }
        };
        Ended ended = run("run", "vendas");
        assertThat(forja.cancelled).containsExactly("vendas-20261129T050000");
        assertThat(ended.err()).contains("stopping the run");
        assertThat(ended.out()).endsWith("cancelled in 4.0s: asked to stop\n");
        assertThat(ended.code()).isEqualTo(ExitCode.FAILED);
        assertThat(ctrlC.get()).isNull();
    }

    @Test
    void ctrl_c_leaves_a_run_of_the_daemon_and_says_how_to_go_on() {
        hasDaemon = true;
        AtomicReference<Runnable> ctrlC = interruptable();
        succeeds();
        forja.beforeFrame = () -> ctrlC.get().run();
        Ended ended = run("run", "vendas");
        assertThat(forja.cancelled).isEmpty();
        assertThat(ended.code()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err()).endsWith("The run goes on in the daemon. To follow it: forja runs logs -f"
                + " vendas-20261129T050000; to end it: forja runs cancel vendas-20261129T050000\n");
    }

    private AtomicReference<Runnable> interruptable() {
        AtomicReference<Runnable> ctrlC = new AtomicReference<>();
        interrupts = action -> {
            ctrlC.set(action);
            return () -> ctrlC.set(null);
        };
        return ctrlC;
    }
}

package io.forja.scheduler.cli;

import static io.forja.scheduler.cli.Runs.job;
import static io.forja.scheduler.cli.Runs.live;
import static org.assertj.core.api.Assertions.assertThat;

import io.forja.core.job.JobResult;
import io.forja.core.job.RowCounts;
import io.forja.core.run.JobRecord;
import io.forja.core.run.JobStatus;
import io.forja.core.run.LiveRun;
import io.forja.core.run.RunStatus;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** {@code runs}: what the ledger remembers. */
class LedgerCommandsTest extends CommandLineTest {

    @Test
    void runs_are_listed_with_their_times_in_the_users_zone() {
        forja.runs.add(Runs.record(RunStatus.RUNNING, null));
        forja.runs.add(Runs.record(RunStatus.FAILED, "fato_vendas: o valor não cabe"));
        Ended ended = run("runs", "list", "vendas", "--status", "failed", "-n", "5");
        assertThat(forja.asked).containsExactly("RunQuery[pipeline=vendas, status=FAILED, limit=5]");
        assertThat(ended.out()).isEqualTo("""
                RUN                     STATUS   TRIGGER  LOGICAL TIME            STARTED                  TIME  ERROR
                vendas-20261129T050000  running  manual   2026-11-29 02:00:00-03  2026-11-29 08:59:50-03  10.0s
                vendas-20261129T050000  failed   manual   2026-11-29 02:00:00-03  2026-11-29 08:59:50-03   4.0s  fato_vendas: o valor não cabe
                """);
        assertThat(run("runs", "list", "-o", "json").out()).startsWith("[\n  {\n    \"id\" : \"vendas-20261129T050000\"");
    }

    @Test
    void a_run_is_shown_with_its_jobs_notes_and_errors() {
        JobRecord noted = new JobRecord("r", "bronze", "copy", 0, Set.of(), JobStatus.SUCCEEDED, 2, Runs.BEGAN,
                Runs.BEGAN.plusSeconds(75), null, null,
                new JobResult(new RowCounts(6, 5, 1, 0, 0), List.of(), List.of("one row has no price")));
        forja.frames.add(Runs.ended(RunStatus.FAILED, "fato: it is broken", noted,
                Runs.failed("fato", JobStatus.FAILED, "it is broken")));
        assertThat(run("runs", "show", "vendas-20261129T050000").out()).isEqualTo("""
                vendas-20261129T050000: vendas for 2026-11-29 02:00:00-03, manual, started 2026-11-29 08:59:50-03

                JOB     STATUS     ATTEMPTS   TIME  READ  WRITTEN  REJECTED  DEDUPLICATED  FILTERED  TABLES
                bronze  succeeded         2  1m15s     6        5         1             0         0
                fato    failed            1   1.0s     0        0         0             0         0

                bronze: one row has no price
                fato failed: it is broken

                run vendas-20261129T050000 failed in 4.0s
                """);
    }

    @Test
    void a_run_that_goes_on_with_another_one_says_so_and_is_followed_to_its_end() {
        JobRecord done = new JobRecord("r", "bronze", "copy", 0, Set.of(), JobStatus.SUCCEEDED, 0, Runs.BEGAN,
                Runs.BEGAN.plusSeconds(75), null, null, new JobResult(new RowCounts(6, 6, 0, 0, 0), List.of(),
                        List.of("not run again, it had succeeded in vendas-20261129T050000")));
        LiveRun running = live(RunStatus.RUNNING, done, job("fato", JobStatus.RUNNING));
        LiveRun failed = Runs.ended(RunStatus.FAILED, "fato: it is broken", done,
                Runs.failed("fato", JobStatus.FAILED, "it is broken"));
        forja.frames.addAll(List.of(running, failed));
        Ended ended = run("runs", "retry", "vendas-20261129T050000");
        assertThat(forja.asked).containsExactly("retry vendas-20261129T050000");
        assertThat(ended.code()).isEqualTo(ExitCode.FAILED);
        assertThat(ended.err()).contains("fato failed");
        assertThat(ended.out()).containsPattern("bronze +succeeded +0 +6 +6")
                .contains("bronze: not run again, it had succeeded in vendas-20261129T050000")
                .endsWith("run vendas-20261129T050000 failed in 4.0s\n");

        forja.frames.clear();
        forja.frames.add(new LiveRun(failed.run().resuming(failed.run()), failed.jobs(), failed.progress()));
        assertThat(run("runs", "show", "r").out()).contains(", manual, goes on with vendas-20261129T050000, started");
        assertThat(run("runs", "retry", "r", "-o", "json").out())
                .contains("\"resumes\" : \"vendas-20261129T050000\"").contains("\"attempts\" : 0");
    }

    @Test
    void the_latest_run_needs_no_name() {
        forja.runs.add(Runs.record(RunStatus.SUCCEEDED, null));
        forja.frames.add(live(RunStatus.SUCCEEDED, job("a", JobStatus.SUCCEEDED)));
        assertThat(run("runs", "show").out()).contains("vendas-20261129T050000");
        forja.runs.clear();
        Ended none = run("runs", "show");
        assertThat(none.code()).isEqualTo(ExitCode.NOT_FOUND);
        assertThat(none.err()).isEqualTo("error: there is no run yet; make one with \"forja run PIPELINE\"\n");
    }

    @Test
    void logs_are_printed_as_they_are() {
        forja.frames.add(live(RunStatus.RUNNING));
        forja.logs.addAll(List.of("first", "second"));
        assertThat(run("runs", "logs", "r").out()).isEqualTo("first\nsecond\n");
    }

    @Test
    void followed_logs_go_on_until_the_run_ends_and_repeat_nothing() {
        forja.frames.addAll(List.of(live(RunStatus.RUNNING), live(RunStatus.RUNNING), live(RunStatus.SUCCEEDED)));
        forja.beforeFrame = () -> forja.logs.add("line " + forja.logs.size());
        assertThat(run("runs", "logs", "-f", "r").out()).isEqualTo("line 0\nline 1\nline 2\n");
    }

    @Test
    void cancelling_asks_and_says_so() {
        forja.frames.add(live(RunStatus.RUNNING));
        assertThat(run("runs", "cancel", "r").out()).isEqualTo("run r was asked to end\n");
        assertThat(forja.cancelled).containsExactly("r");
        forja.frames.clear();
        forja.frames.add(live(RunStatus.SUCCEEDED));
        assertThat(run("runs", "cancel", "r").out()).isEqualTo("run r has ended already: succeeded\n");
    }
}

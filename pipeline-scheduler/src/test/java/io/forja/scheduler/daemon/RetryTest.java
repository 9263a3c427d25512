package io.forja.scheduler.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.core.definition.RetryPolicy;
import io.forja.core.job.JobResult;
import io.forja.core.plan.Plan;
import io.forja.core.plan.PlannedJob;
import io.forja.core.run.JobRecord;
import io.forja.core.run.JobStatus;
import io.forja.core.run.RunRecord;
import io.forja.core.run.RunStatus;
import io.forja.core.run.Trigger;
import io.forja.scheduler.testing.Jobs;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which runs are gone on with, and what of them is done. */
class RetryTest {

    private static final Instant NIGHT = Instant.parse("2026-11-29T05:00:00Z");

    private static RunRecord run(int rerun, RunStatus status) {
        RunRecord queued = new RunRecord(RunRecord.idOf("p", NIGHT, rerun), "p", NIGHT, rerun, Trigger.MANUAL, Map.of(),
                "", "test:1:1", RunStatus.QUEUED, NIGHT, null, null, null);
        return status == RunStatus.QUEUED ? queued : queued.finished(status, NIGHT, null);
    }

    private static JobRecord job(String name, JobStatus status, String... needs) {
        return new JobRecord("p-20261129T050000", name, "rows", 0, Set.of(needs), status, 1, NIGHT, NIGHT, null, null,
                JobResult.NOTHING);
    }

    private static PlannedJob planned(String name, String... needs) {
        return new PlannedJob(name, Set.of(needs), Duration.ofHours(1), RetryPolicy.none(),
                new Jobs.Rows(1, 0, null, 1), List.of(), List.of());
    }

    private static List<JobRecord> done(List<JobRecord> jobs, PlannedJob... now) {
        Retry retry = new Retry(run(0, RunStatus.FAILED), jobs);
        return retry.done(retry.meant(new Plan("p", List.of(now))), job -> "rows");
    }

    @Test
    void what_was_cancelled_failed_or_skipped_is_gone_on_with() {
        for (RunStatus end : List.of(RunStatus.FAILED, RunStatus.CANCELLED, RunStatus.SKIPPED)) {
            new Retry(run(0, end), List.of()).requireAllowed(Stream.of(run(0, end)), false);
        }
    }

    @Test
    void only_the_last_run_of_a_time_is_gone_on_with_and_one_that_was_skipped_is_none() {
        Retry retry = new Retry(run(0, RunStatus.FAILED), List.of());
        retry.requireAllowed(Stream.of(run(0, RunStatus.FAILED), run(1, RunStatus.SKIPPED)), false);
        assertThatThrownBy(() -> retry.requireAllowed(Stream.of(run(0, RunStatus.FAILED), run(1, RunStatus.CANCELLED),
                run(2, RunStatus.QUEUED)), false)).hasMessage("the run p-20261129T050000.3 came after p-20261129T050000 for"
                        + " the same time; go on with that one: \"forja runs retry p-20261129T050000.3\"");
    }

    @Test
    void the_jobs_that_succeeded_are_done_whatever_their_order_in_the_file() {
        JobRecord a = job("a", JobStatus.SUCCEEDED);
        assertThat(done(List.of(a, job("b", JobStatus.FAILED, "a"), job("c", JobStatus.UPSTREAM_FAILED, "b")),
                planned("a"), planned("b", "a"), planned("c", "b"))).containsExactly(a);
    }

    @Test
    void a_run_of_one_job_stays_one_of_that_job_and_one_that_never_had_jobs_runs_them_all() {
        assertThat(done(List.of(job("b", JobStatus.FAILED)), planned("a"), planned("b", "a"))).isEmpty();
        assertThat(done(List.of(), planned("a"), planned("b", "a"))).isEmpty();
    }

    @Test
    void other_jobs_or_other_needs_are_refused_by_their_names() {
        List<JobRecord> jobs = List.of(job("a", JobStatus.SUCCEEDED), job("b", JobStatus.FAILED, "a"));
        assertThatThrownBy(() -> done(jobs, planned("a"), planned("c", "a"))).hasMessage("the pipeline p has other jobs now"
                + " than the run p-20261129T050000 had; new, gone, or of another type or other needs: b, c; run the"
                + " pipeline anew with \"forja run p\"");
        assertThatThrownBy(() -> done(jobs, planned("a"), planned("b"))).hasMessageContaining("other needs: b;");
    }
}

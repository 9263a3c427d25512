package io.forja.core.run;

import static io.forja.core.run.Plans.NIGHT;
import static io.forja.core.run.Plans.job;
import static io.forja.core.run.Plans.plan;
import static io.forja.core.run.Plans.queued;
import static io.forja.core.run.Plans.tried;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.core.job.JobResult;
import io.forja.core.job.RowCounts;
import io.forja.core.plan.Plan;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RunStateTest {

    private static final JobResult SIX_ROWS = new JobResult(RowCounts.copied(6), List.of(), List.of());

    private RunState state = queued(plan(job("a")));
    private Instant now = NIGHT;

    // --- given, when, then

    private void given(Plan plan) {
        state = queued(plan).on(new RunEvent.Started(now));
    }

    private void whenTimePasses(Duration time) {
        now = now.plus(time);
    }

    private void whenStarted(String job) {
        state = state.on(new RunEvent.JobStarted(now, job));
    }

    private void whenSucceeds(String job) {
        whenStarted(job);
        state = state.on(new RunEvent.JobSucceeded(now, job, SIX_ROWS));
    }

    private void whenFails(String job, boolean retryable) {
        whenStarted(job);
        state = state.on(new RunEvent.JobFailed(now, job, "it broke", retryable));
    }

    private void whenCancelled() {
        state = state.on(new RunEvent.CancelRequested(now, "asked for"));
    }

    private void thenJob(String job, JobStatus status) {
        assertThat(state.jobs().get(job).status()).as(job).isEqualTo(status);
    }

    private void thenRun(RunStatus status) {
        assertThat(state.run().status()).isEqualTo(status);
    }

    // --- beginning

    @Test
    void a_queued_run_has_nothing_ready() {
        assertThat(state.ready(NIGHT)).isEmpty();
        thenRun(RunStatus.QUEUED);
    }

    @Test
    void a_started_run_has_the_jobs_ready_that_need_nothing() {
        given(plan(job("a"), job("b", "a"), job("c")));
        assertThat(state.ready(now)).containsExactly("a", "c");
        assertThat(state.run().startedAt()).isEqualTo(NIGHT);
    }

    // --- going on with another run

    private void givenRetryAfterSuccessOf(Plan plan, String... succeeded) {
        given(plan);
        for (String job : succeeded) {
            whenSucceeds(job);
        }
        JobRecord[] done = Stream.of(succeeded).map(state.jobs()::get).toArray(JobRecord[]::new);
        RunRecord retry = Plans.retryOf(state.run());
        state = queued(retry, plan, done).on(new RunEvent.Started(now));
    }

    @Test
    void a_job_that_succeeded_before_is_done_with_its_result_and_without_an_attempt() {
        givenRetryAfterSuccessOf(plan(job("a"), job("b", "a"), job("c", "b")), "a");
        JobRecord done = state.jobs().get("a");
        assertThat(done.status()).isEqualTo(JobStatus.SUCCEEDED);
        assertThat(done.attempt()).isZero();
        assertThat(done.result().rows()).isEqualTo(SIX_ROWS.rows());
        assertThat(done.result().notes()).containsExactly("not run again, it had succeeded in vendas-20261129T020000");
        assertThat(state.ready(now)).containsExactly("b");
        whenSucceeds("b");
        whenSucceeds("c");
        thenRun(RunStatus.SUCCEEDED);
    }

    @Test
    void where_every_job_had_succeeded_the_run_succeeds_at_once() {
        givenRetryAfterSuccessOf(plan(job("a"), job("b", "a")), "a", "b");
        thenRun(RunStatus.SUCCEEDED);
    }

    @Test
    void a_retry_of_a_retry_goes_on_with_the_first_run_and_says_once_where_a_job_succeeded() {
        givenRetryAfterSuccessOf(plan(job("a"), job("b", "a")), "a");
        RunState again = queued(Plans.retryOf(state.run()), plan(job("a"), job("b", "a")), state.jobs().get("a"));
        assertThat(again.run().resumes()).isEqualTo("vendas-20261129T020000");
        assertThat(again.jobs().get("a").result()).isEqualTo(state.jobs().get("a").result());
    }

    @Test
    void a_run_without_a_job_is_none() {
        assertThatThrownBy(() -> queued(plan())).isInstanceOf(IllegalArgumentException.class);
    }

    // --- success

    @Test
    void a_job_is_ready_when_all_that_it_needs_succeeded() {
        given(plan(job("a"), job("b"), job("c", "a", "b")));
        whenSucceeds("a");
        assertThat(state.ready(now)).containsExactly("b");
        whenSucceeds("b");
        assertThat(state.ready(now)).containsExactly("c");
        thenRun(RunStatus.RUNNING);
        whenTimePasses(Duration.ofSeconds(5));
        whenSucceeds("c");
        thenRun(RunStatus.SUCCEEDED);
        assertThat(state.run().finishedAt()).isEqualTo(NIGHT.plusSeconds(5));
        assertThat(state.jobs().get("c").result()).isEqualTo(SIX_ROWS);
    }

    // --- failure

    @Test
    void a_failure_reaches_the_whole_downstream_and_nothing_beside_it() {
        given(plan(job("a"), job("b", "a"), job("c", "b"), job("beside")));
        whenFails("a", false);
        thenJob("a", JobStatus.FAILED);
        thenJob("b", JobStatus.UPSTREAM_FAILED);
        thenJob("c", JobStatus.UPSTREAM_FAILED);
        assertThat(state.jobs().get("c").error()).isEqualTo("not run: b did not succeed");
        thenRun(RunStatus.RUNNING);
        whenSucceeds("beside");
        thenRun(RunStatus.FAILED);
        assertThat(state.run().error()).isEqualTo("a: it broke");
    }

    @Test
    void a_failed_job_waits_longer_each_time_and_is_ready_when_the_time_has_come() {
        given(plan(tried(3, job("a"))));
        whenFails("a", true);
        thenJob("a", JobStatus.RETRY_WAIT);
        assertThat(state.nextRetry()).contains(NIGHT.plusSeconds(30));
        assertThat(state.jobs().get("a").error()).isEqualTo("it broke");
        whenTimePasses(Duration.ofMillis(29_999));
        assertThat(state.ready(now)).isEmpty();
        whenTimePasses(Duration.ofMillis(1));
        assertThat(state.ready(now)).containsExactly("a");
        whenFails("a", true);
        assertThat(state.nextRetry()).contains(NIGHT.plusSeconds(90));
        whenTimePasses(Duration.ofSeconds(60));
        whenSucceeds("a");
        assertThat(state.jobs().get("a")).extracting(JobRecord::attempt, JobRecord::error).containsExactly(3, null);
        thenRun(RunStatus.SUCCEEDED);
    }

    @Test
    void the_last_attempt_that_fails_ends_the_job() {
        given(plan(tried(2, job("a"))));
        whenFails("a", true);
        whenTimePasses(Duration.ofSeconds(30));
        whenFails("a", true);
        thenJob("a", JobStatus.FAILED);
        thenRun(RunStatus.FAILED);
    }

    @Test
    void what_a_retry_cannot_mend_is_not_tried_again() {
        given(plan(tried(3, job("a"))));
        whenFails("a", false);
        thenRun(RunStatus.FAILED);
    }

    @Test
    void every_failure_is_in_the_run_s_error() {
        given(plan(job("a"), job("b")));
        whenStarted("a");
        whenFails("b", false);
        whenFails("a", false);
        assertThat(state.run().error()).isEqualTo("a: it broke; b: it broke");
    }

    // --- cancellation

    @Test
    void a_run_that_is_cancelled_in_the_queue_has_never_begun() {
        whenCancelled();
        thenRun(RunStatus.CANCELLED);
        thenJob("a", JobStatus.CANCELLED);
        assertThat(state.run()).extracting(RunRecord::startedAt, RunRecord::error).containsExactly(null, "asked for");
    }

    @Test
    void a_cancelled_run_waits_for_its_running_jobs_and_starts_no_other() {
        given(plan(job("a"), tried(3, job("retrying")), job("b", "a")));
        whenFails("retrying", true);
        whenStarted("a");
        whenCancelled();
        thenJob("b", JobStatus.CANCELLED);
        thenJob("retrying", JobStatus.CANCELLED);
        thenJob("a", JobStatus.RUNNING);
        thenRun(RunStatus.RUNNING);
        state = state.on(new RunEvent.JobFailed(now, "a", "interrupted", true));
        thenJob("a", JobStatus.CANCELLED);
        thenRun(RunStatus.CANCELLED);
    }

    @Test
    void a_cancellation_that_comes_too_late_changes_nothing() {
        given(plan(job("a")));
        whenStarted("a");
        whenCancelled();
        state = state.on(new RunEvent.JobSucceeded(now, "a", SIX_ROWS));
        thenRun(RunStatus.SUCCEEDED);
        RunState end = state;
        whenCancelled();
        assertThat(state).isSameAs(end);
    }

    @Test
    void a_run_with_a_failed_job_is_failed_even_when_it_is_cancelled_then() {
        given(plan(job("a"), job("b"), job("c", "b")));
        whenFails("a", false);
        whenStarted("b");
        whenCancelled();
        state = state.on(new RunEvent.JobFailed(now, "b", "interrupted", true));
        thenRun(RunStatus.FAILED);
        assertThat(state.run().error()).isEqualTo("a: it broke");
    }

    @Test
    void the_first_reason_stays() {
        given(plan(job("a")));
        whenStarted("a");
        whenCancelled();
        state = state.on(new RunEvent.CancelRequested(now, "again"));
        assertThat(state.cancelReason()).isEqualTo("asked for");
    }

    // --- what does not fit

    @Test
    void an_event_that_does_not_fit_changes_nothing() {
        given(plan(job("a"), job("b", "a")));
        RunState before = state;
        assertThat(state.on(new RunEvent.Started(now.plusSeconds(1)))).isEqualTo(before);
        assertThat(state.on(new RunEvent.JobStarted(now, "b"))).isEqualTo(before);
        assertThat(state.on(new RunEvent.JobSucceeded(now, "a", SIX_ROWS))).isEqualTo(before);
        assertThat(state.on(new RunEvent.JobFailed(now, "b", "late", true))).isEqualTo(before);
        whenStarted("a");
        before = state;
        assertThat(state.on(new RunEvent.JobStarted(now.plusSeconds(1), "a"))).isEqualTo(before);
    }

    @Test
    void an_event_of_a_job_that_is_not_there_is_a_mistake() {
        given(plan(job("a")));
        assertThatThrownBy(() -> state.on(new RunEvent.JobStarted(now, "nobody")))
                .hasMessage("the run vendas-20261129T020000 has no job nobody");
    }
}

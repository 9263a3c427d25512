package io.forja.core.run;

import static io.forja.core.run.GivenEngine.SOON;
import static io.forja.core.run.GivenEngine.eventually;
import static io.forja.core.run.Plans.job;
import static io.forja.core.run.Plans.tried;
import static io.forja.core.run.Plans.within;
import static io.forja.core.run.Plans.writing;
import static org.assertj.core.api.Assertions.assertThat;

import io.forja.core.job.JobResult;
import io.forja.core.problem.ForjaException;
import io.forja.core.run.GivenEngine.Gate;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How runs end that are asked to: by a person, by their timeout, by the end of the process. */
class RunEngineStopTest {

    private static final Duration PAST_STOP_GRACE = Attempt.STOP_GRACE.plusSeconds(1);

    private GivenEngine given = GivenEngine.withLimits(1, 1);

    private void givenLimits(int runs, int jobs) {
        given.close();
        given = GivenEngine.withLimits(runs, jobs);
    }

    @AfterEach
    void close() {
        given.close();
    }

    private void whenCancelled(RunRecord run) {
        assertThat(given.engine.cancel(run.id(), "asked for")).isTrue();
    }

    // --- cancelling

    @Test
    void a_run_in_the_queue_ends_at_once_and_has_never_begun() {
        Gate gate = given.gated("first");
        RunRecord first = given.run(job("first"));
        RunRecord second = given.run(job("second"), job("third", "second"));
        gate.awaitReached();
        whenCancelled(second);
        RunRecord end = given.thenEnds(second, RunStatus.CANCELLED);
        assertThat(end.error()).isEqualTo("asked for");
        assertThat(end.startedAt()).isNull();
        assertThat(given.ledger.jobs(second.id())).extracting(JobRecord::status)
                .containsExactly(JobStatus.CANCELLED, JobStatus.CANCELLED);
        assertThat(given.heard.news).containsOnlyOnce("started").contains("finished CANCELLED");
        assertThat(given.engine.runningCount()).isEqualTo(1);
        gate.open();
        given.thenEnds(first, RunStatus.SUCCEEDED);
        given.thenStaysStarted("first");
    }

    @Test
    void a_job_that_waits_for_its_retry_is_not_tried_again() {
        given.job("a", context -> {
            throw new ForjaException("the database refused", "");
        });
        RunRecord run = given.run(tried(3, job("a")), job("b", "a"));
        given.thenJob(run, "a", JobStatus.RETRY_WAIT);
        whenCancelled(run);
        given.thenEnds(run, RunStatus.CANCELLED);
        given.whenTimePasses(Duration.ofHours(1));
        given.thenStaysStarted("a");
    }

    @Test
    void a_running_job_is_interrupted_its_actions_run_and_no_other_begins() {
        AtomicBoolean engineTold = new AtomicBoolean();
        Gate gate = new Gate();
        given.job("a", context -> {
            context.cancellation().onCancel(() -> engineTold.set(true));
            gate.pass();
            return JobResult.NOTHING;
        });
        RunRecord run = given.run(tried(3, job("a")), job("b", "a"));
        gate.awaitReached();
        whenCancelled(run);
        given.thenEnds(run, RunStatus.CANCELLED);
        assertThat(engineTold).isTrue();
        assertThat(given.jobOf(run, "a")).extracting(JobRecord::status, JobRecord::error)
                .containsExactly(JobStatus.CANCELLED, "asked for");
        given.thenStaysStarted("a");
    }

    @Test
    void a_job_that_waits_for_a_place_is_not_started() {
        givenLimits(2, 1);
        Gate gate = given.gated("first");
        RunRecord first = given.run(job("first"));
        gate.awaitReached();
        RunRecord second = given.runOf("estoque", job("second"));
        eventually().until(() -> given.engine.runningCount() == 2);
        whenCancelled(second);
        given.thenEnds(second, RunStatus.CANCELLED);
        gate.open();
        given.thenEnds(first, RunStatus.SUCCEEDED);
        given.thenStaysStarted("first");
    }

    @Test
    void a_commit_that_has_begun_is_left_to_end_and_counts() throws Exception {
        CountDownLatch committing = new CountDownLatch(1);
        Gate gate = new Gate();
        AtomicBoolean interrupted = new AtomicBoolean();
        given.job("a", context -> context.cancellation().commit(() -> {
            committing.countDown();
            gate.passStubbornly();
            interrupted.set(Thread.currentThread().isInterrupted());
            return JobResult.NOTHING;
        }));
        RunRecord run = given.run(job("a"));
        assertThat(committing.await(10, TimeUnit.SECONDS)).isTrue();
        whenCancelled(run);
        given.whenTimePasses(PAST_STOP_GRACE);
        given.thenJob(run, "a", JobStatus.RUNNING);
        gate.open();
        given.thenEnds(run, RunStatus.SUCCEEDED);
        assertThat(interrupted).isFalse();
    }

    @Test
    void an_unknown_run_and_one_that_is_over_cannot_be_cancelled() {
        RunRecord run = given.run(job("a"));
        given.thenEnds(run, RunStatus.SUCCEEDED);
        assertThat(given.engine.cancel(run.id(), "late")).isFalse();
        assertThat(given.engine.cancel("nobody", "late")).isFalse();
        assertThat(given.ledger.run(run.id()).orElseThrow().status()).isEqualTo(RunStatus.SUCCEEDED);
    }

    @Test
    void an_interrupt_does_not_reach_the_thread_s_next_job() {
        for (int i = 0; i < 100; i++) {
            Gate gate = given.gated("stopped");
            RunRecord stopped = given.run(job("stopped"));
            gate.awaitReached();
            whenCancelled(stopped);
            gate.open();
            given.job("next", context -> {
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
                return JobResult.NOTHING;
            });
            given.thenEnds(given.run(job("next")), RunStatus.SUCCEEDED);
        }
    }

    // --- jobs that do not listen

    @Test
    void a_job_that_ignores_its_cancellation_is_given_up_and_can_never_commit() {
        Gate gate = given.stubborn("a");
        RunRecord run = given.run(tried(3, job("a")));
        gate.awaitReached();
        whenCancelled(run);
        gate.awaitAskedToStop();
        given.whenTimePasses(Duration.ofSeconds(7));
        given.thenJob(run, "a", JobStatus.RUNNING);
        given.whenTimePasses(Duration.ofSeconds(1));
        given.thenEnds(run, RunStatus.CANCELLED);
        gate.open();
        eventually().until(() -> given.working() == 0);
        assertThat(given.committed()).isEmpty();
        assertThat(given.jobOf(run, "a").status()).isEqualTo(JobStatus.CANCELLED);
    }

    @Test
    void a_job_that_ignores_its_timeout_is_given_up_tried_again_and_never_commits_late() {
        Gate gate = new Gate();
        given.job("a", context -> {
            if (context.attempt() == 1) {
                gate.passStubbornly();
            }
            return given.commit(context);
        });
        RunRecord run = given.run(tried(2, within(Duration.ofMinutes(1), writing(job("a"), "x.t"))));
        gate.awaitReached();
        given.whenTimePasses(Duration.ofMinutes(1));
        given.whenTimePasses(Duration.ofSeconds(1));
        given.thenJob(run, "a", JobStatus.RUNNING);
        eventually().untilAsserted(() -> assertThat(given.heard.news).contains("timedOut a"));
        given.whenTimePasses(PAST_STOP_GRACE);
        given.thenJob(run, "a", JobStatus.RETRY_WAIT);
        given.whenTimePasses(Duration.ofSeconds(30));
        given.thenEnds(run, RunStatus.SUCCEEDED);
        assertThat(given.committed()).containsExactly("a");
        gate.open();
        eventually().until(() -> given.working() == 0);
        assertThat(given.committed()).as("the first attempt came too late").containsExactly("a");
    }

    @Test
    void a_job_that_was_given_up_has_given_its_place_back_once() {
        Gate gate = given.stubborn("stuck");
        RunRecord stuck = given.run(writing(job("stuck"), "x.t"));
        gate.awaitReached();
        whenCancelled(stuck);
        gate.awaitAskedToStop();
        given.whenTimePasses(PAST_STOP_GRACE);
        given.whenTimePasses(PAST_STOP_GRACE);
        given.thenEnds(stuck, RunStatus.CANCELLED);
        Gate next = given.gated("next");
        RunRecord second = given.run(writing(job("next"), "x.t"));
        next.awaitReached();
        gate.open();
        eventually().until(() -> given.working() == 1);
        RunRecord third = given.run(writing(job("third"), "x.t"));
        given.thenNothingElseHappens((started, committed) -> assertThat(started).doesNotContain("third"));
        next.open();
        given.thenEnds(second, RunStatus.SUCCEEDED);
        given.thenEnds(third, RunStatus.SUCCEEDED);
    }

    @Test
    void an_action_of_a_cancellation_that_fails_does_not_harm_the_run() {
        Gate gate = new Gate();
        given.job("a", context -> {
            context.cancellation().onCancel(() -> {
                throw new IllegalStateException("the session is closed");
            });
            gate.pass();
            return JobResult.NOTHING;
        });
        RunRecord run = given.run(job("a"));
        gate.awaitReached();
        whenCancelled(run);
        given.thenEnds(run, RunStatus.CANCELLED);
    }

    // --- the end of the process

    @Test
    void a_drain_lets_what_runs_end_and_leaves_the_queue_for_the_next_process() throws Exception {
        Gate gate = given.gated("first");
        RunRecord first = given.run(job("first"));
        RunRecord second = given.run(job("second"));
        gate.awaitReached();
        FutureTask<Boolean> drain = draining(SOON);
        given.thenStaysStarted("first");
        gate.open();
        assertThat(drain.get()).isTrue();
        given.thenEnds(first, RunStatus.SUCCEEDED);
        assertThat(given.ledger.run(second.id()).orElseThrow().status()).isEqualTo(RunStatus.QUEUED);
        RunRecord late = given.run(job("late"));
        assertThat(given.ledger.run(late.id()).orElseThrow().status()).isEqualTo(RunStatus.QUEUED);
        given.thenStaysStarted("first");
    }

    @Test
    void a_drain_cancels_what_does_not_end_within_its_grace() throws Exception {
        Gate gate = given.gated("a");
        RunRecord run = given.run(tried(3, job("a")));
        gate.awaitReached();
        assertThat(given.engine.drain(Duration.ofMillis(50))).isTrue();
        assertThat(given.ledger.run(run.id()).orElseThrow()).extracting(RunRecord::status, RunRecord::error)
                .containsExactly(RunStatus.CANCELLED, "the process was asked to stop and its grace was over");
    }

    @Test
    void a_drain_gives_up_what_does_not_listen_within_three_seconds() throws Exception {
        Gate gate = given.stubborn("a");
        RunRecord run = given.run(job("a"));
        gate.awaitReached();
        FutureTask<Boolean> drain = draining(Duration.ZERO);
        eventually().until(() -> {
            given.whenTimePasses(Duration.ofMillis(100));
            return drain.isDone();
        });
        assertThat(drain.get()).isTrue();
        assertThat(given.ledger.run(run.id()).orElseThrow().status()).isEqualTo(RunStatus.CANCELLED);
        assertThat(given.clock.instant()).isBeforeOrEqualTo(Plans.NIGHT.plusSeconds(5));
        gate.open();
    }

    @Test
    void a_queued_run_can_be_cancelled_while_the_engine_drains() throws Exception {
        Gate gate = given.gated("first");
        given.run(job("first"));
        RunRecord second = given.run(job("second"));
        gate.awaitReached();
        FutureTask<Boolean> drain = draining(SOON);
        eventually().until(() -> given.engine.queuedCount() == 1);
        whenCancelled(second);
        given.thenEnds(second, RunStatus.CANCELLED);
        gate.open();
        assertThat(drain.get()).isTrue();
    }

    @Test
    void an_engine_that_is_closed_leaves_its_runs_unfinished_and_none_of_them_commits() {
        Gate gate = given.stubborn("a");
        RunRecord run = given.run(job("a"), job("b", "a"));
        gate.awaitReached();
        given.engine.close();
        gate.open();
        eventually().until(() -> given.working() == 0);
        assertThat(given.committed()).isEmpty();
        assertThat(given.ledger.run(run.id()).orElseThrow().status()).isEqualTo(RunStatus.RUNNING);
        given.thenStaysStarted("a");
    }

    private FutureTask<Boolean> draining(Duration grace) {
        FutureTask<Boolean> drain = new FutureTask<>(() -> given.engine.drain(grace));
        new Thread(drain).start();
        return drain;
    }
}

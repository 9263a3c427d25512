package io.forja.core.run;

import static io.forja.core.run.GivenEngine.eventually;
import static io.forja.core.run.Plans.job;
import static io.forja.core.run.Plans.plan;
import static io.forja.core.run.Plans.queuedRun;
import static io.forja.core.run.Plans.tried;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.core.problem.ForjaException;
import io.forja.core.run.GivenEngine.Gate;
import io.forja.core.testing.RefusingLedger.Mood;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How runs go when the ledger cannot be written for a while, or has the run at its end by somebody else. */
class RunEngineLedgerTest {

    private final GivenEngine given = GivenEngine.withLimits(1, 2);

    @AfterEach
    void close() {
        given.close();
    }

    private void whenTheLedgerHasFailed() {
        int before = given.ledger.failures();
        given.engine.wake();
        eventually().until(() -> given.ledger.failures() > before);
    }

    private void whenTheLedgerWorksAgain() {
        given.ledger.turn(Mood.WORKING);
        given.engine.wake();
    }

    @Test
    void a_run_that_the_ledger_refuses_is_none() {
        given.ledger.turn(Mood.REFUSING);
        assertThatThrownBy(() -> given.engine.submit(queuedRun(Plans.NIGHT), plan(job("a"))))
                .isInstanceOf(ForjaException.class);
        given.ledger.turn(Mood.WORKING);
        assertThat(given.engine.active("vendas")).isEmpty();
        assertThat(given.heard.news).isEmpty();
        given.thenStaysStarted();
    }

    @ParameterizedTest
    @EnumSource(value = Mood.class, names = {"REFUSING", "LOSING_ANSWERS"})
    void nothing_begins_that_is_not_written_and_the_run_goes_on_when_it_can_be(Mood mood) {
        Gate gate = given.gated("a");
        RunRecord run = given.run(job("a"), job("b", "a"), job("c", "b"));
        gate.awaitReached();
        given.ledger.turn(mood);
        gate.open();
        whenTheLedgerHasFailed();
        given.thenStaysStarted("a");
        whenTheLedgerHasFailed();
        whenTheLedgerWorksAgain();
        given.thenEnds(run, RunStatus.SUCCEEDED);
        given.thenStarted("a", "b", "c");
        assertThat(given.ledger.jobs(run.id())).extracting(JobRecord::attempt).containsOnly(1);
        assertThat(given.heard.news).containsOnlyOnce("a SUCCEEDED").containsOnlyOnce("b RUNNING");
    }

    @ParameterizedTest
    @EnumSource(value = Mood.class, names = {"REFUSING", "LOSING_ANSWERS"})
    void a_start_that_could_not_be_written_is_made_up_for_and_costs_no_attempt(Mood mood) {
        Gate gate = given.gated("blocker");
        RunRecord first = given.run(job("blocker"));
        gate.awaitReached();
        RunRecord run = given.run(job("a"), job("b"));
        given.ledger.turn(mood);
        gate.open();
        whenTheLedgerHasFailed();
        given.thenStaysStarted("blocker");
        whenTheLedgerWorksAgain();
        given.thenEnds(first, RunStatus.SUCCEEDED);
        given.thenEnds(run, RunStatus.SUCCEEDED);
        assertThat(given.ledger.jobs(run.id())).extracting(JobRecord::attempt).containsOnly(1);
    }

    @ParameterizedTest
    @EnumSource(value = Mood.class, names = {"REFUSING", "LOSING_ANSWERS"})
    void a_run_that_is_over_is_told_when_the_ledger_has_it_and_not_before(Mood mood) {
        Gate gate = given.gated("a");
        RunRecord run = given.run(job("a"));
        gate.awaitReached();
        given.ledger.turn(mood);
        gate.open();
        whenTheLedgerHasFailed();
        assertThat(given.heard.news).doesNotContain("finished SUCCEEDED");
        assertThat(given.engine.live(run.id())).get().extracting(live -> live.run().status()).isEqualTo(RunStatus.RUNNING);
        whenTheLedgerWorksAgain();
        given.thenEnds(run, RunStatus.SUCCEEDED);
        eventually().untilAsserted(() ->
                assertThat(given.heard.news).containsOnlyOnce("finished SUCCEEDED"));
    }

    @Test
    void a_failure_and_its_retry_survive_a_ledger_that_refuses() {
        Gate gate = new Gate();
        given.job("a", context -> {
            if (context.attempt() == 1) {
                gate.pass();
                throw new ForjaException("the database refused", "");
            }
            return given.commit(context);
        });
        RunRecord run = given.run(tried(2, job("a")));
        gate.awaitReached();
        given.ledger.turn(Mood.REFUSING);
        gate.open();
        whenTheLedgerHasFailed();
        given.whenTimePasses(Duration.ofMinutes(5));
        given.thenStaysStarted("a");
        whenTheLedgerWorksAgain();
        given.thenEnds(run, RunStatus.SUCCEEDED);
        assertThat(given.jobOf(run, "a").attempt()).isEqualTo(2);
    }

    @Test
    void a_run_is_cancelled_while_the_ledger_refuses_and_written_as_such_later() {
        Gate gate = given.gated("a");
        RunRecord run = given.run(job("a"), job("b", "a"));
        RunRecord queued = given.run(job("c"));
        gate.awaitReached();
        given.ledger.turn(Mood.REFUSING);
        given.engine.cancel(run.id(), "asked for");
        given.engine.cancel(queued.id(), "asked for");
        whenTheLedgerHasFailed();
        eventually().until(() -> given.working() == 0);
        whenTheLedgerWorksAgain();
        given.thenEnds(run, RunStatus.CANCELLED);
        given.thenEnds(queued, RunStatus.CANCELLED);
        given.thenStaysStarted("a");
    }

    @Test
    void a_job_whose_start_waits_for_the_ledger_can_be_cancelled() {
        Gate gate = given.gated("a");
        RunRecord run = given.run(job("a"), job("b", "a"));
        gate.awaitReached();
        given.ledger.turn(Mood.REFUSING);
        gate.open();
        whenTheLedgerHasFailed();
        given.engine.cancel(run.id(), "asked for");
        given.whenTimePasses(Attempt.STOP_GRACE.plusSeconds(1));
        whenTheLedgerWorksAgain();
        given.thenEnds(run, RunStatus.CANCELLED);
        given.thenStaysStarted("a");
    }

    // --- a run that somebody else ended

    @Test
    void a_run_that_another_process_declared_dead_stops_and_its_end_is_left_alone() {
        Gate gate = given.gated("b");
        RunRecord run = given.run(job("a"), job("b"), job("c", "a"));
        gate.awaitReached();
        given.thenJob(run, "c", JobStatus.SUCCEEDED);
        RunRecord dead = given.ledger.run(run.id()).orElseThrow()
                .finished(RunStatus.FAILED, given.clock.instant(), "its process is gone");
        given.ledger.update(given.jobOf(run, "b").ended(JobStatus.FAILED, given.clock.instant(), "its process is gone"));
        assertThat(given.ledger.update(dead)).isTrue();
        gate.open();
        given.thenEnds(run, RunStatus.FAILED);
        assertThat(given.ledger.run(run.id())).contains(dead);
        assertThat(given.jobOf(run, "b").error()).isEqualTo("its process is gone");
        assertThat(given.heard.news).noneMatch(news -> news.startsWith("finished"));
    }

    @Test
    void no_further_job_of_a_run_that_another_process_ended_begins_or_commits() {
        Gate a = given.gated("a");
        Gate b = given.gated("b");
        RunRecord run = given.run(job("a"), job("b"), job("c", "a"));
        a.awaitReached();
        b.awaitReached();
        given.ledger.update(given.ledger.run(run.id()).orElseThrow()
                .finished(RunStatus.FAILED, given.clock.instant(), "its process is gone"));
        a.open();
        given.thenEnds(run, RunStatus.FAILED);
        eventually().until(() -> given.working() == 0);
        assertThat(given.committed()).containsExactly("a");
        given.thenNothingElseHappens((started, committed) -> assertThat(started).doesNotContain("c"));
    }
}

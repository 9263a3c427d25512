package io.forja.core.run;

import static io.forja.core.run.GivenEngine.SOON;
import static io.forja.core.run.GivenEngine.eventually;
import static io.forja.core.run.Plans.job;
import static io.forja.core.run.Plans.plan;
import static io.forja.core.run.Plans.queuedRun;
import static io.forja.core.run.Plans.tried;
import static io.forja.core.run.Plans.within;
import static io.forja.core.run.Plans.writing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.core.definition.TableRef;
import io.forja.core.job.JobCatalog;
import io.forja.core.job.JobResult;
import io.forja.core.job.JobType;
import io.forja.core.job.RowCounts;
import io.forja.core.problem.ForjaException;
import io.forja.core.run.GivenEngine.Gate;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How runs go when nothing is asked to stop and the ledger works. */
class RunEngineTest {

    private GivenEngine given = GivenEngine.withLimits(4, 4);

    private void givenLimits(int runs, int jobs) {
        given.close();
        given = GivenEngine.withLimits(runs, jobs);
    }

    @AfterEach
    void close() {
        given.close();
    }

    // --- a run

    @Test
    void a_run_does_its_jobs_in_order_and_the_ledger_has_each_step_before_the_listener() {
        JobResult sixRows = new JobResult(RowCounts.copied(6), List.of(), List.of("all well"));
        given.job("b", context -> sixRows);
        RunRecord run = given.run(job("a"), job("b", "a"));
        RunRecord end = given.thenEnds(run, RunStatus.SUCCEEDED);
        assertThat(end.error()).isNull();
        assertThat(given.jobOf(run, "b").result()).isEqualTo(sixRows);
        assertThat(given.heard.news).containsExactly("queued", "started", "a RUNNING", "a SUCCEEDED", "b RUNNING",
                "b SUCCEEDED", "finished SUCCEEDED");
    }

    @Test
    void jobs_without_an_order_run_side_by_side() {
        CyclicBarrier together = new CyclicBarrier(3);
        for (String name : List.of("a", "b", "c")) {
            given.job(name, context -> {
                together.await();
                return JobResult.NOTHING;
            });
        }
        given.thenEnds(given.run(job("a"), job("b"), job("c")), RunStatus.SUCCEEDED);
    }

    @Test
    void a_job_knows_what_it_is_part_of() {
        given.job("a", context -> {
            assertThat(context.runId()).isEqualTo("vendas-20261129T020000");
            assertThat(context.commitId()).isEqualTo("vendas-20261129T020000/a");
            assertThat(context.logicalTime()).isEqualTo(Plans.NIGHT);
            assertThat(context.attempt()).isEqualTo(1);
            assertThat(context.clock()).isSameAs(given.clock);
            return JobResult.NOTHING;
        });
        given.thenEnds(given.run(job("a")), RunStatus.SUCCEEDED);
    }

    @Test
    void a_run_is_seen_live_with_what_its_jobs_say_of_themselves() {
        Gate gate = new Gate();
        given.job("a", context -> {
            context.progress().at("reading data/vendas.csv", 3, 10);
            gate.pass();
            return JobResult.NOTHING;
        });
        RunRecord run = given.run(job("a"), job("b", "a"));
        gate.awaitReached();
        LiveRun live = given.engine.live(run.id()).orElseThrow();
        assertThat(live.run().status()).isEqualTo(RunStatus.RUNNING);
        assertThat(live.jobs()).extracting(JobRecord::job).containsExactly("a", "b");
        assertThat(live.progress()).containsEntry("a", new LiveRun.Progress("reading data/vendas.csv", 3, 10));
        assertThat(given.engine.active("vendas")).extracting(RunRecord::id).containsExactly(run.id());
        assertThat(given.engine.active("estoque")).isEmpty();
        gate.open();
        given.thenEnds(run, RunStatus.SUCCEEDED);
        assertThat(given.engine.active("vendas")).isEmpty();
    }

    @Test
    void who_waits_for_a_run_waits_until_it_is_over_or_his_time_is() throws InterruptedException {
        Gate gate = given.gated("a");
        RunRecord run = given.run(job("a"));
        gate.awaitReached();
        assertThat(given.engine.await(run.id(), Duration.ofMillis(20))).isFalse();
        gate.open();
        assertThat(given.engine.await(run.id(), SOON)).isTrue();
        assertThat(given.ledger.run(run.id()).orElseThrow().status()).isEqualTo(RunStatus.SUCCEEDED);
        assertThat(given.engine.await("nobody", Duration.ZERO)).isTrue();
    }

    @Test
    void a_logical_time_runs_once() {
        RunRecord run = given.run(job("a"));
        given.thenEnds(run, RunStatus.SUCCEEDED);
        assertThat(given.engine.submit(run, plan(job("a")))).isFalse();
        given.thenStaysStarted("a");
        assertThat(given.heard.news).containsOnlyOnce("queued");
    }

    @Test
    void only_a_queued_run_is_taken() {
        RunRecord skipped = queuedRun(Plans.NIGHT).finished(RunStatus.SKIPPED, Plans.NIGHT, "still going");
        assertThatThrownBy(() -> given.engine.submit(skipped, plan(job("a")))).isInstanceOf(IllegalArgumentException.class);
        assertThat(given.ledger.run(skipped.id())).isEmpty();
    }

    // --- failures

    @Test
    void a_downstream_does_not_start_after_a_failure() {
        given.job("a", context -> {
            throw ForjaException.permanent("3 rows fail \"valor >= 0\"", "correct them at the source");
        });
        RunRecord end = given.thenEnds(given.run(tried(3, job("a")), job("b", "a"), job("c")), RunStatus.FAILED);
        assertThat(end.error()).isEqualTo("a: 3 rows fail \"valor >= 0\"; correct them at the source");
        assertThat(given.jobOf(end, "b").status()).isEqualTo(JobStatus.UPSTREAM_FAILED);
        assertThat(given.jobOf(end, "c").status()).isEqualTo(JobStatus.SUCCEEDED);
    }

    @Test
    void an_unforeseen_failure_is_told_by_its_root_in_one_line() {
        given.job("a", context -> {
            throw new IllegalStateException("wrapped", new IOException("connection reset\n  at line 2"));
        });
        assertThat(given.thenEnds(given.run(job("a")), RunStatus.FAILED).error())
                .isEqualTo("a: IOException: connection reset");
    }

    @Test
    void even_an_error_of_the_machine_ends_the_job_and_frees_its_place() {
        givenLimits(1, 1);
        given.job("a", context -> {
            throw new AssertionError("this cannot be");
        });
        assertThat(given.thenEnds(given.run(job("a")), RunStatus.FAILED).error()).contains("this cannot be");
        given.thenEnds(given.run(job("b")), RunStatus.SUCCEEDED);
    }

    @Test
    void a_listener_that_fails_stops_no_run() {
        RunListener failing = new RunListener() {
            @Override
            public void changed(RunRecord run, JobRecord job) {
                throw new IllegalStateException("no connection to the mail server");
            }
        };
        given.close();
        try (RunEngine engine = new RunEngine(given.ledger, JobCatalog.of(List.of(
                new JobType<>("scripted", Plans.Scripted.class, (d, s) -> c -> JobResult.NOTHING)),
                () -> ""), new RunEngine.Limits(1, 1), given.clock, failing)) {
            RunRecord run = queuedRun(Plans.NIGHT);
            engine.submit(run, plan(job("a")));
            given.thenEnds(run, RunStatus.SUCCEEDED);
        }
    }

    // --- retries

    @Test
    void a_failed_job_is_tried_again_when_its_time_comes() {
        given.job("a", context -> {
            if (context.attempt() < 3) {
                throw new ForjaException("the database refused", "");
            }
            return given.commit(context);
        });
        RunRecord run = given.run(tried(3, job("a")));
        given.thenJob(run, "a", JobStatus.RETRY_WAIT);
        given.whenTimePasses(Duration.ofSeconds(29));
        given.thenStaysStarted("a");
        given.whenTimePasses(Duration.ofSeconds(1));
        given.thenStarted("a", "a");
        given.thenJob(run, "a", JobStatus.RETRY_WAIT);
        given.whenTimePasses(Duration.ofSeconds(60));
        given.thenEnds(run, RunStatus.SUCCEEDED);
        assertThat(given.jobOf(run, "a").attempt()).isEqualTo(3);
        assertThat(given.committed()).containsExactly("a");
    }

    @Test
    void a_job_that_waits_for_its_retry_takes_no_place() {
        givenLimits(2, 1);
        given.job("a", context -> {
            throw new ForjaException("the database refused", "");
        });
        RunRecord run = given.run(tried(2, writing(job("a"), "x.t")));
        given.thenJob(run, "a", JobStatus.RETRY_WAIT);
        given.thenEnds(given.runOf("estoque", writing(job("b"), "x.t")), RunStatus.SUCCEEDED);
        given.whenTimePasses(Duration.ofSeconds(30));
        given.thenEnds(run, RunStatus.FAILED);
    }

    @Test
    void jobs_beside_one_that_waits_for_its_retry_go_on() {
        given.job("a", context -> {
            if (context.attempt() == 1) {
                throw new ForjaException("the database refused", "");
            }
            return JobResult.NOTHING;
        });
        RunRecord run = given.run(tried(2, job("a")), job("b"), job("c", "b"));
        given.thenJob(run, "c", JobStatus.SUCCEEDED);
        given.thenJob(run, "a", JobStatus.RETRY_WAIT);
        given.whenTimePasses(Duration.ofSeconds(30));
        given.thenEnds(run, RunStatus.SUCCEEDED);
    }

    // --- places

    @Test
    void runs_beyond_the_limit_wait_in_the_order_of_their_coming() {
        givenLimits(1, 4);
        Gate gate = given.gated("first");
        RunRecord first = given.run(job("first"));
        RunRecord second = given.run(job("second"));
        RunRecord third = given.run(job("third"));
        gate.awaitReached();
        assertThat(given.engine.runningCount()).isEqualTo(1);
        assertThat(given.engine.queuedCount()).isEqualTo(2);
        assertThat(given.engine.active("vendas")).extracting(RunRecord::id)
                .containsExactly(first.id(), second.id(), third.id());
        assertThat(given.engine.live(second.id()).orElseThrow().run().status()).isEqualTo(RunStatus.QUEUED);
        gate.open();
        given.thenEnds(third, RunStatus.SUCCEEDED);
        given.thenStarted("first", "second", "third");
    }

    @Test
    void runs_of_one_pipeline_go_one_after_the_other_and_let_others_pass() {
        Gate gate = given.gated("first");
        RunRecord first = given.run(job("first"));
        RunRecord second = given.run(job("second"));
        gate.awaitReached();
        given.thenEnds(given.runOf("estoque", job("other")), RunStatus.SUCCEEDED);
        given.thenStaysStarted("first", "other");
        gate.open();
        given.thenEnds(first, RunStatus.SUCCEEDED);
        given.thenEnds(second, RunStatus.SUCCEEDED);
    }

    @Test
    void jobs_beyond_the_limit_wait_for_a_place_whichever_run_they_are_of() {
        givenLimits(3, 2);
        Gate one = given.gated("one");
        Gate two = given.gated("two");
        RunRecord first = given.run(job("one"));
        RunRecord second = given.runOf("estoque", job("two"));
        one.awaitReached();
        two.awaitReached();
        RunRecord third = given.runOf("seguros", job("three"));
        given.thenNothingElseHappens((started, committed) -> assertThat(started).doesNotContain("three"));
        one.open();
        given.thenEnds(third, RunStatus.SUCCEEDED);
        two.open();
        given.thenEnds(first, RunStatus.SUCCEEDED);
        given.thenEnds(second, RunStatus.SUCCEEDED);
        assertThat(given.mostAtOnce()).isEqualTo(2);
    }

    @Test
    void a_table_has_one_writer_at_a_time_over_all_runs() {
        Gate gate = given.gated("writer");
        RunRecord first = given.run(writing(job("writer"), "bronze.vendas", "s3a://bronze/vendas"));
        gate.awaitReached();
        RunRecord second = given.runOf("estoque",
                writing(job("other_writer"), "s3a://bronze/vendas"), writing(job("elsewhere"), "x.u"));
        given.thenJob(second, "elsewhere", JobStatus.SUCCEEDED);
        given.thenJob(second, "other_writer", JobStatus.WAITING);
        gate.open();
        given.thenEnds(first, RunStatus.SUCCEEDED);
        given.thenEnds(second, RunStatus.SUCCEEDED);
    }

    @Test
    void work_on_a_table_is_done_while_no_job_writes_it_and_jobs_that_would_wait() {
        Gate gate = given.gated("writer");
        RunRecord first = given.run(writing(job("writer"), "bronze.vendas"));
        gate.awaitReached();
        assertThatThrownBy(() -> given.engine.whileNobodyWrites(List.of(new TableRef("BRONZE.vendas")), () -> "done"))
                .isInstanceOf(ForjaException.class).hasMessageStartingWith("a job is writing BRONZE.vendas now");
        gate.open();
        given.thenEnds(first, RunStatus.SUCCEEDED);

        RunRecord second = given.engine.whileNobodyWrites(List.of(new TableRef("bronze.vendas")), () -> {
            RunRecord waiting = given.run(writing(job("next"), "bronze.vendas"), job("elsewhere"));
            given.thenJob(waiting, "elsewhere", JobStatus.SUCCEEDED);
            given.thenJob(waiting, "next", JobStatus.WAITING);
            return waiting;
        });
        given.thenEnds(second, RunStatus.SUCCEEDED);
    }

    // --- timeouts

    @Test
    void a_job_that_takes_too_long_is_stopped_and_fails() {
        Gate gate = given.gated("a");
        RunRecord run = given.run(within(Duration.ofMinutes(30), job("a")), job("b", "a"));
        gate.awaitReached();
        given.whenTimePasses(Duration.ofMinutes(29));
        given.thenJob(run, "a", JobStatus.RUNNING);
        given.whenTimePasses(Duration.ofMinutes(1));
        RunRecord end = given.thenEnds(run, RunStatus.FAILED);
        assertThat(end.error()).isEqualTo("a: it took longer than its timeout of 30m;"
                + " give it more time with timeout, or less to do");
        assertThat(given.heard.news).containsOnlyOnce("timedOut a").contains("b UPSTREAM_FAILED");
        assertThat(given.committed()).isEmpty();
    }

    @Test
    void a_timeout_is_of_one_attempt_and_another_one_may_follow() {
        Gate gate = new Gate();
        given.job("a", context -> {
            if (context.attempt() == 1) {
                gate.pass();
            }
            return given.commit(context);
        });
        RunRecord run = given.run(tried(2, within(Duration.ofMinutes(30), job("a"))));
        gate.awaitReached();
        given.whenTimePasses(Duration.ofMinutes(30));
        given.thenJob(run, "a", JobStatus.RETRY_WAIT);
        given.whenTimePasses(Duration.ofSeconds(30));
        given.thenEnds(run, RunStatus.SUCCEEDED);
        assertThat(given.jobOf(run, "a").attempt()).isEqualTo(2);
    }

    @Test
    void time_in_the_queue_and_before_a_place_is_free_does_not_count() {
        givenLimits(2, 1);
        Gate gate = given.gated("first");
        RunRecord first = given.run(within(Duration.ofDays(1), job("first")));
        gate.awaitReached();
        RunRecord second = given.run(within(Duration.ofMinutes(1), job("second")));
        given.whenTimePasses(Duration.ofHours(1));
        gate.open();
        given.thenEnds(first, RunStatus.SUCCEEDED);
        given.thenEnds(second, RunStatus.SUCCEEDED);
    }

    // --- after a crash

    @Test
    void a_queued_run_of_a_process_that_is_gone_is_taken_up_by_another_owner() {
        RunRecord left = queuedRun(Plans.NIGHT);
        given.ledger.add(left, List.copyOf(Plans.queued(left, plan(job("a"))).jobs().values()));
        assertThat(given.engine.adopt(left.ownedBy("me"), plan(job("a")))).isTrue();
        assertThat(given.thenEnds(left, RunStatus.SUCCEEDED).owner()).isEqualTo("me");
    }

    @Test
    void a_run_goes_on_with_one_that_failed_under_that_ones_commit_ids() {
        given.job("b", context -> {
            throw ForjaException.permanent("sem dados", "");
        });
        RunRecord failed = given.thenEnds(given.run(job("a"), job("b", "a")), RunStatus.FAILED);
        given.job("b", context -> {
            assertThat(context.runId()).isEqualTo(failed.id() + ".2");
            assertThat(context.commitId()).isEqualTo(failed.id() + "/b");
            assertThat(context.attempt()).isEqualTo(1);
            assertThat(context.isFirstAttempt()).isFalse();
            return JobResult.NOTHING;
        });
        given.heard.news.clear();
        RunRecord retry = Plans.retryOf(failed);
        assertThat(given.engine.submit(retry, plan(job("a"), job("b", "a")), List.of(given.jobOf(failed, "a")))).isTrue();
        given.thenEnds(retry, RunStatus.SUCCEEDED);
        assertThat(given.heard.news).containsExactly("queued", "started", "b RUNNING", "b SUCCEEDED",
                "finished SUCCEEDED");
    }

    @Test
    void a_queued_run_that_goes_on_with_another_one_is_taken_up_with_what_is_done() {
        RunRecord failed = given.thenEnds(given.run(job("a")), RunStatus.SUCCEEDED);
        RunRecord left = Plans.retryOf(failed);
        RunState queued = Plans.queued(left, plan(job("a"), job("b", "a")), given.jobOf(failed, "a"));
        given.ledger.add(left, List.copyOf(queued.jobs().values()));
        assertThat(given.engine.adopt(left.ownedBy("me"), plan(job("a"), job("b", "a")))).isTrue();
        given.thenEnds(left, RunStatus.SUCCEEDED);
        assertThat(given.jobOf(left, "a")).isEqualTo(queued.jobs().get("a"));
    }

    @Test
    void a_run_at_its_end_or_with_other_jobs_is_not_taken_up() {
        RunRecord left = queuedRun(Plans.NIGHT);
        given.ledger.add(left, List.copyOf(Plans.queued(left, plan(job("a"))).jobs().values()));
        assertThat(given.engine.adopt(left.ownedBy("me"), plan(job("a"), job("new")))).isFalse();
        given.ledger.update(left.finished(RunStatus.CANCELLED, Plans.NIGHT, null));
        assertThat(given.engine.adopt(left.ownedBy("me"), plan(job("a")))).isFalse();
        given.thenStaysStarted();
    }

    @Test
    void many_runs_leave_nothing_behind() {
        for (int i = 0; i < 300; i++) {
            given.runOf("p" + i % 7, job("a"), job("b", "a"));
        }
        eventually().until(() -> given.engine.runningCount() + given.engine.queuedCount() == 0);
        assertThat(given.ledger.unfinished()).isEmpty();
        assertThat(given.ledger.runs(new RunQuery(null, RunStatus.SUCCEEDED, 1000))).hasSize(300);
    }
}

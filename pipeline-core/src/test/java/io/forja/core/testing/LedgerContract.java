package io.forja.core.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.forja.core.job.ExpectationResult;
import io.forja.core.job.JobResult;
import io.forja.core.job.RowChanges;
import io.forja.core.job.RowCounts;
import io.forja.core.job.TableChange;
import io.forja.core.run.JobRecord;
import io.forja.core.run.JobStatus;
import io.forja.core.run.Ledger;
import io.forja.core.run.RunQuery;
import io.forja.core.run.RunRecord;
import io.forja.core.run.RunStatus;
import io.forja.core.run.Trigger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What every {@link Ledger} does. A test of an implementation extends this class and says how its store is opened.
 */
public abstract class LedgerContract {

    private static final Instant NIGHT = Instant.parse("2026-11-29T02:00:00Z");
    private static final Instant LATER = Instant.parse("2026-11-29T02:03:04.567Z");

    private final List<Ledger> opened = new ArrayList<>();
    private @Nullable Ledger ledger;

    /** Opens this test's store, empty at first; a second call opens the same store, as another process would. */
    protected abstract Ledger open();

    @BeforeEach
    final void openFirst() {
        ledger = openAgain();
    }

    @AfterEach
    final void closeAll() {
        opened.forEach(Ledger::close);
    }

    private Ledger openAgain() {
        Ledger another = open();
        opened.add(another);
        return another;
    }

    private Ledger ledger() {
        assertThat(ledger).isNotNull();
        return ledger;
    }

    // --- what is written is read

    @Test
    void a_run_is_read_as_it_was_added() {
        RunRecord run = run("vendas", NIGHT, 0, Trigger.SCHEDULE);
        assertThat(ledger().add(run, List.of())).isTrue();
        assertThat(ledger().run(run.id())).contains(run);
    }

    @Test
    void every_component_of_a_run_is_read_as_it_was_written() {
        RunRecord queued = run("vendas", LATER, 3, Trigger.MANUAL);
        ledger().add(queued, List.of());
        RunRecord ended = queued.started(LATER.plusMillis(1))
                .finished(RunStatus.FAILED, LATER.plusSeconds(5), "preço: \"1.234,56\" não é número\n  linha 2; 'x' %s ✓");
        assertThat(ledger().update(ended)).isTrue();
        assertThat(ledger().run(queued.id())).contains(ended);
    }

    @Test
    void a_run_that_goes_on_with_another_one_says_so_to_its_end() {
        RunRecord ended = added("vendas", NIGHT, 0, Trigger.SCHEDULE).finished(RunStatus.FAILED, LATER, "x");
        RunRecord retry = run("vendas", NIGHT, 1, Trigger.MANUAL).resuming(ended);
        RunRecord retryOfRetry = run("vendas", NIGHT, 2, Trigger.MANUAL).resuming(retry);
        ledger().add(retry, List.of());
        ledger().add(retryOfRetry, List.of());
        ledger().update(retry.started(LATER));
        assertThat(ledger().run(ended.id()).orElseThrow().resumes()).isNull();
        assertThat(ledger().run(retry.id())).contains(retry.started(LATER));
        assertThat(ledger().run(retryOfRetry.id()).orElseThrow().origin()).isEqualTo(ended.id());
    }

    @Test
    void a_run_is_undone_once_that_was_said() {
        RunRecord run = added("vendas", NIGHT, 0, Trigger.SCHEDULE);
        ledger().update(run.finished(RunStatus.FAILED, LATER, "x"));
        assertThat(ledger().isUndone(run.id())).isFalse();
        ledger().markUndone(run.id());
        ledger().markUndone("nobody");
        assertThat(ledger().isUndone(run.id())).isTrue();
        assertThat(ledger().isUndone("nobody")).isFalse();
    }

    @Test
    void an_unknown_run_is_empty_and_has_no_jobs() {
        assertThat(ledger().run("nobody")).isEmpty();
        assertThat(ledger().jobs("nobody")).isEmpty();
    }

    @Test
    void jobs_are_read_in_the_order_of_the_plan() {
        RunRecord run = run("vendas", NIGHT);
        List<JobRecord> jobs =
                List.of(waiting(run, "z_first", 0), waiting(run, "a_second", 1), waiting(run, "m_third", 2));
        ledger().add(run, List.of(jobs.get(2), jobs.get(0), jobs.get(1)));
        assertThat(ledger().jobs(run.id())).isEqualTo(jobs);
    }

    @Test
    void every_component_of_a_job_is_read_as_it_was_written() {
        RunRecord run = run("vendas", NIGHT);
        JobResult result = new JobResult(
                new RowCounts(Long.MAX_VALUE, Long.MAX_VALUE - 6, 1, 2, 3),
                List.of(new TableChange("silver.fato_vendas", null, 0), new TableChange("s3a://bronze/a b", 41L, 42),
                        new TableChange("silver.clientes", 6L, 7, new RowChanges(1, Long.MAX_VALUE, 0))),
                List.of("two columns are new: \"preço\", 'x'", ""),
                List.of(ExpectationResult.met("valor >= 0"),
                        new ExpectationResult("nome <> 'é'", false, Long.MAX_VALUE, "\"é\"")));
        JobRecord waiting = new JobRecord(run.id(), "fato", "clean", 7, Set.of("bronze_vendas", "bronze_lojas"),
                JobStatus.WAITING, 0, null, null, null, null, JobResult.NOTHING);
        ledger().add(run, List.of(waiting));
        JobRecord retrying = new JobRecord(run.id(), "fato", "clean", 7, waiting.needs(), JobStatus.RETRY_WAIT, 1,
                LATER, null, LATER.plusSeconds(30), "o banco não respondeu", JobResult.NOTHING);
        assertThat(ledger().update(retrying)).isTrue();
        assertThat(ledger().jobs(run.id())).containsExactly(retrying);
        JobRecord succeeded = new JobRecord(run.id(), "fato", "clean", 7, waiting.needs(), JobStatus.SUCCEEDED, 2,
                LATER, LATER.plusMillis(1), null, null, result);
        assertThat(ledger().update(succeeded)).isTrue();
        assertThat(ledger().jobs(run.id())).containsExactly(succeeded);
    }

    // --- a run exists once

    @Test
    void a_logical_time_is_added_once() {
        RunRecord first = run("vendas", NIGHT, 0, Trigger.SCHEDULE);
        RunRecord second = run("vendas", NIGHT, 0, Trigger.MANUAL);
        ledger().add(first, List.of(waiting(first, "fato", 0)));
        assertThat(ledger().add(second, List.of(waiting(second, "other", 0)))).isFalse();
        assertThat(ledger().run(first.id())).contains(first);
        assertThat(ledger().jobs(first.id())).containsExactly(waiting(first, "fato", 0));
    }

    @Test
    void another_pipeline_another_time_and_another_rerun_are_other_runs() {
        assertThat(ledger().add(run("vendas", NIGHT, 0, Trigger.SCHEDULE), List.of())).isTrue();
        assertThat(ledger().add(run("estoque", NIGHT, 0, Trigger.SCHEDULE), List.of())).isTrue();
        assertThat(ledger().add(run("vendas", NIGHT.plusMillis(1), 0, Trigger.SCHEDULE), List.of())).isTrue();
        assertThat(ledger().add(run("vendas", NIGHT, 1, Trigger.SCHEDULE), List.of())).isTrue();
    }

    @Test
    void of_many_who_add_one_run_at_once_one_succeeds() throws Exception {
        RunRecord run = run("vendas", NIGHT);
        List<Boolean> added = atOnce(8, ledger -> ledger.add(run, List.of(waiting(run, "fato", 0))));
        assertThat(added).containsOnlyOnce(true);
        assertThat(ledger().jobs(run.id())).hasSize(1);
    }

    // --- an end is an end

    @Test
    void a_run_at_its_end_is_never_overwritten() {
        for (RunStatus end : RunStatus.values()) {
            if (end.isTerminal()) {
                RunRecord run = run("p" + end.ordinal(), NIGHT);
                ledger().add(run, List.of());
                RunRecord ended = run.started(NIGHT).finished(end, LATER, null);
                assertThat(ledger().update(ended)).isTrue();
                assertThat(ledger().update(run.started(LATER))).as("after %s", end).isFalse();
                assertThat(ledger().update(run.finished(RunStatus.FAILED, LATER.plusSeconds(1), "late"))).isFalse();
                assertThat(ledger().run(run.id())).contains(ended);
            }
        }
    }

    @Test
    void a_job_at_its_end_is_never_overwritten() {
        for (JobStatus end : JobStatus.values()) {
            if (end.isTerminal()) {
                RunRecord run = run("p" + end.ordinal(), NIGHT);
                JobRecord job = waiting(run, "fato", 0);
                ledger().add(run, List.of(job));
                JobRecord ended = job.ended(end, LATER, "why");
                assertThat(ledger().update(ended)).isTrue();
                assertThat(ledger().update(job)).as("after %s", end).isFalse();
                assertThat(ledger().update(job.ended(JobStatus.FAILED, LATER.plusSeconds(1), "late"))).isFalse();
                assertThat(ledger().jobs(run.id())).containsExactly(ended);
            }
        }
    }

    @Test
    void of_many_who_end_one_run_at_once_one_succeeds() throws Exception {
        RunRecord run = run("vendas", NIGHT);
        ledger().add(run, List.of());
        List<Boolean> ended = atOnce(8, ledger -> ledger.update(run.finished(RunStatus.FAILED, LATER, "gone")));
        assertThat(ended).containsOnlyOnce(true);
    }

    @Test
    void what_was_never_added_is_not_updated() {
        RunRecord run = run("vendas", NIGHT);
        assertThat(ledger().update(run.started(LATER))).isFalse();
        assertThat(ledger().update(waiting(run, "fato", 0))).isFalse();
        assertThat(ledger().run(run.id())).isEmpty();
        ledger().add(run, List.of());
        assertThat(ledger().update(waiting(run, "fato", 0))).isFalse();
        assertThat(ledger().jobs(run.id())).isEmpty();
    }

    @Test
    void an_update_of_one_job_leaves_the_others() {
        RunRecord run = run("vendas", NIGHT);
        RunRecord other = run("vendas", LATER);
        ledger().add(run, List.of(waiting(run, "a", 0), waiting(run, "b", 1)));
        ledger().add(other, List.of(waiting(other, "a", 0)));
        JobRecord ended = waiting(run, "a", 0).ended(JobStatus.FAILED, LATER, "why");
        ledger().update(ended);
        assertThat(ledger().jobs(run.id())).containsExactly(ended, waiting(run, "b", 1));
        assertThat(ledger().jobs(other.id())).containsExactly(waiting(other, "a", 0));
    }

    // --- lists

    @Test
    void runs_are_listed_with_the_newest_logical_time_first() {
        RunRecord old = added("vendas", NIGHT.minusSeconds(60), 0, Trigger.MANUAL);
        RunRecord newest = added("vendas", NIGHT.plusSeconds(60), 0, Trigger.MANUAL);
        RunRecord first = added("vendas", NIGHT, 0, Trigger.MANUAL);
        RunRecord rerun = added("vendas", NIGHT, 1, Trigger.MANUAL);
        assertThat(ledger().runs(RunQuery.latest(10))).containsExactly(newest, rerun, first, old);
        assertThat(ledger().runs(RunQuery.latest(2))).containsExactly(newest, rerun);
    }

    @Test
    void runs_are_listed_by_pipeline_and_by_status() {
        RunRecord vendas = added("vendas", NIGHT, 0, Trigger.MANUAL);
        RunRecord estoque = added("estoque", NIGHT.minusSeconds(1), 0, Trigger.MANUAL).started(NIGHT);
        ledger().update(estoque);
        assertThat(ledger().runs(new RunQuery("vendas", null, 10))).containsExactly(vendas);
        assertThat(ledger().runs(new RunQuery(null, RunStatus.RUNNING, 10))).containsExactly(estoque);
        assertThat(ledger().runs(new RunQuery("vendas", RunStatus.RUNNING, 10))).isEmpty();
        assertThat(ledger().runs(new RunQuery("Vendas", null, 10))).isEmpty();
    }

    @Test
    void unfinished_runs_are_listed_oldest_first() {
        RunRecord first = added("vendas", NIGHT, 0, Trigger.SCHEDULE);
        RunRecord ended = added("vendas", NIGHT.plusSeconds(60), 0, Trigger.SCHEDULE);
        RunRecord running = added("estoque", NIGHT.plusSeconds(120), 0, Trigger.SCHEDULE).started(LATER);
        ledger().update(ended.finished(RunStatus.CANCELLED, LATER, null));
        ledger().update(running);
        assertThat(ledger().unfinished()).containsExactly(first, running);
    }

    // --- reruns and schedules

    @Test
    void reruns_are_numbered_from_the_highest_that_is_there() {
        assertThat(ledger().nextRerun("vendas", NIGHT)).isZero();
        added("vendas", NIGHT, 0, Trigger.SCHEDULE);
        assertThat(ledger().nextRerun("vendas", NIGHT)).isEqualTo(1);
        added("vendas", NIGHT, 4, Trigger.MANUAL);
        assertThat(ledger().nextRerun("vendas", NIGHT)).isEqualTo(5);
        assertThat(ledger().nextRerun("vendas", LATER)).isZero();
        assertThat(ledger().nextRerun("estoque", NIGHT)).isZero();
    }

    @Test
    void the_last_scheduled_time_counts_fires_and_catch_up_and_no_manual_run() {
        assertThat(ledger().lastScheduled("vendas")).isEmpty();
        added("vendas", NIGHT.plus(Duration.ofDays(9)), 0, Trigger.MANUAL);
        added("estoque", NIGHT.plus(Duration.ofDays(8)), 0, Trigger.SCHEDULE);
        assertThat(ledger().lastScheduled("vendas")).isEmpty();
        added("vendas", NIGHT, 0, Trigger.SCHEDULE);
        assertThat(ledger().lastScheduled("vendas")).contains(NIGHT);
        added("vendas", NIGHT.plusSeconds(60), 0, Trigger.CATCH_UP);
        added("vendas", NIGHT.minusSeconds(60), 0, Trigger.CATCH_UP);
        assertThat(ledger().lastScheduled("vendas")).contains(NIGHT.plusSeconds(60));
    }

    @Test
    void a_scheduled_run_that_was_skipped_counts_as_scheduled() {
        RunRecord run = run("vendas", NIGHT, 0, Trigger.SCHEDULE).finished(RunStatus.SKIPPED, LATER, "still going");
        assertThat(ledger().add(run, List.of())).isTrue();
        assertThat(ledger().lastScheduled("vendas")).contains(NIGHT);
        assertThat(ledger().unfinished()).isEmpty();
    }

    @Test
    void a_schedule_is_known_since_it_was_first_seen_in_this_form() {
        assertThat(ledger().scheduledSince("vendas", "0 2 * * * UTC", NIGHT)).isEqualTo(NIGHT);
        assertThat(ledger().scheduledSince("vendas", "0 2 * * * UTC", LATER)).isEqualTo(NIGHT);
        assertThat(ledger().scheduledSince("estoque", "0 2 * * * UTC", LATER)).isEqualTo(LATER);
    }

    @Test
    void an_edited_schedule_begins_anew_even_when_it_is_edited_back() {
        ledger().scheduledSince("vendas", "0 2 * * * UTC", NIGHT);
        assertThat(ledger().scheduledSince("vendas", "0 3 * * * UTC", NIGHT.plusSeconds(1)))
                .isEqualTo(NIGHT.plusSeconds(1));
        assertThat(ledger().scheduledSince("vendas", "0 2 * * * UTC", LATER)).isEqualTo(LATER);
    }

    // --- beside other processes

    @Test
    void what_one_process_writes_another_one_reads_at_once() {
        Ledger other = openAgain();
        RunRecord run = added("vendas", NIGHT, 0, Trigger.SCHEDULE);
        assertThat(other.run(run.id())).contains(run);
        assertThat(other.update(run.started(LATER))).isTrue();
        assertThat(ledger().run(run.id())).contains(run.started(LATER));
    }

    @Test
    void a_closed_ledger_that_is_opened_again_still_has_everything() {
        RunRecord run = run("vendas", NIGHT, 0, Trigger.SCHEDULE);
        Ledger first = openAgain();
        first.add(run, List.of(waiting(run, "fato", 0)));
        first.scheduledSince("vendas", "0 2 * * * UTC", NIGHT);
        opened.remove(first);
        first.close();
        Ledger again = openAgain();
        assertThat(again.run(run.id())).contains(run);
        assertThat(again.jobs(run.id())).hasSize(1);
        assertThat(again.scheduledSince("vendas", "0 2 * * * UTC", LATER)).isEqualTo(NIGHT);
    }

    // --- given

    private RunRecord added(String pipeline, Instant logicalTime, int rerun, Trigger trigger) {
        RunRecord run = run(pipeline, logicalTime, rerun, trigger);
        assertThat(ledger().add(run, List.of())).isTrue();
        return run;
    }

    private static RunRecord run(String pipeline, Instant logicalTime) {
        return run(pipeline, logicalTime, 0, Trigger.SCHEDULE);
    }

    private static RunRecord run(String pipeline, Instant logicalTime, int rerun, Trigger trigger) {
        return new RunRecord(RunRecord.idOf(pipeline, logicalTime, rerun), pipeline, logicalTime, rerun, trigger,
                Map.of("origem", "C:\\dados\\ações.csv", "vazio", ""), "hash", "host:1:2", RunStatus.QUEUED,
                logicalTime.plusMillis(7), null, null, null);
    }

    private static JobRecord waiting(RunRecord run, String job, int position) {
        return new JobRecord(run.id(), job, "clean", position, Set.of(), JobStatus.WAITING, 0, null, null, null, null,
                JobResult.NOTHING);
    }

    /** Half of the threads use one opened ledger, half another one of the same store. */
    private List<Boolean> atOnce(int threads, Predicate<Ledger> act) throws Exception {
        List<Ledger> ledgers = List.of(ledger(), openAgain());
        CyclicBarrier start = new CyclicBarrier(threads);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Callable<Boolean>> tasks = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                Ledger mine = ledgers.get(i % 2);
                tasks.add(() -> {
                    start.await();
                    return act.test(mine);
                });
            }
            List<Boolean> answers = new ArrayList<>();
            for (Future<Boolean> answer : pool.invokeAll(tasks)) {
                answers.add(answer.get());
            }
            return answers;
        } finally {
            pool.shutdownNow();
        }
    }
}

package io.forja.core.run;

import static io.forja.core.run.GivenEngine.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.forja.core.job.JobCatalog;
import io.forja.core.job.JobContext;
import io.forja.core.job.JobResult;
import io.forja.core.job.JobType;
import io.forja.core.plan.Plan;
import io.forja.core.plan.PlannedJob;
import io.forja.core.problem.ForjaException;
import io.forja.core.testing.InMemoryLedger;
import io.forja.core.testing.RefusingLedger;
import io.forja.core.testing.RefusingLedger.Mood;
import io.forja.core.testing.SettableClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A thousand runs that fail, hang, are cancelled, time out and lose their engine, over a ledger that fails too. */
class RunEngineRandomTest {

    private static final RunEngine.Limits LIMITS = new RunEngine.Limits(3, 4);
    private static final int RUNS = 1000;
    private static final List<String> PIPELINES = List.of("vendas", "estoque", "seguros", "biblioteca", "eventos");

    private final SettableClock clock = new SettableClock(Plans.NIGHT);
    private final RefusingLedger ledger = new RefusingLedger(new InMemoryLedger());
    private final Random random = new Random(20261129);
    private final Map<String, Plan> plans = new ConcurrentHashMap<>();
    private final AtomicInteger mostRuns = new AtomicInteger();
    private final Work work = new Work();

    /** What the jobs do, and what is counted while they do it. */
    private static final class Work {

        private final AtomicInteger working = new AtomicInteger();
        private final AtomicInteger threads = new AtomicInteger();
        private final Set<String> committing = ConcurrentHashMap.newKeySet();
        private final AtomicInteger mostJobs = new AtomicInteger();
        private final Map<String, AtomicInteger> writers = new ConcurrentHashMap<>();
        private final Map<String, AtomicInteger> commits = new ConcurrentHashMap<>();
        private final Map<String, Boolean> broken = new ConcurrentHashMap<>();

        JobResult run(JobContext context, Plans.Scripted declared) throws Exception {
            String table = declared.writes().get(0).text();
            mostJobs.accumulateAndGet(working.incrementAndGet(), Math::max);
            if (writersOf(table).incrementAndGet() > 1) {
                broken.put("two writers of " + table, true);
            }
            // A job that was asked to stop may be given up, and another one has its place then.
            AtomicBoolean counted = new AtomicBoolean(true);
            Runnable end = () -> {
                if (counted.getAndSet(false)) {
                    writersOf(table).decrementAndGet();
                    working.decrementAndGet();
                }
            };
            context.cancellation().onCancel(end);
            threads.incrementAndGet();
            try {
                return chance(context, table, new Random(context.commitId().hashCode() * 31L + context.attempt()));
            } finally {
                end.run();
                threads.decrementAndGet();
            }
        }

        private AtomicInteger writersOf(String table) {
            return writers.computeIfAbsent(table, any -> new AtomicInteger());
        }

        private JobResult chance(JobContext context, String table, Random chance) throws Exception {
            int kind = chance.nextInt(20);
            if (kind == 0) {
                throw ForjaException.permanent("3 rows are wrong", "");
            }
            if (kind < 4) {
                throw new ForjaException("the database refused", "");
            }
            if (kind == 4) {
                // Hangs until somebody stops it.
                new CountDownLatch(1).await();
            }
            return context.cancellation().commit(() -> {
                if (!committing.add(table)) {
                    broken.put("two commits at once to " + table, true);
                }
                Thread.yield();
                committing.remove(table);
                commits.computeIfAbsent(context.commitId(), any -> new AtomicInteger()).incrementAndGet();
                return JobResult.NOTHING;
            });
        }
    }

    private RunEngine engine() {
        JobType<Plans.Scripted, Work> scripted = new JobType<>("scripted", Plans.Scripted.class,
                (declared, services) -> context -> services.run(context, declared));
        return new RunEngine(ledger, JobCatalog.of(List.of(scripted), () -> work), LIMITS, clock, new RunListener() {});
    }

    @Test
    void running_never_exceeds_the_limit_and_the_queue_drains() {
        RunEngine engine = engine();
        try {
            for (int i = 0; i < RUNS; i++) {
                submit(engine, i);
                engine = disturb(engine);
                mostRuns.accumulateAndGet(engine.runningCount(), Math::max);
            }
            ledger.turn(Mood.WORKING);
            RunEngine last = engine;
            eventually().atMost(Duration.ofSeconds(60)).until(() -> {
                whenTimePasses(last, Duration.ofMinutes(1));
                mostRuns.accumulateAndGet(last.runningCount(), Math::max);
                return last.runningCount() + last.queuedCount() == 0 && ledger.unfinished().isEmpty();
            });
        } finally {
            engine.close();
        }
        assertThat(work.broken).isEmpty();
        assertThat(mostRuns.get()).isLessThanOrEqualTo(LIMITS.runs());
        assertThat(work.mostJobs.get()).isLessThanOrEqualTo(LIMITS.jobs());
        thenEveryRunIsWhatItsJobsAre();
    }

    private void submit(RunEngine engine, int number) {
        Plan plan = somePlan(PIPELINES.get(random.nextInt(PIPELINES.size())));
        RunRecord run = Plans.queuedRun(plan.pipeline(), Plans.NIGHT.plusSeconds(number));
        plans.put(run.id(), plan);
        eventually().ignoreExceptions().until(() -> engine.submit(run, plan));
    }

    private Plan somePlan(String pipeline) {
        List<PlannedJob> jobs = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(4); i++) {
            String[] needs = jobs.stream().map(PlannedJob::name).filter(name -> random.nextInt(2) == 0)
                    .toArray(String[]::new);
            PlannedJob job = Plans.writing(Plans.job("j" + i, needs), "x.t" + random.nextInt(8));
            jobs.add(Plans.within(Duration.ofMinutes(5), Plans.tried(1 + random.nextInt(3), job)));
        }
        return new Plan(pipeline, jobs);
    }

    private RunEngine disturb(RunEngine engine) {
        int kind = random.nextInt(40);
        if (kind < 4) {
            List<RunRecord> active = engine.active(PIPELINES.get(random.nextInt(PIPELINES.size())));
            if (!active.isEmpty()) {
                engine.cancel(active.get(random.nextInt(active.size())).id(), "asked for");
            }
        } else if (kind < 20) {
            whenTimePasses(engine, Duration.ofSeconds(random.nextInt(120)));
        } else if (kind == 20) {
            ledger.turn(Mood.REFUSING);
            engine.wake();
            ledger.turn(Mood.WORKING);
        } else if (kind == 21) {
            return restarted(engine);
        }
        return engine;
    }

    /** The process dies and another one takes its place: what ran is failed, what was queued is taken up. */
    private RunEngine restarted(RunEngine engine) {
        engine.close();
        eventually().until(() -> work.threads.get() == 0);
        RunEngine next = engine();
        for (RunRecord run : ledger.unfinished()) {
            if (run.status() == RunStatus.QUEUED) {
                assertThat(next.adopt(run.ownedBy("next"), plans.get(run.id()))).isTrue();
            } else {
                ledger.jobs(run.id()).stream().filter(job -> !job.status().isTerminal()).forEach(job ->
                        ledger.update(job.ended(JobStatus.FAILED, clock.instant(), "its process is gone")));
                ledger.update(run.finished(RunStatus.FAILED, clock.instant(), "its process is gone"));
            }
        }
        return next;
    }

    private void whenTimePasses(RunEngine engine, Duration time) {
        clock.advance(time);
        engine.wake();
    }

    private void thenEveryRunIsWhatItsJobsAre() {
        List<RunRecord> runs = ledger.runs(RunQuery.latest(2 * RUNS));
        assertThat(runs).hasSize(RUNS);
        for (RunRecord run : runs) {
            List<JobRecord> jobs = ledger.jobs(run.id());
            assertThat(jobs).allMatch(job -> job.status().isTerminal());
            assertThat(run.status() == RunStatus.SUCCEEDED)
                    .isEqualTo(jobs.stream().allMatch(job -> job.status() == JobStatus.SUCCEEDED));
            for (JobRecord job : jobs) {
                int commits = work.commits.getOrDefault(run.id() + "/" + job.job(), new AtomicInteger()).get();
                assertThat(commits).isLessThanOrEqualTo(1);
                if (job.status() == JobStatus.SUCCEEDED) {
                    assertThat(commits).isEqualTo(1);
                }
            }
        }
        assertThat(runs).extracting(RunRecord::status)
                .contains(RunStatus.SUCCEEDED, RunStatus.FAILED, RunStatus.CANCELLED);
    }
}

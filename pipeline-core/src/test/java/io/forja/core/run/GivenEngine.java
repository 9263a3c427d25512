package io.forja.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.forja.core.job.Job;
import io.forja.core.job.JobCatalog;
import io.forja.core.job.JobContext;
import io.forja.core.job.JobResult;
import io.forja.core.job.JobType;
import io.forja.core.plan.Plan;
import io.forja.core.plan.PlannedJob;
import io.forja.core.testing.InMemoryLedger;
import io.forja.core.testing.RefusingLedger;
import io.forja.core.testing.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** An engine whose jobs do what a test says, on a clock that a test moves, over a ledger that a test makes fail. */
final class GivenEngine implements AutoCloseable {

    static final Duration SOON = Duration.ofSeconds(10);

    final SettableClock clock = new SettableClock(Plans.NIGHT);
    final RefusingLedger ledger = new RefusingLedger(new InMemoryLedger());
    final Heard heard = new Heard();
    final RunEngine engine;
    private final Map<String, Job> work = new ConcurrentHashMap<>();
    private final List<String> started = new CopyOnWriteArrayList<>();
    private final List<String> committed = new CopyOnWriteArrayList<>();
    private final AtomicInteger working = new AtomicInteger();
    private final AtomicInteger mostAtOnce = new AtomicInteger();
    private final AtomicInteger runs = new AtomicInteger();

    /** What a listener heard, in order: {@code queued}, {@code started}, {@code a RUNNING}, {@code timedOut a}. */
    static final class Heard implements RunListener {

        final List<String> news = new CopyOnWriteArrayList<>();

        @Override
        public void queued(RunRecord run) {
            news.add("queued");
        }

        @Override
        public void started(RunRecord run) {
            news.add("started");
        }

        @Override
        public void changed(RunRecord run, JobRecord job) {
            news.add(job.job() + " " + job.status());
        }

        @Override
        public void timedOut(RunRecord run, JobRecord job) {
            news.add("timedOut " + job.job());
        }

        @Override
        public void finished(RunRecord run) {
            news.add("finished " + run.status());
        }
    }

    /** Work that goes on until a test lets it end. */
    static final class Gate {

        private final CountDownLatch open = new CountDownLatch(1);
        private final CountDownLatch reached = new CountDownLatch(1);
        private final CountDownLatch asked = new CountDownLatch(1);

        /** Waits, and stops when it is asked to. */
        void pass() throws InterruptedException {
            reached.countDown();
            open.await();
        }

        /** Waits whatever anybody asks. */
        void passStubbornly() {
            reached.countDown();
            boolean passed = false;
            while (!passed) {
                try {
                    open.await();
                    passed = true;
                } catch (InterruptedException ignored) {
                    // That is what being stubborn means.
                }
            }
        }

        void open() {
            open.countDown();
        }

        /** Waits until the job was asked to stop; only for a stubborn one. */
        void awaitAskedToStop() {
            eventually().until(() -> asked.getCount() == 0);
        }

        void awaitReached() {
            eventually().until(() -> reached.getCount() == 0);
        }
    }

    private GivenEngine(int runs, int jobs) {
        JobType<Plans.Scripted, GivenEngine> scripted =
                new JobType<>("scripted", Plans.Scripted.class, (declared, given) -> context -> given.work(context));
        engine = new RunEngine(ledger, JobCatalog.of(List.of(scripted), () -> this), new RunEngine.Limits(runs, jobs),
                clock, heard);
    }

    /** What comes within ten seconds, looked for every few milliseconds. */
    static ConditionFactory eventually() {
        return Awaitility.await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(3)).atMost(SOON);
    }

    static GivenEngine withLimits(int runs, int jobs) {
        return new GivenEngine(runs, jobs);
    }

    private JobResult work(JobContext context) throws Exception {
        started.add(context.job());
        int now = working.incrementAndGet();
        mostAtOnce.accumulateAndGet(now, Math::max);
        try {
            return work.getOrDefault(context.job(), any -> JobResult.NOTHING).run(context);
        } finally {
            working.decrementAndGet();
        }
    }

    // --- given

    void job(String name, Job does) {
        work.put(name, does);
    }

    /** A job that waits in its gate, stops when asked to, and commits behind it. */
    Gate gated(String name) {
        Gate gate = new Gate();
        job(name, context -> {
            gate.pass();
            return commit(context);
        });
        return gate;
    }

    /** A job that waits in its gate whatever it is asked, and tries to commit behind it. */
    Gate stubborn(String name) {
        Gate gate = new Gate();
        job(name, context -> {
            context.cancellation().onCancel(gate.asked::countDown);
            gate.passStubbornly();
            return commit(context);
        });
        return gate;
    }

    JobResult commit(JobContext context) throws Exception {
        return context.cancellation().commit(() -> {
            committed.add(context.job());
            return JobResult.NOTHING;
        });
    }

    /** A run of the pipeline {@code vendas}, of another logical time for each call. */
    RunRecord run(PlannedJob... jobs) {
        return runOf("vendas", jobs);
    }

    RunRecord runOf(String pipeline, PlannedJob... jobs) {
        RunRecord run = Plans.queuedRun(pipeline, Plans.NIGHT.plusSeconds(runs.getAndIncrement()));
        assertThat(engine.submit(run, new Plan(pipeline, List.of(jobs)))).isTrue();
        return run;
    }

    // --- when

    void whenTimePasses(Duration time) {
        clock.advance(time);
        engine.wake();
    }

    // --- then

    RunRecord thenEnds(RunRecord run, RunStatus status) {
        eventually().untilAsserted(() -> {
            assertThat(engine.live(run.id())).isEmpty();
            assertThat(ledger.run(run.id()).orElseThrow().status()).isEqualTo(status);
        });
        return ledger.run(run.id()).orElseThrow();
    }

    void thenJob(RunRecord run, String job, JobStatus status) {
        eventually().untilAsserted(() -> assertThat(jobOf(run, job).status()).isEqualTo(status));
    }

    JobRecord jobOf(RunRecord run, String name) {
        return ledger.jobs(run.id()).stream().filter(job -> job.job().equals(name)).findFirst().orElseThrow();
    }

    void thenStarted(String... jobs) {
        eventually().untilAsserted(() -> assertThat(started).containsExactly(jobs));
    }

    void thenNothingElseHappens(BiConsumer<List<String>, List<String>> startedAndCommitted) {
        eventually().during(Duration.ofMillis(100))
                .untilAsserted(() -> startedAndCommitted.accept(started, committed));
    }

    void thenStaysStarted(String... jobs) {
        thenNothingElseHappens((begun, ended) -> assertThat(begun).containsExactly(jobs));
    }

    List<String> committed() {
        return committed;
    }

    int mostAtOnce() {
        return mostAtOnce.get();
    }

    int working() {
        return working.get();
    }

    @Override
    public void close() {
        engine.close();
    }

}

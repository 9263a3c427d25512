package io.forja.core.run;

import io.forja.core.definition.TableRef;
import io.forja.core.job.JobCatalog;
import io.forja.core.plan.Plan;
import io.forja.core.problem.ForjaException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs plans: so many runs at once, of one pipeline one at a time, so many jobs at once, the rest in the order of their
 * coming. Two runs of one pipeline side by side would write each other's tables between their jobs. Thread-safe.
 *
 * <p>After a crash nothing goes on by itself: the ledger still has the unfinished runs, and whoever starts an engine
 * decides about them.
 */
public final class RunEngine implements AutoCloseable {

    /** How long jobs may take to stop once the process has to end; then the run goes on without them. */
    private static final Duration DRAIN_STOP_GRACE = Duration.ofSeconds(3);

    /** How long the engine waits for its runs to put down their end, after their jobs are gone. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(1);

    /**
     * @param runs runs at once, at least 1
     * @param jobs jobs at once over all runs, at least 1
     */
    public record Limits(int runs, int jobs) {
        public Limits {
            if (runs < 1 || jobs < 1) {
                throw new IllegalArgumentException("at least one run and one job at once, not " + runs + ", " + jobs);
            }
        }
    }

    private final EngineParts parts;
    private final Limits limits;
    private final ExecutorService threads = Executors.newCachedThreadPool(named("forja-run-"));
    private final ExecutorService workers = Executors.newCachedThreadPool(named("forja-job-"));
    private final Deque<RunExecution> queued = new ArrayDeque<>();
    private final Map<String, RunExecution> running = new LinkedHashMap<>();
    /** Runs that were cancelled in the queue and put down their end; they take no place. */
    private final Map<String, RunExecution> ending = new LinkedHashMap<>();
    private boolean draining;

    public RunEngine(Ledger ledger, JobCatalog jobs, Limits limits, Clock clock, RunListener listener) {
        this.limits = limits;
        this.parts = new EngineParts(ledger, jobs, new Slots(limits.jobs()), workers, clock, listener);
    }

    /** Puts a run of its own into the queue, see {@link #submit(RunRecord, Plan, List)}. */
    public boolean submit(RunRecord run, Plan plan) {
        return submit(run, plan, List.of());
    }

    /**
     * Puts a run into the ledger and into the queue. While the engine drains, it stays QUEUED there.
     *
     * @param run in status QUEUED
     * @param done the jobs that succeeded in the run that it resumes, each with all that it needs; they do not run
     * @return false, with nothing done, where the ledger has its pipeline, logical time and rerun already
     */
    public boolean submit(RunRecord run, Plan plan, List<JobRecord> done) {
        RunState state = state(run, plan, done);
        if (!parts.ledger().add(run, List.copyOf(state.jobs().values()))) {
            return false;
        }
        parts.tell(listener -> listener.queued(run));
        enqueue(new RunExecution(state, plan, parts));
        return true;
    }

    /**
     * Takes up a run that the ledger has as QUEUED, left by a process that is gone; the ledger then has its new owner.
     *
     * @param run in status QUEUED, with this process as its owner
     * @param plan with the jobs that the run was queued with
     * @return false, with nothing done, where the run is at its end, or its jobs are not those of the plan
     */
    public boolean adopt(RunRecord run, Plan plan) {
        List<JobRecord> jobs = parts.ledger().jobs(run.id());
        RunState state = state(run, plan, jobs.stream().filter(job -> job.status() == JobStatus.SUCCEEDED).toList());
        Set<String> names = jobs.stream().map(JobRecord::job).collect(Collectors.toSet());
        if (!names.equals(state.jobs().keySet()) || !parts.ledger().update(run)) {
            return false;
        }
        enqueue(new RunExecution(state, plan, parts));
        return true;
    }

    private RunState state(RunRecord run, Plan plan, List<JobRecord> done) {
        if (run.status() != RunStatus.QUEUED) {
            throw new IllegalArgumentException("the run " + run.id() + " is " + run.status() + ", not QUEUED");
        }
        return RunState.queued(run, plan, job -> parts.jobs().nameOf(job.definition()), done);
    }

    private synchronized void enqueue(RunExecution execution) {
        queued.add(execution);
        startNext();
    }

    private synchronized void startNext() {
        Optional<RunExecution> free = nextFree();
        while (free.isPresent()) {
            queued.remove(free.get());
            start(free.get(), running);
            free = nextFree();
        }
    }

    /** The oldest run that has a place and no run of its own pipeline before it. */
    private Optional<RunExecution> nextFree() {
        if (draining || running.size() >= limits.runs()) {
            return Optional.empty();
        }
        Set<String> busy = running.values().stream().map(run -> run.record().pipeline()).collect(Collectors.toSet());
        return queued.stream().filter(run -> !busy.contains(run.record().pipeline())).findFirst();
    }

    private synchronized void start(RunExecution execution, Map<String, RunExecution> place) {
        String id = execution.record().id();
        place.put(id, execution);
        try {
            threads.execute(() -> {
                try {
                    execution.run();
                } finally {
                    ended(id, place);
                }
            });
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            // No thread: it keeps its turn.
            place.remove(id);
            queued.addFirst(execution);
            throw e;
        }
    }

    private synchronized void ended(String id, Map<String, RunExecution> place) {
        place.remove(id);
        startNext();
        notifyAll();
    }

    /**
     * Asks a run to end. One that runs ends within ten seconds; one that waits for its place ends at once.
     *
     * @return false where this engine has no such run
     */
    public synchronized boolean cancel(String runId, String reason) {
        Optional<RunExecution> found = find(runId);
        found.ifPresent(execution -> {
            execution.cancel(reason, Attempt.STOP_GRACE);
            if (queued.remove(execution)) {
                start(execution, ending);
            }
        });
        return found.isPresent();
    }

    private Stream<RunExecution> all() {
        return Stream.of(ending.values(), running.values(), queued).flatMap(Collection::stream);
    }

    private Optional<RunExecution> find(String runId) {
        return all().filter(execution -> execution.record().id().equals(runId)).findFirst();
    }

    /** A run that this engine has queued or running, as it stands now. */
    public synchronized Optional<LiveRun> live(String runId) {
        return find(runId).map(RunExecution::live);
    }

    /** The runs of a pipeline that are queued or running here, oldest first. */
    public synchronized List<RunRecord> active(String pipeline) {
        return all().map(RunExecution::record).filter(run -> run.pipeline().equals(pipeline)).toList();
    }

    /**
     * Works on tables while no job of this engine writes them; those that would, wait until it is done.
     *
     * @param tables the tables, each by every name it has
     * @throws ForjaException when a job writes one of them now
     */
    public <T> T whileNobodyWrites(List<TableRef> tables, Supplier<T> work) {
        if (!parts.slots().tryLock(tables)) {
            throw new ForjaException("a job is writing " + tables.stream().map(TableRef::text)
                    .collect(Collectors.joining(" or ")) + " now", "wait until it has ended");
        }
        try {
            return work.get();
        } finally {
            parts.slots().unlock(tables);
        }
    }

    public synchronized int runningCount() {
        return running.size();
    }

    public synchronized int queuedCount() {
        return queued.size();
    }

    /** Waits until a run is no longer queued or running here; false where the time was over first. */
    public boolean await(String runId, Duration atMost) throws InterruptedException {
        return awaitThat(() -> find(runId).isEmpty(), atMost);
    }

    /** Makes every run look at the clock now. */
    public synchronized void wake() {
        all().forEach(RunExecution::wake);
    }

    /**
     * Ends: nothing new starts, what runs may end by itself within the grace, then it is cancelled. Queued runs stay
     * QUEUED in the ledger, for the next process. It takes at most four seconds more than the grace.
     *
     * @return true where every run came to its end
     */
    public boolean drain(Duration grace) throws InterruptedException {
        synchronized (this) {
            draining = true;
        }
        if (awaitThat(this::isIdle, grace)) {
            return true;
        }
        synchronized (this) {
            running.values().forEach(run -> run.cancel("the process was asked to stop and its grace was over",
                    DRAIN_STOP_GRACE));
        }
        return awaitThat(this::isIdle, DRAIN_STOP_GRACE.plus(LAST_WORDS));
    }

    private boolean isIdle() {
        return running.isEmpty() && ending.isEmpty();
    }

    private synchronized boolean awaitThat(BooleanSupplier condition, Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        while (!condition.getAsBoolean()) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(left, TimeUnit.MILLISECONDS.toNanos(1)));
        }
        return true;
    }

    /**
     * Ends at once: what runs is asked to stop and stays unfinished in the ledger, unless {@link #drain} came first.
     * When it returns, no run writes to the ledger any more.
     */
    @Override
    public void close() {
        List<RunExecution> open;
        synchronized (this) {
            draining = true;
            open = all().toList();
        }
        open.forEach(RunExecution::close);
        threads.shutdown();
        workers.shutdown();
        try {
            threads.awaitTermination(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static ThreadFactory named(String prefix) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, prefix + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }
}

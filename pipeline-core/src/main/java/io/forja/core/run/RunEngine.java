package io.forja.core.run;

import io.forja.core.job.JobCatalog;
import io.forja.core.plan.Plan;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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
    private boolean draining;

    public RunEngine(Ledger ledger, JobCatalog jobs, Limits limits, Clock clock, RunListener listener) {
        this.limits = limits;
        this.parts = new EngineParts(ledger, jobs, new Slots(limits.jobs()), workers, clock, listener);
    }

    /**
     * Puts a run into the ledger and into the queue.
     *
     * @param run in status QUEUED
     * @return false, with nothing done, where the ledger has its pipeline, logical time and rerun already
     */
    public boolean submit(RunRecord run, Plan plan) {
        RunState state = state(run, plan);
        if (!parts.ledger().add(run, List.copyOf(state.jobs().values()))) {
            return false;
        }
        parts.listener().queued(run);
        enqueue(new RunExecution(state, plan, parts));
        return true;
    }

    /** Takes up a run that the ledger has as QUEUED, left by a process that is gone. */
    public void adopt(RunRecord run, Plan plan) {
        enqueue(new RunExecution(state(run, plan), plan, parts));
    }

    private RunState state(RunRecord run, Plan plan) {
        return RunState.queued(run, plan, job -> parts.jobs().nameOf(job.definition()));
    }

    private synchronized void enqueue(RunExecution execution) {
        queued.add(execution);
        startNext();
    }

    private synchronized void startNext() {
        Optional<RunExecution> free = nextFree();
        while (free.isPresent()) {
            RunExecution next = free.get();
            queued.remove(next);
            running.put(next.record().id(), next);
            threads.execute(() -> {
                try {
                    next.run();
                } finally {
                    ended(next);
                }
            });
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

    private synchronized void ended(RunExecution execution) {
        running.remove(execution.record().id());
        startNext();
        notifyAll();
    }

    /**
     * Asks a run to end. One that runs ends within seconds; one that waits for its place ends at once.
     *
     * @return false where this engine has no such run
     */
    public boolean cancel(String runId, String reason) {
        RunExecution waiting;
        synchronized (this) {
            RunExecution execution = running.get(runId);
            if (execution != null) {
                execution.cancel(reason);
                return true;
            }
            waiting = queued.stream().filter(e -> e.record().id().equals(runId)).findFirst().orElse(null);
            if (waiting == null) {
                return false;
            }
            queued.remove(waiting);
        }
        cancelQueued(waiting, reason);
        return true;
    }

    private void cancelQueued(RunExecution waiting, String reason) {
        LiveRun live = waiting.live();
        for (JobRecord job : live.jobs()) {
            parts.ledger().update(job.ended(JobStatus.CANCELLED, parts.clock().instant(), reason));
        }
        RunRecord end = live.run().finished(RunStatus.CANCELLED, parts.clock().instant(), reason);
        parts.ledger().update(end);
        parts.listener().finished(end);
        synchronized (this) {
            notifyAll();
        }
    }

    /** A run that this engine has queued or running, as it stands now. */
    public synchronized Optional<LiveRun> live(String runId) {
        RunExecution execution = running.get(runId);
        return execution != null
                ? Optional.of(execution.live())
                : queued.stream().filter(e -> e.record().id().equals(runId)).findFirst().map(RunExecution::live);
    }

    /** The runs of a pipeline that are queued or running here, oldest first. */
    public synchronized List<RunRecord> active(String pipeline) {
        return Stream.concat(running.values().stream(), queued.stream())
                .map(RunExecution::record)
                .filter(run -> run.pipeline().equals(pipeline))
                .toList();
    }

    public synchronized int runningCount() {
        return running.size();
    }

    public synchronized int queuedCount() {
        return queued.size();
    }

    /** Waits until a run is no longer queued or running here; false where the time was over first. */
    public synchronized boolean await(String runId, Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        while (live(runId).isPresent()) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        return true;
    }

    /** Makes every run look at the clock now. */
    public synchronized void wake() {
        running.values().forEach(RunExecution::wake);
    }

    /**
     * Ends: nothing new starts, what runs may end by itself within the grace, then it is cancelled. Queued runs stay
     * QUEUED in the ledger, for the next process.
     *
     * @return true where every run came to its end
     */
    public boolean drain(Duration grace) throws InterruptedException {
        synchronized (this) {
            draining = true;
        }
        if (awaitIdle(grace)) {
            return true;
        }
        synchronized (this) {
            running.values().forEach(run -> run.cancel("the process was asked to stop and its grace was over"));
        }
        return awaitIdle(Attempt.STOP_GRACE.plusSeconds(2));
    }

    private synchronized boolean awaitIdle(Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        while (!running.isEmpty()) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        return true;
    }

    @Override
    public void close() {
        synchronized (this) {
            draining = true;
            running.values().forEach(RunExecution::close);
        }
        threads.shutdown();
        workers.shutdownNow();
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

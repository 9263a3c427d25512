package io.forja.core.run;

import io.forja.core.job.Cancellation;
import io.forja.core.job.JobContext;
import io.forja.core.job.JobResult;
import io.forja.core.plan.PlannedJob;
import io.forja.core.problem.ForjaException;
import io.forja.core.problem.InvalidDefinitionException;
import io.forja.core.yaml.Durations;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * One attempt of a job in a thread of its own, from its place to its event. It can be asked to stop; one that does
 * not stop in time is given up: the run goes on without it, its place is free, and it can no longer commit.
 *
 * <p>All methods are called from the run's thread, but for {@link #progress}.
 */
final class Attempt {

    /** How long a stopped job may take to end by itself before the run goes on without it. */
    static final Duration STOP_GRACE = Duration.ofSeconds(8);

    private static final Logger LOG = LoggerFactory.getLogger(Attempt.class);

    /** How soon to look again at a job that is past its grace and still commits. */
    private static final Duration COMMIT_LOOK = Duration.ofMillis(100);

    private final PlannedJob job;
    private final EngineParts parts;
    private final Cancellation cancellation = new Cancellation();
    private final AtomicBoolean hasPlace = new AtomicBoolean(true);
    private final Object threadLock = new Object();
    private @Nullable Thread thread;
    private @Nullable Instant deadline;
    private @Nullable Instant giveUpAt;
    private volatile boolean timedOut;
    private volatile LiveRun.Progress progress = new LiveRun.Progress("starting", 0, 0);

    /** An attempt that has its place; it gives it back when it ends or is given up. */
    Attempt(PlannedJob job, EngineParts parts) {
        this.job = job;
        this.parts = parts;
    }

    /** Runs the job in a thread of the pool; {@code done} hears the event, exactly once. */
    void launch(RunRecord run, int number, BiConsumer<Attempt, RunEvent> done) {
        deadline = now().plus(job.timeout());
        JobContext context = new JobContext(run.id(), run.origin(), run.pipeline(), job.name(), run.logicalTime(),
                number, parts.clock(), cancellation, (phase, at, total) -> progress = new LiveRun.Progress(phase, at, total));
        try {
            parts.workers().execute(() -> {
                RunEvent end = workInThisThread(context);
                // The place is given back after the event is sent, so that the run hears of its own job first.
                done.accept(this, end);
                leavePlace();
            });
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            done.accept(this, new RunEvent.JobFailed(now(), job.name(), "no thread could be had for it", true));
            leavePlace();
        }
    }

    private RunEvent workInThisThread(JobContext context) {
        MDC.put("run", context.runId());
        MDC.put("pipeline", context.pipeline());
        MDC.put("job", job.name());
        synchronized (threadLock) {
            thread = Thread.currentThread();
        }
        try {
            return work(context);
        } finally {
            synchronized (threadLock) {
                thread = null;
                // The thread goes back to the pool; an interrupt must not reach its next job.
                Thread.interrupted();
            }
            MDC.clear();
        }
    }

    private RunEvent work(JobContext context) {
        try {
            cancellation.throwIfCancelled();
            LOG.info("attempt {} of {} begins", context.attempt(), job.retry().attempts());
            JobResult result = parts.jobs().create(job.definition()).run(context);
            LOG.info("done: {} read, {} written, {} rejected, {} deduplicated, {} filtered", result.rows().read(),
                    result.rows().written(), result.rows().rejected(), result.rows().deduplicated(),
                    result.rows().filtered());
            return new RunEvent.JobSucceeded(now(), job.name(), result);
        } catch (Throwable e) {
            // Whatever it is, the run has to hear of it: a job without an end would keep its run for ever.
            String error = sentence(e);
            if (cancellation.isCancelled()) {
                LOG.info("stopped: {}", error);
            } else if (isToldForPeople(e)) {
                LOG.error("failed: {}", error);
                LOG.debug("failed because of", e);
            } else {
                LOG.error("failed", e);
            }
            return new RunEvent.JobFailed(now(), job.name(), error, timedOut || isRetryable(e));
        }
    }

    private static boolean isToldForPeople(Throwable failure) {
        return failure instanceof ForjaException || failure instanceof InvalidDefinitionException;
    }

    private static boolean isRetryable(Throwable failure) {
        return failure instanceof ForjaException told ? told.retryable() : !isToldForPeople(failure);
    }

    private String sentence(Throwable failure) {
        if (timedOut) {
            return timeoutSentence();
        }
        if (isToldForPeople(failure)) {
            return String.valueOf(failure.getMessage());
        }
        Throwable root = failure;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        String message = root.getMessage() == null ? "" : ": " + root.getMessage().lines().findFirst().orElse("");
        return root.getClass().getSimpleName() + message;
    }

    private String timeoutSentence() {
        return "it took longer than its timeout of " + Durations.format(job.timeout())
                + "; give it more time with timeout, or less to do";
    }

    /** Asks the job to stop when its time is up; true the first time. */
    boolean stopIfOverdue() {
        if (giveUpAt != null || deadline == null || now().isBefore(deadline)) {
            return false;
        }
        timedOut = true;
        stop("its timeout of " + Durations.format(job.timeout()) + " is over", STOP_GRACE);
        return true;
    }

    /** Asks the job to stop; asked again, nothing more happens than that a shorter grace counts. */
    void stop(String reason, Duration grace) {
        Instant end = now().plus(grace);
        if (giveUpAt != null) {
            giveUpAt = end.isBefore(giveUpAt) ? end : giveUpAt;
            return;
        }
        giveUpAt = end;
        cancellation.cancel(reason);
        // From here on no commit begins; one that has begun is left to end.
        if (!cancellation.isCommitting()) {
            interrupt();
        }
    }

    private void interrupt() {
        synchronized (threadLock) {
            if (thread != null) {
                thread.interrupt();
            }
        }
    }

    /** True where the job was asked to stop, did not in time, and will never commit. */
    boolean isOverdueToStop() {
        return giveUpAt != null && !now().isBefore(giveUpAt) && !cancellation.isCommitting();
    }

    /** Goes on without the job: its place is free, its event is this one, and what it still does nobody hears. */
    RunEvent giveUp() {
        LOG.warn("the job {} did not stop when it was asked to; the run goes on without it", job.name());
        interrupt();
        leavePlace();
        String error = timedOut ? timeoutSentence() : "it did not stop when it was asked to";
        return new RunEvent.JobFailed(now(), job.name(), error, timedOut);
    }

    private void leavePlace() {
        if (hasPlace.getAndSet(false)) {
            parts.slots().release(job.writes());
        }
    }

    /** When this attempt next needs a look. */
    Instant nextLook() {
        Instant now = now();
        if (giveUpAt != null) {
            return giveUpAt.isAfter(now) ? giveUpAt : now.plus(COMMIT_LOOK);
        }
        return deadline == null ? now.plus(job.timeout()) : deadline;
    }

    LiveRun.Progress progress() {
        return progress;
    }

    private Instant now() {
        return parts.clock().instant();
    }
}

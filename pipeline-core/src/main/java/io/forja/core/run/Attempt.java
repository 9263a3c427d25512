package io.forja.core.run;

import io.forja.core.job.Cancellation;
import io.forja.core.job.JobContext;
import io.forja.core.job.JobResult;
import io.forja.core.plan.PlannedJob;
import io.forja.core.problem.ForjaException;
import io.forja.core.yaml.Durations;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * One attempt of a job in its own thread, from its place to its event. It can be asked to stop; one that does not
 * stop in time is given up, and then can no longer commit.
 */
final class Attempt {

    /** How long a stopped job may take to end by itself before the run goes on without it. */
    static final Duration STOP_GRACE = Duration.ofSeconds(8);

    private static final Logger LOG = LoggerFactory.getLogger(Attempt.class);

    private final PlannedJob job;
    private final EngineParts parts;
    private final Instant deadline;
    private final Cancellation cancellation = new Cancellation();
    private volatile @Nullable Thread thread;
    private volatile LiveRun.Progress progress = new LiveRun.Progress("starting", 0, 0);
    private @Nullable Instant giveUpAt;
    private volatile boolean timedOut;

    Attempt(PlannedJob job, EngineParts parts) {
        this.job = job;
        this.parts = parts;
        this.deadline = parts.clock().instant().plus(job.timeout());
    }

    /** Runs the job in a thread of the pool; {@code done} hears the event, exactly once. */
    void launch(RunRecord run, int number, BiConsumer<Attempt, RunEvent> done) {
        JobContext context = new JobContext(run.id(), run.pipeline(), job.name(), run.logicalTime(), number,
                parts.clock(), cancellation, (phase, at, total) -> progress = new LiveRun.Progress(phase, at, total));
        parts.workers().execute(() -> {
            MDC.put("run", run.id());
            MDC.put("pipeline", run.pipeline());
            MDC.put("job", job.name());
            thread = Thread.currentThread();
            RunEvent end;
            try {
                end = work(context);
            } finally {
                thread = null;
                // The thread goes back to the pool; a late interrupt must not reach its next job.
                Thread.interrupted();
                MDC.clear();
            }
            // The place is given back after the event is sent, so that the run hears of its own job first.
            done.accept(this, end);
            parts.slots().release(job.writes());
        });
    }

    private RunEvent work(JobContext context) {
        LOG.info("attempt {} of {} begins", context.attempt(), job.retry().attempts());
        try {
            cancellation.throwIfCancelled();
            JobResult result = parts.jobs().create(job.definition()).run(context);
            LOG.info("done: {} read, {} written, {} rejected, {} deduplicated, {} filtered", result.rows().read(),
                    result.rows().written(), result.rows().rejected(), result.rows().deduplicated(),
                    result.rows().filtered());
            return new RunEvent.JobSucceeded(now(), job.name(), result);
        } catch (ForjaException e) {
            LOG.error("failed: {}", e.getMessage());
            LOG.debug("failed because of", e);
            return new RunEvent.JobFailed(now(), job.name(), sentence(e), e.retryable() || timedOut);
        } catch (Exception | LinkageError | StackOverflowError | OutOfMemoryError e) {
            if (cancellation.isCancelled()) {
                LOG.info("stopped");
            } else {
                LOG.error("failed", e);
            }
            return new RunEvent.JobFailed(now(), job.name(), sentence(e), true);
        }
    }

    private String sentence(Throwable failure) {
        if (timedOut) {
            return "it took longer than its timeout of " + Durations.format(job.timeout())
                    + "; give it more time with timeout, or less to do";
        }
        if (failure instanceof ForjaException told) {
            return String.valueOf(told.getMessage());
        }
        Throwable root = failure;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        String message = root.getMessage() == null ? "" : ": " + root.getMessage().lines().findFirst().orElse("");
        return root.getClass().getSimpleName() + message;
    }

    /** Asks the job to stop when its time is up; true the first time. */
    boolean stopIfOverdue() {
        if (giveUpAt != null || now().isBefore(deadline)) {
            return false;
        }
        timedOut = true;
        stop("its timeout of " + Durations.format(job.timeout()) + " is over");
        return true;
    }

    /** Asks the job to stop; a second time nothing more happens. */
    void stop(String reason) {
        if (giveUpAt != null) {
            return;
        }
        giveUpAt = now().plus(STOP_GRACE);
        cancellation.cancel(reason);
        Thread worker = thread;
        if (worker != null && !cancellation.isCommitting()) {
            worker.interrupt();
        }
    }

    /** True where the job was asked to stop, did not in time, and will never commit. */
    boolean isGivenUp() {
        return giveUpAt != null && !now().isBefore(giveUpAt) && !cancellation.isCommitting();
    }

    /** The event of an attempt that was given up. */
    RunEvent givenUp() {
        LOG.warn("the job {} did not stop within {} of being asked; the run goes on without it", job.name(),
                Durations.format(STOP_GRACE));
        return new RunEvent.JobFailed(now(), job.name(), sentence(new ForjaException("stopped", "")), timedOut);
    }

    /** When this attempt next needs a look. */
    Instant nextLook() {
        return giveUpAt == null ? deadline : giveUpAt;
    }

    LiveRun.Progress progress() {
        return progress;
    }

    private Instant now() {
        return parts.clock().instant();
    }
}

package io.forja.core.run;

import io.forja.core.plan.Plan;
import io.forja.core.plan.PlannedJob;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * The life of one run, in its own thread: it starts what is ready, waits for the next event, and writes every change
 * to the ledger before anything follows from it.
 *
 * <p>While the ledger cannot be written, nothing begins, and what has happened is kept until it can be. Where the
 * ledger has the run at its end already, by another process that took this one for dead, its jobs are stopped.
 */
final class RunExecution implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(RunExecution.class);

    /** The longest wait before it looks again by itself: for a changed clock, or a ledger that can be written again. */
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    /** What another thread has to say. */
    private sealed interface Message {
        record Wake() implements Message {}

        record Ended(Attempt attempt, RunEvent event) implements Message {}

        record Cancel(RunEvent.CancelRequested request, Duration grace) implements Message {}
    }

    private final Plan plan;
    private final EngineParts parts;
    private final BlockingQueue<Message> messages = new LinkedBlockingQueue<>();
    private final Map<String, Attempt> attempts = new ConcurrentHashMap<>();
    /** Jobs that have their place and their thread not yet: the ledger comes first. */
    private final List<String> prepared = new ArrayList<>();
    private final RunLog log;
    private volatile RunState state;
    /** What others see: an end that the ledger does not have yet is none, for who hears of it may end the process. */
    private volatile RunState seen;
    private Duration stopGrace = Attempt.STOP_GRACE;
    private volatile boolean closed;

    RunExecution(RunState queued, Plan plan, EngineParts parts) {
        this.plan = plan;
        this.parts = parts;
        this.state = queued;
        this.seen = queued;
        this.log = new RunLog(parts, queued);
    }

    @Override
    public void run() {
        MDC.put("run", state.run().id());
        MDC.put("pipeline", state.run().pipeline());
        Runnable wake = this::wake;
        parts.slots().onRelease(wake);
        try {
            // A run that was cancelled in the queue ends without ever having begun.
            hearAll(messages.poll());
            state = state.on(new RunEvent.Started(now()));
            while (!isOver()) {
                startWhatTheLedgerKnows();
                show();
                stopJobs();
                if (!isOver()) {
                    hearAll(messages.poll(untilNextLook().toMillis(), TimeUnit.MILLISECONDS));
                    show();
                }
            }
        } catch (InterruptedException e) {
            LOG.warn("the run was left unfinished: its thread was interrupted");
        } catch (RuntimeException e) {
            LOG.error("the run was left unfinished: this is a mistake in Forja", e);
        } finally {
            parts.slots().ignore(wake);
            attempts.values().forEach(attempt -> attempt.stop("the process ends", stopGrace));
            MDC.clear();
        }
    }

    private boolean isOver() {
        return closed || (state.run().status().isTerminal() && attempts.isEmpty() && log.has(state));
    }

    private void show() {
        if (!state.run().status().isTerminal() || log.has(state)) {
            seen = state;
        }
    }

    private void startWhatTheLedgerKnows() {
        if (save()) {
            prepareReadyJobs();
            if (save()) {
                prepared.forEach(name ->
                        attempts.get(name).launch(state.run(), state.jobs().get(name).attempt(), this::ended));
                prepared.clear();
            }
        }
    }

    private void prepareReadyJobs() {
        for (String name : state.ready(now())) {
            PlannedJob job = plan.job(name).orElseThrow();
            if (parts.slots().tryAcquire(job.writes())) {
                state = state.on(new RunEvent.JobStarted(now(), name));
                attempts.put(name, new Attempt(job, parts));
                prepared.add(name);
            }
        }
    }

    /** True where the ledger has everything, and the run is still this process's own. */
    private boolean save() {
        RunLog.Answer answer = log.write(state);
        if (answer instanceof RunLog.Answer.EndedElsewhere elsewhere) {
            state = state.endedElsewhere(elsewhere.end());
            log.take(state);
            return false;
        }
        return answer instanceof RunLog.Answer.Written && !state.run().status().isTerminal();
    }

    private void stopJobs() {
        for (Map.Entry<String, Attempt> entry : new HashMap<>(attempts).entrySet()) {
            Attempt attempt = entry.getValue();
            if (state.cancelReason() != null) {
                attempt.stop(state.cancelReason(), stopGrace);
            } else if (state.run().status().isTerminal()) {
                attempt.stop("another process ended the run", stopGrace);
            } else if (attempt.stopIfOverdue()) {
                JobRecord job = state.jobs().get(entry.getKey());
                parts.tell(listener -> listener.timedOut(state.run(), job));
            }
            if (attempt.isOverdueToStop()) {
                leave(entry.getKey(), attempt.giveUp());
            }
        }
    }

    /** The attempt is over, one way or the other: nobody waits for it any more. */
    private void leave(String job, RunEvent end) {
        attempts.remove(job);
        prepared.remove(job);
        state = state.on(end);
    }

    private void hearAll(@Nullable Message first) {
        for (Message message = first; message != null; message = messages.poll()) {
            if (message instanceof Message.Cancel cancel) {
                stopGrace = cancel.grace().compareTo(stopGrace) < 0 ? cancel.grace() : stopGrace;
                state = state.on(cancel.request());
            } else if (message instanceof Message.Ended ended) {
                // A job that was given up may still end; by then nobody waits for it.
                attempts.entrySet().stream()
                        .filter(entry -> entry.getValue() == ended.attempt())
                        .map(Map.Entry::getKey)
                        .findFirst()
                        .ifPresent(job -> leave(job, ended.event()));
            }
        }
    }

    private Duration untilNextLook() {
        Instant now = now();
        Instant next = attempts.values().stream().map(Attempt::nextLook).min(Instant::compareTo)
                .orElse(now.plus(LOOK_AGAIN));
        // A retry that is due waits for a place, and is woken when there is one.
        Instant retry = state.nextRetry().filter(at -> at.isAfter(now)).orElse(next);
        Duration wait = Duration.between(now, retry.isBefore(next) ? retry : next);
        return wait.compareTo(LOOK_AGAIN) > 0 ? LOOK_AGAIN : wait.plusMillis(1);
    }

    private void ended(Attempt attempt, RunEvent event) {
        messages.add(new Message.Ended(attempt, event));
    }

    /**
     * Asks the run to end soon.
     *
     * @param grace how long its jobs may take to stop, at most the usual
     */
    void cancel(String reason, Duration grace) {
        messages.add(new Message.Cancel(new RunEvent.CancelRequested(now(), reason), grace));
    }

    /** Makes it look again now. */
    void wake() {
        messages.add(new Message.Wake());
    }

    /** Leaves the run as it is: the process ends. */
    void close() {
        closed = true;
        wake();
    }

    LiveRun live() {
        Map<String, LiveRun.Progress> progress = new HashMap<>();
        attempts.forEach((job, attempt) -> progress.put(job, attempt.progress()));
        RunState now = seen;
        return new LiveRun(now.run(), List.copyOf(now.jobs().values()), progress);
    }

    RunRecord record() {
        return state.run();
    }

    private Instant now() {
        return parts.clock().instant();
    }
}

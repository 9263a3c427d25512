package io.forja.core.run;

import io.forja.core.plan.PlannedJob;
import io.forja.core.plan.Plan;
import io.forja.core.problem.ForjaException;
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
 */
final class RunExecution implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(RunExecution.class);

    /** The longest wait before it looks again by itself: for a changed clock, or a ledger that can be written again. */
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    private record Message(@Nullable Attempt from, @Nullable RunEvent event) {}

    private final Plan plan;
    private final EngineParts parts;
    private final BlockingQueue<Message> messages = new LinkedBlockingQueue<>();
    private final Map<String, Attempt> attempts = new ConcurrentHashMap<>();
    private volatile RunState state;
    private RunState saved;
    private boolean ledgerFailed;
    private volatile boolean closed;

    RunExecution(RunState queued, Plan plan, EngineParts parts) {
        this.plan = plan;
        this.parts = parts;
        this.state = queued;
        this.saved = queued;
    }

    @Override
    public void run() {
        MDC.put("run", state.run().id());
        MDC.put("pipeline", state.run().pipeline());
        Runnable wake = this::wake;
        parts.slots().onRelease(wake);
        try {
            state = state.on(new RunEvent.Started(now()));
            while (!isOver()) {
                if (save()) {
                    startReadyJobs();
                }
                stopJobs();
                if (!isOver()) {
                    take();
                }
            }
        } catch (InterruptedException e) {
            LOG.warn("the run was left unfinished: the process ends");
        } finally {
            parts.slots().ignore(wake);
            MDC.clear();
        }
    }

    private boolean isOver() {
        return closed || (saved == state && state.run().status().isTerminal());
    }

    private void startReadyJobs() {
        List<String> started = new ArrayList<>();
        for (String name : state.ready(now())) {
            if (parts.slots().tryAcquire(job(name).writes())) {
                state = state.on(new RunEvent.JobStarted(now(), name));
                attempts.put(name, new Attempt(job(name), parts));
                started.add(name);
            }
        }
        boolean written = started.isEmpty() || save();
        for (String name : started) {
            Attempt attempt = attempts.get(name);
            if (!written) {
                // Nothing is done that the ledger does not know of.
                attempt.stop("the ledger cannot be written");
            }
            attempt.launch(state.run(), state.jobs().get(name).attempt(), this::hear);
        }
    }

    private void stopJobs() {
        for (Map.Entry<String, Attempt> entry : new HashMap<>(attempts).entrySet()) {
            Attempt attempt = entry.getValue();
            if (state.cancelReason() != null) {
                attempt.stop(state.cancelReason());
            } else if (attempt.stopIfOverdue()) {
                parts.listener().timedOut(state.run(), state.jobs().get(entry.getKey()));
            }
            if (attempt.isGivenUp()) {
                hear(attempt, attempt.givenUp());
            }
        }
    }

    private void take() throws InterruptedException {
        Message message = messages.poll(Math.max(1, untilNextLook().toMillis()), TimeUnit.MILLISECONDS);
        while (message != null) {
            // A job that was given up may still end; by then nobody waits for it.
            boolean expected = message.from() == null || attempts.containsValue(message.from());
            if (message.event() != null && expected) {
                attempts.values().remove(message.from());
                state = state.on(message.event());
            }
            message = messages.poll();
        }
    }

    private Duration untilNextLook() {
        Instant now = now();
        Instant next = attempts.values().stream().map(Attempt::nextLook).min(Instant::compareTo)
                .orElse(now.plus(LOOK_AGAIN));
        Instant retry = state.nextRetry().filter(at -> at.isAfter(now)).orElse(next);
        Duration wait = Duration.between(now, retry.isBefore(next) ? retry : next);
        return wait.compareTo(LOOK_AGAIN) > 0 ? LOOK_AGAIN : wait;
    }

    /** Writes what changed since the last time, jobs before their run; false where the ledger refused. */
    private boolean save() {
        if (saved == state) {
            return true;
        }
        RunState target = state;
        try {
            List<JobRecord> changed = target.jobs().values().stream()
                    .filter(job -> !job.equals(saved.jobs().get(job.job())))
                    .toList();
            changed.forEach(parts.ledger()::update);
            boolean runChanged = !target.run().equals(saved.run());
            RunRecord before = saved.run();
            if (runChanged) {
                parts.ledger().update(target.run());
            }
            saved = target;
            ledgerFailed = false;
            tell(before, target.run(), changed);
            return true;
        } catch (ForjaException e) {
            if (!ledgerFailed) {
                LOG.error("the ledger cannot be written, trying again every second: {}", e.getMessage());
            }
            ledgerFailed = true;
            return false;
        }
    }

    private void tell(RunRecord before, RunRecord after, List<JobRecord> changed) {
        if (before.status() == RunStatus.QUEUED && after.status() != RunStatus.QUEUED) {
            LOG.info("run {} begins, for the logical time {}", after.id(), after.logicalTime());
            parts.listener().started(after);
        }
        changed.forEach(job -> parts.listener().changed(after, job));
        if (after.status().isTerminal()) {
            LOG.info("run {} ends: {}", after.id(), after.error() == null ? after.status()
                    : after.status() + ", " + after.error());
            parts.listener().finished(after);
        }
    }

    private void hear(Attempt from, RunEvent event) {
        messages.add(new Message(from, event));
    }

    /** Asks the run to end soon. */
    void cancel(String reason) {
        messages.add(new Message(null, new RunEvent.CancelRequested(now(), reason)));
    }

    /** Makes it look again now. */
    void wake() {
        messages.add(new Message(null, null));
    }

    /** Leaves the run as it is: the process ends. */
    void close() {
        closed = true;
        wake();
    }

    LiveRun live() {
        Map<String, LiveRun.Progress> progress = new HashMap<>();
        attempts.forEach((job, attempt) -> progress.put(job, attempt.progress()));
        RunState now = state;
        return new LiveRun(now.run(), List.copyOf(now.jobs().values()), progress);
    }

    RunRecord record() {
        return state.run();
    }

    private PlannedJob job(String name) {
        return plan.job(name).orElseThrow();
    }

    private Instant now() {
        return parts.clock().instant();
    }
}

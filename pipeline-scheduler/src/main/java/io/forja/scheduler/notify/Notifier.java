package io.forja.scheduler.notify;

import io.forja.core.definition.Notify;
import io.forja.core.problem.ForjaException;
import io.forja.core.run.Ledger;
import io.forja.core.run.RunListener;
import io.forja.core.run.RunRecord;
import io.forja.core.run.RunStatus;
import io.forja.scheduler.ledger.SqlAlerts;
import io.forja.scheduler.ledger.SqlAlerts.Alert;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells those who want to know how a run ended. What is to be told is written down with the run's end, so that a
 * process that dies before telling leaves it to the next one; what was told is not told again. Only a process that
 * dies in the moment between telling and writing that down tells twice, with the same {@code Idempotency-Key}.
 *
 * <p>Nothing here ever fails or delays a run. Thread-safe.
 */
public final class Notifier implements RunListener, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Notifier.class);

    /** A run that ended longer ago is no news: nobody is told of it after a long rest of the daemon. */
    private static final Duration NEWS = Duration.ofDays(2);

    private static final Duration FIRST_WAIT = Duration.ofSeconds(1);
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);
    private static final Duration LAST_WORDS = Duration.ofSeconds(3);

    private final Function<String, Optional<Notify>> wishes;
    private final Webhooks webhooks;
    private final SqlAlerts alerts;
    private final Ledger ledger;
    private final Clock clock;
    private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(3, task -> {
        Thread thread = new Thread(task, "forja-notify");
        thread.setDaemon(true);
        return thread;
    });

    /** @param wishes who is to be told of a pipeline's runs; empty for an unknown pipeline */
    public Notifier(
            Function<String, Optional<Notify>> wishes, Webhooks webhooks, SqlAlerts alerts, Ledger ledger,
            Clock clock) {
        this.wishes = wishes;
        this.webhooks = webhooks;
        this.alerts = alerts;
        this.ledger = ledger;
        this.clock = clock;
    }

    @Override
    public void finished(RunRecord run) {
        threads.execute(() -> quietly(() -> announce(run)));
    }

    /**
     * Does what dead processes left undone: looks at the runs that ended unseen, and sends what was not sent.
     *
     * @param isGone whether the process of this name is gone
     * @param self the name of this process
     */
    public void takeOver(Predicate<String> isGone, String self) {
        quietly(() -> {
            for (String runId : alerts.unannounced(clock.instant().minus(NEWS))) {
                ledger.run(runId).filter(run -> run.owner().equals(self) || isGone.test(run.owner()))
                        .ifPresent(this::announce);
            }
            alerts.takeOver(isGone).forEach(this::send);
        });
    }

    private void announce(RunRecord run) {
        alerts.announce(run.id(), kinds(run), clock.instant()).forEach(this::send);
    }

    /** What each target is told of this run; a target that is named twice hears once. */
    private Map<String, String> kinds(RunRecord run) {
        Map<String, String> kinds = new LinkedHashMap<>();
        Notify notify = wishes.apply(run.pipeline()).orElse(null);
        if (notify == null) {
            return kinds;
        }
        if (run.status() == RunStatus.FAILED) {
            notify.onFailure().forEach(target -> kinds.put(target, "failure"));
        }
        if (run.status() == RunStatus.SUCCEEDED) {
            notify.onSuccess().forEach(target -> kinds.put(target, "success"));
            Instant end = Optional.ofNullable(run.finishedAt()).orElse(clock.instant());
            boolean recovered = alerts.outcomeBefore(run.pipeline(), run.id(), end)
                    .filter(before -> before == RunStatus.FAILED).isPresent();
            if (recovered) {
                notify.onRecovery().forEach(target -> kinds.put(target, "recovery"));
            }
        }
        return kinds;
    }

    private void send(Alert alert) {
        threads.execute(() -> quietly(() -> attempt(alert, alert.attempts() + 1)));
    }

    private void attempt(Alert alert, int number) {
        RunRecord run = ledger.run(alert.runId()).orElse(null);
        if (run == null) {
            return;
        }
        Webhooks.Answer answer = webhooks.post(alert.target(), alert.kind(), run);
        if (answer.arrived()) {
            alerts.sent(alert, clock.instant());
            LOG.info("{} was told of the {} of {}", alert.target(), alert.kind(), alert.runId());
            return;
        }
        alerts.failed(alert);
        if (answer.again() && number < webhooks.attempts(alert.target())) {
            long millis = Math.min(FIRST_WAIT.toMillis() << Math.min(number - 1, 20), LONGEST_WAIT.toMillis());
            LOG.debug("{} was not told of {} ({}), again in {} ms", alert.target(), alert.runId(), answer.why(), millis);
            threads.schedule(() -> quietly(() -> attempt(alert, number + 1)), millis, TimeUnit.MILLISECONDS);
        } else {
            alerts.givenUp(alert, answer.why());
            LOG.warn("{} was not told of the {} of {}: {}", alert.target(), alert.kind(), alert.runId(), answer.why());
        }
    }

    private static void quietly(Runnable work) {
        try {
            work.run();
        } catch (ForjaException e) {
            LOG.warn("an alert was left for later: {}", e.getMessage());
        } catch (RuntimeException e) {
            LOG.warn("an alert was left for later", e);
        }
    }

    /** Lets what is being sent arrive; what waits for another attempt is left to the next process. */
    @Override
    public void close() {
        threads.shutdown();
        try {
            if (!threads.awaitTermination(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS)) {
                List<Runnable> left = threads.shutdownNow();
                LOG.debug("{} alerts are left for the next process", left.size());
            }
        } catch (InterruptedException e) {
            threads.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}

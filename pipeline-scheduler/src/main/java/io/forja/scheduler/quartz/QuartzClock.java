package io.forja.scheduler.quartz;

import io.forja.core.definition.Timetable;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.quartz.DateBuilder;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobDetail;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.SimpleScheduleBuilder;
import org.quartz.TriggerBuilder;
import org.quartz.TriggerKey;
import org.quartz.impl.StdSchedulerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Wakes pipelines at the instants of their timetables. Quartz has one trigger for each, for its next instant alone;
 * what is due is decided by the injected clock, so a trigger that comes early, late or never (the machine slept, the
 * clock was set) changes nothing: {@link #check}, called every second or so, finds what is due.
 *
 * <p>An instant is told once, and instants of one pipeline in their order, unless the clock is set back: then they are
 * told again, and the ledger knows them. Thread-safe.
 */
public final class QuartzClock implements AutoCloseable {

    /** Hears what is due; called from a thread of Quartz or of {@link #check}'s caller. */
    @FunctionalInterface
    public interface Listener {
        /** @param times all instants that passed since the last call, oldest first; more than one when some were missed */
        void due(String pipeline, List<Instant> times);
    }

    private static final Logger LOG = LoggerFactory.getLogger(QuartzClock.class);
    private static final AtomicLong NUMBER = new AtomicLong();

    /** A trigger further away is looked at again after this; Quartz counts its waits in milliseconds as an int. */
    private static final Duration LONGEST_WAIT = Duration.ofDays(1);

    /** A smaller step back is the clock being disciplined, and shorter than any schedule's step. */
    private static final Duration SET_BACK = Duration.ofSeconds(2);

    private static final int MOST_AT_ONCE = 100_000;

    /** @param next the instant to wait for, or null where the timetable has come to its end */
    private record Armed(Timetable timetable, @Nullable Instant next, TriggerKey trigger) {}

    private final Clock clock;
    private final Listener listener;
    private final Scheduler quartz;
    private final JobDetail wake = JobBuilder.newJob(Job.class).withIdentity("wake").storeDurably().build();
    private final Map<String, Armed> armed = new HashMap<>();
    private Instant lastLook;

    public QuartzClock(Clock clock, Listener listener) {
        this.clock = clock;
        this.listener = listener;
        this.lastLook = clock.instant();
        try {
            quartz = new StdSchedulerFactory(settings()).getScheduler();
            quartz.setJobFactory((bundle, scheduler) ->
                    context -> check(context.getTrigger().getKey().getGroup()));
            quartz.addJob(wake, true);
        } catch (SchedulerException e) {
            throw new IllegalStateException("Quartz cannot be set up", e);
        }
    }

    private static Properties settings() {
        Properties settings = new Properties();
        settings.setProperty("org.quartz.scheduler.instanceName", "forja-" + NUMBER.incrementAndGet());
        settings.setProperty("org.quartz.scheduler.skipUpdateCheck", "true");
        settings.setProperty("org.quartz.scheduler.makeSchedulerThreadDaemon", "true");
        settings.setProperty("org.quartz.jobStore.class", "org.quartz.simpl.RAMJobStore");
        settings.setProperty("org.quartz.threadPool.class", "org.quartz.simpl.SimpleThreadPool");
        settings.setProperty("org.quartz.threadPool.threadCount", "2");
        settings.setProperty("org.quartz.threadPool.threadNamePrefix", "forja-clock");
        settings.setProperty("org.quartz.threadPool.makeThreadsDaemons", "true");
        return settings;
    }

    /** Begins to tell what is due. */
    public void start() {
        try {
            quartz.start();
        } catch (SchedulerException e) {
            throw new IllegalStateException("Quartz cannot be started", e);
        }
    }

    /** Waits for a pipeline's instants after a time, and no longer for those of an earlier timetable. */
    public synchronized void arm(String pipeline, Timetable timetable, Instant after) {
        disarm(pipeline);
        await(pipeline, timetable, timetable.nextAfter(after).orElse(null));
    }

    public synchronized void disarm(String pipeline) {
        Armed old = armed.remove(pipeline);
        if (old != null) {
            try {
                quartz.unscheduleJob(old.trigger);
            } catch (SchedulerException e) {
                // A trigger that stays wakes for nothing, once.
                LOG.debug("the trigger of {} was not removed", pipeline, e);
            }
        }
    }

    /** The instant that a pipeline waits for. */
    public synchronized Optional<Instant> next(String pipeline) {
        return Optional.ofNullable(armed.get(pipeline)).map(Armed::next);
    }

    /** Looks at the clock: tells what is due, and begins anew where the clock was set back. */
    public void check() {
        for (String pipeline : waiting()) {
            check(pipeline);
        }
    }

    private synchronized Set<String> waiting() {
        Instant now = clock.instant();
        if (now.isBefore(lastLook.minus(SET_BACK))) {
            LOG.warn("the clock was set back from {} to {}; the schedules go on from there", lastLook, now);
            Map.copyOf(armed).forEach((pipeline, waiting) -> arm(pipeline, waiting.timetable, now));
        }
        lastLook = now;
        return Set.copyOf(armed.keySet());
    }

    private void check(String pipeline) {
        List<Instant> due;
        synchronized (this) {
            Armed waiting = armed.get(pipeline);
            if (waiting == null || waiting.next == null) {
                return;
            }
            Instant now = clock.instant();
            due = new ArrayList<>();
            Instant next = waiting.next;
            while (next != null && !next.isAfter(now)) {
                if (due.size() == MOST_AT_ONCE) {
                    next = waiting.timetable.nextAfter(now).orElse(null);
                    break;
                }
                due.add(next);
                next = waiting.timetable.nextAfter(next).orElse(null);
            }
            boolean early = due.isEmpty() && isScheduled(waiting.trigger);
            if (!early) {
                await(pipeline, waiting.timetable, next);
            }
        }
        if (!due.isEmpty()) {
            tell(pipeline, due);
        }
    }

    private boolean isScheduled(TriggerKey trigger) {
        try {
            return quartz.checkExists(trigger) && quartz.getTrigger(trigger).getNextFireTime() != null;
        } catch (SchedulerException e) {
            return false;
        }
    }

    private void tell(String pipeline, List<Instant> due) {
        try {
            listener.due(pipeline, due);
        } catch (RuntimeException e) {
            LOG.error("the times {} of {} were lost", due, pipeline, e);
        }
    }

    private void await(String pipeline, Timetable timetable, @Nullable Instant next) {
        // A key of its own for each: Quartz still holds the key of a trigger that is just firing.
        TriggerKey key = new TriggerKey(String.valueOf(NUMBER.incrementAndGet()), pipeline);
        armed.put(pipeline, new Armed(timetable, next, key));
        if (next == null) {
            return;
        }
        Duration wait = Duration.between(clock.instant(), next);
        Duration bounded = wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait.isNegative() ? Duration.ZERO : wait;
        // Rounded up: Quartz waits whole milliseconds, and one too early would be a wake-up for nothing.
        int millis = (int) bounded.plusNanos(999_999).toMillis();
        try {
            quartz.scheduleJob(TriggerBuilder.newTrigger()
                    .withIdentity(key)
                    .forJob(wake)
                    .startAt(DateBuilder.futureDate(millis, DateBuilder.IntervalUnit.MILLISECOND))
                    .withSchedule(SimpleScheduleBuilder.simpleSchedule().withMisfireHandlingInstructionFireNow())
                    .build());
        } catch (SchedulerException e) {
            LOG.warn("Quartz does not wait for {} of {}; it will be up to a second late", next, pipeline, e);
        }
    }

    /** No more is told once this returns. */
    @Override
    public void close() {
        synchronized (this) {
            armed.clear();
        }
        try {
            quartz.shutdown(true);
        } catch (SchedulerException e) {
            LOG.warn("Quartz did not end", e);
        }
    }
}

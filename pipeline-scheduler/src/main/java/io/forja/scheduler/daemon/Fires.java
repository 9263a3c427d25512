package io.forja.scheduler.daemon;

import io.forja.core.definition.Schedule;
import io.forja.core.definition.Timetable;
import io.forja.core.problem.ForjaException;
import io.forja.core.run.RunRecord;
import io.forja.core.run.Trigger;
import io.forja.scheduler.metrics.ForjaMetrics;
import io.forja.scheduler.quartz.QuartzClock;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides what comes of a schedule's times: those that come now, and those that were missed while nothing could run.
 * Thread-safe.
 */
final class Fires {

    private static final Logger LOG = LoggerFactory.getLogger(Fires.class);

    /** A fire that is later than this was missed: the machine slept, or the ledger could not be written. */
    static final Duration ON_TIME = Duration.ofSeconds(60);

    /** A schedule that was away longer than this many times counts so many as missed. */
    private static final int MOST_MISSED = 100_000;

    private record Due(String pipeline, List<Instant> times) {}

    private final Workshop workshop;
    private final ForjaMetrics metrics;
    private final Clock clock;
    private final String self;
    private final QuartzClock alarm;
    private final Map<String, String> armed = new HashMap<>();
    private final Deque<Due> due = new ArrayDeque<>();
    private boolean waiting;

    Fires(Setup setup, Workshop workshop, ForjaMetrics metrics) {
        this.workshop = workshop;
        this.metrics = metrics;
        this.clock = setup.clock();
        this.self = setup.self().toString();
        this.alarm = new QuartzClock(clock, this::due);
    }

    QuartzClock alarm() {
        return alarm;
    }

    /**
     * Keeps a pipeline's schedule from now on, and catches up on what it missed. A schedule that is kept already, and
     * did not change, goes on as it is.
     */
    synchronized void keep(PlannedPipeline pipeline) {
        String text = pipeline.scheduleText();
        if (text.equals(armed.get(pipeline.name()))) {
            return;
        }
        Instant now = clock.instant();
        Instant since = workshop.ledger().scheduledSince(pipeline.name(), text, now);
        Timetable timetable = pipeline.timetable();
        if (timetable == null) {
            alarm.disarm(pipeline.name());
        } else {
            Instant last = workshop.ledger().lastScheduled(pipeline.name()).orElse(since);
            Instant after = Stream.of(since, last).max(Instant::compareTo).orElseThrow();
            missed(pipeline, timetable.between(after, now, MOST_MISSED), false);
            alarm.arm(pipeline.name(), timetable, now);
        }
        armed.put(pipeline.name(), text);
    }

    /** A pipeline is gone: should it come back, the times in between are not caught up. */
    synchronized void forget(String pipeline) {
        alarm.disarm(pipeline);
        armed.remove(pipeline);
        workshop.ledger().scheduledSince(pipeline, "removed", clock.instant());
    }

    private void due(String pipeline, List<Instant> times) {
        synchronized (this) {
            due.add(new Due(pipeline, times));
        }
        work();
    }

    /** Makes the runs that are due; those that the ledger did not take are tried again at the next call. */
    synchronized void work() {
        try {
            while (!due.isEmpty()) {
                Due next = due.peek();
                workshop.folder().find(next.pipeline).ifPresent(pipeline -> make(pipeline, next.times));
                due.remove();
            }
            waiting = false;
        } catch (ForjaException e) {
            if (!waiting) {
                LOG.error("runs that are due have to wait: {}", e.getMessage());
            }
            waiting = true;
        }
    }

    private void make(PlannedPipeline pipeline, List<Instant> times) {
        Instant limit = clock.instant().minus(ON_TIME);
        List<Instant> late = times.stream().filter(time -> time.isBefore(limit)).toList();
        List<Instant> now = times.stream().filter(time -> !time.isBefore(limit)).toList();
        missed(pipeline, late, !now.isEmpty());
        now.forEach(time -> fire(pipeline, time));
    }

    /** @param newerRuns true where a newer time runs anyway, which then is the last one */
    private void missed(PlannedPipeline pipeline, List<Instant> times, boolean newerRuns) {
        Schedule schedule = pipeline.schedule();
        if (times.isEmpty() || schedule == null) {
            return;
        }
        List<Instant> caughtUp = switch (schedule.catchUp()) {
            case NONE -> List.of();
            case LAST -> newerRuns ? List.of() : times.subList(times.size() - 1, times.size());
            case ALL -> times;
        };
        LOG.warn("{} missed {} times from {} to {}; {} of them run now", pipeline.name(), times.size(), times.get(0),
                times.get(times.size() - 1), caughtUp.size());
        caughtUp.forEach(time -> workshop.runs().scheduled(pipeline, time, Trigger.CATCH_UP));
        metrics.misfired(pipeline.name(), PlannedPipeline.policy(schedule), times.size());
    }

    private void fire(PlannedPipeline pipeline, Instant time) {
        Schedule schedule = Objects.requireNonNull(pipeline.schedule());
        List<RunRecord> going = going(pipeline.name());
        if (!going.isEmpty() && schedule.overlap() == Schedule.Overlap.SKIP) {
            String reason = "the run " + going.get(0).id() + " is still going";
            LOG.warn("{} is skipped for {}: {}", pipeline.name(), time, reason);
            workshop.runs().skipped(pipeline, time, Trigger.SCHEDULE, reason);
            return;
        }
        if (schedule.overlap() == Schedule.Overlap.CANCEL) {
            going.forEach(run -> workshop.engine().cancel(run.id(), "the next run, of " + time + ", took its place"));
        }
        workshop.runs().scheduled(pipeline, time, Trigger.SCHEDULE);
    }

    /** The pipeline's runs that are not at their end, here or in another process. */
    private List<RunRecord> going(String pipeline) {
        List<RunRecord> going = new ArrayList<>(workshop.engine().active(pipeline));
        workshop.ledger().unfinished().stream()
                .filter(run -> run.pipeline().equals(pipeline) && !run.owner().equals(self))
                .forEach(going::add);
        return going;
    }
}

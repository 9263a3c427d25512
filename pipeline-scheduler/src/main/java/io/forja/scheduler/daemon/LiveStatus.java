package io.forja.scheduler.daemon;

import io.forja.core.definition.Schedule;
import io.forja.core.definition.Timetable;
import io.forja.core.plan.PlannedJob;
import io.forja.core.problem.ForjaException;
import io.forja.core.problem.Problem;
import io.forja.core.run.RunQuery;
import io.forja.scheduler.api.DaemonStatus;
import io.forja.scheduler.api.Health;
import io.forja.scheduler.api.PipelineStatus;
import io.forja.scheduler.quartz.QuartzClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The daemon's own account of itself. */
final class LiveStatus implements DaemonStatus {

    private static final String OK = "ok";
    private static final Duration FRESH = Duration.ofSeconds(30);

    /** Work that looks around for so long does not come back; a full ledger alone makes it wait for ten seconds. */
    private static final Duration STUCK = Duration.ofMinutes(3);

    private enum Phase {
        STARTING,
        UP,
        STOPPING
    }

    private final Setup setup;
    private final Workshop workshop;
    private final QuartzClock alarm;
    private volatile Phase phase = Phase.STARTING;

    /** Counted on the machine's own time, which nobody sets. */
    private volatile long beatNanos = System.nanoTime();

    LiveStatus(Setup setup, Workshop workshop, QuartzClock alarm) {
        this.setup = setup;
        this.workshop = workshop;
        this.alarm = alarm;
    }

    void up() {
        phase = Phase.UP;
    }

    void down() {
        phase = Phase.STOPPING;
    }

    void beat() {
        beatNanos = System.nanoTime();
    }

    @Override
    public List<PipelineStatus> pipelines(int fires) {
        return workshop.folder().all().stream().map(pipeline -> status(pipeline, fires)).toList();
    }

    private PipelineStatus status(PlannedPipeline pipeline, int fires) {
        Schedule schedule = pipeline.schedule();
        return new PipelineStatus(pipeline.name(), pipeline.loaded().definition().description(),
                pipeline.loaded().file(), schedule == null ? null : schedule.cron(),
                schedule == null ? null : schedule.timezone().getId(), nextFires(pipeline, fires),
                pipeline.plan().jobs().stream().map(PlannedJob::name).toList(),
                workshop.ledger().runs(new RunQuery(pipeline.name(), null, 1)).stream().findFirst().orElse(null));
    }

    private List<Instant> nextFires(PlannedPipeline pipeline, int fires) {
        Timetable timetable = pipeline.timetable();
        List<Instant> next = new ArrayList<>();
        Optional<Instant> fire = timetable == null ? Optional.empty() : alarm.next(pipeline.name());
        while (fire.isPresent() && next.size() < fires) {
            next.add(fire.get());
            fire = timetable.nextAfter(fire.get());
        }
        return next;
    }

    @Override
    public List<Problem> definitionProblems() {
        return workshop.folder().problems();
    }

    @Override
    public Health health() {
        Duration quiet = Duration.ofNanos(System.nanoTime() - beatNanos);
        Map<String, String> checks = new LinkedHashMap<>();
        checks.put("daemon", phase == Phase.UP ? OK : phase == Phase.STARTING ? "it is starting" : "it is stopping");
        checks.put("heartbeat", quiet.compareTo(FRESH) < 0 ? OK
                : "the last look around was " + quiet.toSeconds() + " s ago");
        checks.put("ledger", ledger());
        boolean ready = checks.values().stream().allMatch(OK::equals);
        int problems = workshop.folder().problems().size();
        // A broken file is no reason to take the others away: it is told here, and in forja_definition_errors.
        checks.put("pipelines", workshop.folder().all().size() + " loaded" + (problems == 0 ? "" : ", " + problems
                + " problems in their files"));
        return new Health(quiet.compareTo(STUCK) < 0, ready, checks);
    }

    private String ledger() {
        try {
            setup.database().checkWritable();
            return OK;
        } catch (ForjaException e) {
            return setup.redaction().apply(String.valueOf(e.getMessage()));
        }
    }
}

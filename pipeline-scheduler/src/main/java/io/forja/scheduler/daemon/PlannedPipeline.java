package io.forja.scheduler.daemon;

import io.forja.core.definition.LoadedPipeline;
import io.forja.core.definition.Schedule;
import io.forja.core.definition.Timetable;
import io.forja.core.plan.Plan;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A sound pipeline, ready to run.
 *
 * @param timetable its schedule's fires, or null where it runs on request only
 */
record PlannedPipeline(LoadedPipeline loaded, Plan plan, @Nullable Timetable timetable) {

    String name() {
        return loaded.name();
    }

    @Nullable Schedule schedule() {
        return loaded.definition().schedule();
    }

    /** The schedule as the ledger remembers it; any other text is another schedule, which catches nothing up. */
    String scheduleText() {
        Schedule schedule = schedule();
        return schedule == null ? "on request"
                : schedule.cron() + " " + schedule.timezone() + " catchUp=" + policy(schedule);
    }

    static String policy(Schedule schedule) {
        return schedule.catchUp().name().toLowerCase(Locale.ROOT);
    }
}

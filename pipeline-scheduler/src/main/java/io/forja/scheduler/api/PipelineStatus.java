package io.forja.scheduler.api;

import io.forja.core.run.RunRecord;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A pipeline as a daemon has it.
 *
 * @param file the file it was read from
 * @param cron its schedule, or null where it runs on request only
 * @param timezone the schedule's zone, or null
 * @param nextFires its coming times, soonest first
 * @param jobs its jobs in the plan's order
 * @param lastRun its run of the newest logical time, or null where there is none
 */
public record PipelineStatus(
        String name, @Nullable String description, String file, @Nullable String cron, @Nullable String timezone,
        List<Instant> nextFires, List<String> jobs, @Nullable RunRecord lastRun) {

    public PipelineStatus {
        nextFires = List.copyOf(nextFires);
        jobs = List.copyOf(jobs);
    }
}

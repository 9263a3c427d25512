package io.forja.scheduler.api;

import java.time.LocalDate;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A wish for a run.
 *
 * @param job only this job, or null for the whole pipeline
 * @param date the date that the run stands for, in the pipeline's zone: its logical time is the schedule's first fire
 *     of that day, or midnight without a schedule; null means now
 * @param params values for the pipeline's parameters
 */
public record RunRequest(
        String pipeline, @Nullable String job, @Nullable LocalDate date, Map<String, String> params) {

    public RunRequest {
        params = Map.copyOf(params);
    }
}

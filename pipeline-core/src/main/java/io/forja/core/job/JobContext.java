package io.forja.core.job;

import java.time.Clock;
import java.time.Instant;

/**
 * What a job knows of the run it is part of.
 *
 * @param runId the run; the same for all attempts
 * @param logicalTime the time that the run stands for, whenever it really happens
 * @param attempt 1 for the first
 * @param clock the time now
 */
public record JobContext(
        String runId, String pipeline, String job, Instant logicalTime, int attempt, Clock clock,
        Cancellation cancellation, JobProgress progress) {

    /** One name for this job of this run, the same for all attempts; it makes a commit recognisable. */
    public String commitId() {
        return runId + "/" + job;
    }
}

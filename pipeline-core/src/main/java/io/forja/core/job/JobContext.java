package io.forja.core.job;

import java.time.Clock;
import java.time.Instant;

/**
 * What a job knows of the run it is part of.
 *
 * @param runId the run; the same for all attempts
 * @param origin the run that this one resumes, or the run itself: the run by which its commits are known
 * @param logicalTime the time that the run stands for, whenever it really happens
 * @param attempt 1 for the first
 * @param clock the time now
 */
public record JobContext(
        String runId, String origin, String pipeline, String job, Instant logicalTime, int attempt, Clock clock,
        Cancellation cancellation, JobProgress progress) {

    /** Of a run that resumes no other. */
    public JobContext(
            String runId, String pipeline, String job, Instant logicalTime, int attempt, Clock clock,
            Cancellation cancellation, JobProgress progress) {
        this(runId, runId, pipeline, job, logicalTime, attempt, clock, cancellation, progress);
    }

    /**
     * One name for this job of this run, the same for all attempts and for the runs that resume it; it makes a commit
     * recognisable.
     */
    public String commitId() {
        return origin + "/" + job;
    }

    /** True where the run goes on with what another one began. */
    public boolean isResumed() {
        return !origin.equals(runId);
    }

    /** True where no attempt of this job can have gone before, in this run or in one that it resumes. */
    public boolean isFirstAttempt() {
        return attempt == 1 && !isResumed();
    }
}

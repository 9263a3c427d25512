package io.forja.core.run;

import io.forja.core.job.JobResult;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A job of a run as the ledger knows it. Immutable. Times are whole milliseconds, as in {@link RunRecord}.
 *
 * @param type the job type's name
 * @param position its place in the plan, from 0
 * @param needs the jobs that it waited for
 * @param attempt the attempts begun so far; 0 for a job that succeeded in the run that this one resumes
 * @param startedAt when its last attempt began, wherever that was
 * @param retryAt when its next attempt is due, while it waits for one
 * @param error why its last attempt failed, in one sentence
 */
public record JobRecord(
        String runId, String job, String type, int position, Set<String> needs, JobStatus status, int attempt,
        @Nullable Instant startedAt, @Nullable Instant finishedAt, @Nullable Instant retryAt, @Nullable String error,
        JobResult result) {

    public JobRecord {
        needs = Set.copyOf(needs);
        startedAt = wholeMillis(startedAt);
        finishedAt = wholeMillis(finishedAt);
        retryAt = wholeMillis(retryAt);
    }

    private static @Nullable Instant wholeMillis(@Nullable Instant time) {
        return time == null ? null : time.truncatedTo(ChronoUnit.MILLIS);
    }

    static JobRecord waiting(String runId, String job, String type, int position, Set<String> needs) {
        return new JobRecord(runId, job, type, position, needs, JobStatus.WAITING, 0, null, null, null, null,
                JobResult.NOTHING);
    }

    /**
     * The same job, done by the run that this one resumes: it has that run's result, and no attempt of its own.
     *
     * @param done the job there, which succeeded
     */
    JobRecord doneBefore(JobRecord done) {
        JobResult made = done.attempt() == 0 ? done.result()
                : done.result().withNotesFirst(List.of("not run again, it had succeeded in " + done.runId()));
        return new JobRecord(runId, job, type, position, needs, JobStatus.SUCCEEDED, 0, done.startedAt(),
                done.finishedAt(), null, null, made);
    }

    JobRecord started(Instant at) {
        return new JobRecord(runId, job, type, position, needs, JobStatus.RUNNING, attempt + 1, at, null, null, null,
                JobResult.NOTHING);
    }

    JobRecord succeeded(Instant at, JobResult made) {
        return new JobRecord(runId, job, type, position, needs, JobStatus.SUCCEEDED, attempt, startedAt, at, null,
                null, made);
    }

    JobRecord waitingUntil(Instant retry, String why) {
        return new JobRecord(runId, job, type, position, needs, JobStatus.RETRY_WAIT, attempt, startedAt, null, retry,
                why, JobResult.NOTHING);
    }

    /** The job at an end without success. */
    public JobRecord ended(JobStatus end, Instant at, @Nullable String why) {
        return new JobRecord(runId, job, type, position, needs, end, attempt, startedAt, at, null, why,
                JobResult.NOTHING);
    }
}

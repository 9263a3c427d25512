package io.forja.core.job;

import java.util.Optional;

/**
 * One attempt's work.
 *
 * <p>An implementation commits what it writes at most once for a run id and job: run again after a crash, with the
 * same context but a higher attempt, it either does what was not yet committed or finds it done. It stops soon after
 * {@link Cancellation#isCancelled()} turns true, and leaves no temporary files, however it ends. One that does not stop
 * may still be at work when the next attempt begins: whatever it makes outside {@link Cancellation#commit} carries the
 * attempt's number. It is used by one thread, which is interrupted when a stop is asked for.
 */
@FunctionalInterface
public interface Job {

    /**
     * @return the rows it accounts for and the table versions it made
     * @throws io.forja.core.problem.ForjaException when the world or the data is at fault, told for a person
     * @throws Exception when anything else goes wrong
     */
    JobResult run(JobContext context) throws Exception;

    /**
     * Looks at the world as it is now: checks what can be checked before the job runs, and tells what it would change.
     * Changes nothing.
     *
     * @return empty where this job cannot tell
     * @throws io.forja.core.problem.ForjaException when the job would be refused, told for a person
     */
    default Optional<JobPreview> preview(JobContext context) throws Exception {
        return Optional.empty();
    }
}

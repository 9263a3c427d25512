package io.forja.core.run;

import io.forja.core.job.JobResult;
import java.time.Instant;

/** Something that happened to a run. */
public sealed interface RunEvent {

    Instant at();

    /** The run got its place. */
    record Started(Instant at) implements RunEvent {}

    /** An attempt of a job began. */
    record JobStarted(Instant at, String job) implements RunEvent {}

    record JobSucceeded(Instant at, String job, JobResult result) implements RunEvent {}

    /** @param retryable false where another attempt could only fail the same way */
    record JobFailed(Instant at, String job, String error, boolean retryable) implements RunEvent {}

    /** Someone asked for the run's end. */
    record CancelRequested(Instant at, String reason) implements RunEvent {}
}

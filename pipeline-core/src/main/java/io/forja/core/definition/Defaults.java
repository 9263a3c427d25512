package io.forja.core.definition;

import io.forja.core.yaml.Default;
import io.forja.core.yaml.Doc;
import java.time.Duration;

/** What every job of the pipeline has that does not say otherwise. */
@Doc("What holds for every job of the pipeline that does not say otherwise.")
public record Defaults(
        @Doc("How long one attempt of a job may take before it is stopped and counts as failed.") @Default("1h")
                Duration timeout,
        @Doc("How often a failed job is tried.") @Default("{attempts: 1}") RetryPolicy retry) {

    public Defaults {
        JobEntry.requireTime(timeout);
    }
}

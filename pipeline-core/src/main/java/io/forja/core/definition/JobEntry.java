package io.forja.core.definition;

import io.forja.core.yaml.Beside;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.InvalidValueException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A job in its pipeline. */
@Doc("A job: what it needs, and exactly one job type with its keys.")
public record JobEntry(
        @Doc(value = "The jobs that have to succeed before this one starts; one or a list.", example = "bronze_vendas")
                List<String> needs,
        @Doc("How long one attempt may take; by default that of `defaults`.") @Nullable Duration timeout,
        @Doc("How often the job is tried; by default that of `defaults`.") @Nullable RetryPolicy retry,
        @Doc("What the job does.") @Beside JobDefinition definition) {

    public JobEntry {
        requireTime(timeout);
    }

    static void requireTime(@Nullable Duration timeout) {
        if (timeout != null && timeout.isZero()) {
            throw new InvalidValueException("timeout", "no job ends in no time", "write at least 1s, such as 30m");
        }
    }
}

package io.forja.core.definition;

import io.forja.core.yaml.Default;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.InvalidValueException;
import java.time.Duration;

/** How often a failed job is tried again, and after what wait. */
@Doc("How often a job is tried, and how long it waits between attempts; the wait doubles with each.")
public record RetryPolicy(
        @Doc("Attempts in all, the first included; 1 means no retry.") @Default("3") int attempts,
        @Doc("The wait before the second attempt.") @Default("30s") Duration backoff,
        @Doc("The longest wait between two attempts.") @Default("10m") Duration maxBackoff) {

    public RetryPolicy {
        if (attempts < 1 || attempts > 100) {
            throw new InvalidValueException("attempts", attempts + " attempts cannot be made", "write 1 to 100");
        }
        if (backoff.compareTo(maxBackoff) > 0) {
            maxBackoff = backoff;
        }
    }

    public static RetryPolicy none() {
        return new RetryPolicy(1, Duration.ZERO, Duration.ZERO);
    }

    /** The wait after a failed attempt (the first is 1). */
    public Duration waitAfter(int attempt) {
        int doublings = Math.min(attempt - 1, 30);
        Duration wait = backoff.multipliedBy(1L << doublings);
        return wait.compareTo(maxBackoff) > 0 ? maxBackoff : wait;
    }
}

package io.forja.scheduler.config;

import io.forja.core.yaml.Default;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.InvalidValueException;
import java.time.Duration;

/** How the daemon ends. */
@Doc("How the daemon ends.")
public record DaemonSettings(
        @Doc("From the request to stop to the end: running jobs may finish, and are cancelled in its last ten seconds.")
                @Default("60s")
                Duration grace) {

    public DaemonSettings {
        if (grace.compareTo(Duration.ofHours(1)) > 0) {
            throw new InvalidValueException("grace", "more than an hour is no end", "write 1h or less");
        }
    }
}

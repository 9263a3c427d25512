package io.forja.scheduler.daemon;

import io.forja.scheduler.config.StateFolder;
import java.net.URI;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a daemon leaves in the state folder so that commands find it; readable by its user alone, since it may hold the
 * token.
 *
 * @param owner the process, see {@link io.forja.core.run.ProcessId}
 */
public record DaemonFile(URI url, String owner, Instant startedAt, @Nullable String token) {

    /** The daemon that is up with this state, or empty; a file that a dead daemon left counts as none. */
    public static Optional<DaemonFile> find(StateFolder folder) {
        throw new UnsupportedOperationException();
    }
}

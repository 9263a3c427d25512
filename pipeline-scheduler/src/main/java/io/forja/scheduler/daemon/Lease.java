package io.forja.scheduler.daemon;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.forja.core.lake.LeaseStore;
import io.forja.core.run.ProcessId;
import io.forja.scheduler.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * What stands in {@code _forja/lease.json} of a warehouse: which daemon serves the lake, and until when unless it says
 * so again.
 *
 * @param owner the process, see {@link ProcessId}
 * @param host its machine, for people
 * @param pid its number there, for people
 * @param since when it took the lease
 */
public record Lease(String owner, String host, long pid, Instant since, Instant expires) {

    /** How long a lease holds that is not renewed: the time after which another machine may take over. */
    static final Duration TERM = Duration.ofSeconds(60);

    static Lease of(ProcessId self, Instant since, Instant now) {
        return new Lease(self.toString(), self.host(), self.pid(), since.truncatedTo(ChronoUnit.SECONDS), now.truncatedTo(ChronoUnit.SECONDS).plus(TERM));
    }

    /** The lease of a lake; a file that is none counts as no lease. */
    public static Optional<Lease> in(LeaseStore.Stored stored) {
        try {
            return Optional.of(Json.mapper().readValue(stored.text(), Lease.class));
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    String json() {
        try {
            return Json.mapper().writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a record is always JSON", e);
        }
    }

    public boolean holdsAt(Instant now) {
        return expires.isAfter(now);
    }
}

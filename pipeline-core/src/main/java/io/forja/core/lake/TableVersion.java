package io.forja.core.lake;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One version in a table's history.
 *
 * @param operation as Delta names it: WRITE, MERGE, UPDATE, DELETE
 * @param metrics as Delta counts it
 * @param run the run that made it, or null where it was not Forja
 * @param pipeline the run's pipeline, or null
 * @param job the run's job, or null
 * @param problem why it can no longer be read, or null where it can
 */
public record TableVersion(
        long version, Instant timestamp, String operation, Map<String, String> metrics, @Nullable String run,
        @Nullable String pipeline, @Nullable String job, @Nullable String problem) {}

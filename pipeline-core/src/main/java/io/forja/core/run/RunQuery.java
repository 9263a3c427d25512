package io.forja.core.run;

import org.jspecify.annotations.Nullable;

/**
 * Which runs to list.
 *
 * @param pipeline only this pipeline's, or null for all
 * @param status only in this status, or null for all
 * @param limit at most so many, 1 to 10000
 */
public record RunQuery(@Nullable String pipeline, @Nullable RunStatus status, int limit) {

    public RunQuery {
        if (limit < 1 || limit > 10_000) {
            throw new IllegalArgumentException("a list has 1 to 10000 runs, not " + limit);
        }
    }

    public static RunQuery latest(int limit) {
        return new RunQuery(null, null, limit);
    }
}

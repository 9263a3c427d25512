package io.forja.scheduler.metrics;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the metrics know of a pipeline.
 *
 * @param jobs its jobs
 * @param policy its schedule's catch-up policy as it is written, or null where it has no schedule
 * @param lastSuccess when its last successful run ended, or null where there is none
 */
public record MeteredPipeline(
        String name, Collection<String> jobs, @Nullable String policy, @Nullable Instant lastSuccess) {

    public MeteredPipeline {
        jobs = List.copyOf(jobs);
    }
}

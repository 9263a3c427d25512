package io.forja.core.plan;

import io.forja.core.definition.JobDefinition;
import io.forja.core.definition.RetryPolicy;
import io.forja.core.definition.TableRef;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * A job with all that its pipeline says of it.
 *
 * @param needs the jobs that have to succeed first
 * @param timeout for one attempt
 * @param writes the tables that no other job may write meanwhile, each by every name it has
 */
public record PlannedJob(
        String name, Set<String> needs, Duration timeout, RetryPolicy retry, JobDefinition definition,
        List<TableRef> reads, List<TableRef> writes) {

    public PlannedJob {
        needs = Set.copyOf(needs);
        reads = List.copyOf(reads);
        writes = List.copyOf(writes);
    }
}

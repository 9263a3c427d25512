package io.forja.core.plan;

import io.forja.core.problem.NotFoundException;
import io.forja.core.problem.Suggestion;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The jobs of one pipeline in an order that respects their needs; jobs without a path between them may run side by
 * side. Immutable.
 */
public record Plan(String pipeline, List<PlannedJob> jobs) {

    public Plan {
        jobs = List.copyOf(jobs);
    }

    public Optional<PlannedJob> job(String name) {
        return jobs.stream().filter(job -> job.name().equals(name)).findFirst();
    }

    /**
     * The plan of one job alone, without what it needs.
     *
     * @throws NotFoundException when there is no such job
     */
    public Plan only(String name) {
        PlannedJob job = job(name).orElseThrow(() -> new NotFoundException(
                "the pipeline " + pipeline + " has no job \"" + name + "\"",
                Suggestion.remedy(name, jobs.stream().map(PlannedJob::name).toList())));
        return new Plan(pipeline, List.of(new PlannedJob(job.name(), Set.of(), job.timeout(), job.retry(),
                job.definition(), job.reads(), job.writes())));
    }
}

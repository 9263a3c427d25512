package io.forja.core.run;

import java.util.List;
import java.util.Map;

/**
 * A run as it stands now.
 *
 * @param jobs in the plan's order
 * @param progress what each running job says of itself, by job
 */
public record LiveRun(RunRecord run, List<JobRecord> jobs, Map<String, Progress> progress) {

    /**
     * @param phase what the job does now
     * @param done steps of the phase that are done
     * @param total steps of the phase in all; 0 when not known
     */
    public record Progress(String phase, int done, int total) {}
}

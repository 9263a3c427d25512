package io.forja.jobs.snapshot;

import io.forja.core.job.Job;
import io.forja.core.job.JobContext;
import io.forja.core.job.JobResult;
import io.forja.jobs.delta.JobSession;
import io.forja.jobs.delta.Lakehouse;
import io.forja.jobs.snapshots.SnapshotWriter;

/** Takes the snapshots that are declared. */
public final class SnapshotJob implements Job {

    private final SnapshotDefinition definition;
    private final Lakehouse lakehouse;

    public SnapshotJob(SnapshotDefinition definition, Lakehouse lakehouse) {
        this.definition = definition;
        this.lakehouse = lakehouse;
    }

    @Override
    public JobResult run(JobContext context) throws Exception {
        try (JobSession session = JobSession.open(lakehouse.sessions(), context)) {
            return new SnapshotWriter(lakehouse, session, context)
                    .take(definition.tables(), definition.into(), definition.register(), definition.mode());
        }
    }
}

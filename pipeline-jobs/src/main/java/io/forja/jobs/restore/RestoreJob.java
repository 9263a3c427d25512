package io.forja.jobs.restore;

import io.forja.core.job.Job;
import io.forja.core.job.JobContext;
import io.forja.core.job.JobResult;
import io.forja.core.job.RowCounts;
import io.forja.core.job.TableChange;
import io.forja.core.lake.Restored;
import io.forja.jobs.delta.JobSession;
import io.forja.jobs.delta.Lakehouse;
import io.forja.jobs.tables.TableRestore;
import java.util.List;
import java.util.Optional;

/** Restores the table by one commit, which an attempt after it finds done. */
public final class RestoreJob implements Job {

    private final RestoreDefinition definition;
    private final Lakehouse lakehouse;

    public RestoreJob(RestoreDefinition definition, Lakehouse lakehouse) {
        this.definition = definition;
        this.lakehouse = lakehouse;
    }

    @Override
    public JobResult run(JobContext context) throws Exception {
        try (JobSession session = JobSession.open(lakehouse.sessions(), context)) {
            TableRestore restore = new TableRestore(lakehouse, session, context);
            Optional<TableChange> done = restore.done(definition.table());
            if (done.isPresent()) {
                return new JobResult(RowCounts.NONE, List.of(done.get()),
                        List.of("an earlier attempt had restored " + done.get().table() + " already"));
            }
            Restored restored = restore.restore(definition.table(), definition.point(), false);
            if (restored.after() == null) {
                return new JobResult(RowCounts.NONE, List.of(),
                        List.of(restored.table() + " is as in " + restored.source() + " already"));
            }
            return new JobResult(RowCounts.NONE,
                    List.of(new TableChange(restored.table(), restored.before(), restored.after())),
                    List.of(restored.table() + " is as in " + restored.source() + " again" + rows(restored)));
        }
    }

    private static String rows(Restored restored) {
        Long then = restored.then().rows();
        Long now = restored.now().rows();
        return then == null || now == null ? "" : ": " + then + (then == 1 ? " row" : " rows") + " where " + now
                + (now == 1 ? " was" : " were");
    }
}

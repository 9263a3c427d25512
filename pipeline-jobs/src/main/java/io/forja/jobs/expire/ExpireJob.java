package io.forja.jobs.expire;

import io.forja.core.definition.TableRef;
import io.forja.core.job.Job;
import io.forja.core.job.JobContext;
import io.forja.core.job.JobResult;
import io.forja.core.job.RowCounts;
import io.forja.core.lake.ExpireRule;
import io.forja.core.lake.SnapshotInfo;
import io.forja.jobs.delta.JobSession;
import io.forja.jobs.delta.Lakehouse;
import io.forja.jobs.snapshots.SnapshotStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Removes the snapshots that are too old, one after the other. Stopped in between, the next run goes on. */
public final class ExpireJob implements Job {

    private final ExpireSnapshots definition;
    private final Lakehouse lakehouse;

    private ExpireJob(ExpireSnapshots definition, Lakehouse lakehouse) {
        this.definition = definition;
        this.lakehouse = lakehouse;
    }

    /** The job of either form. */
    public static Job of(ExpireDefinition definition, Lakehouse lakehouse) {
        return definition.what() instanceof ExpireRows rows
                ? new ExpireRowsJob(rows, lakehouse)
                : new ExpireJob((ExpireSnapshots) definition.what(), lakehouse);
    }

    @Override
    public JobResult run(JobContext context) throws Exception {
        try (JobSession session = JobSession.open(lakehouse.sessions(), context)) {
            session.phase("looking for old snapshots");
            SnapshotStore store = new SnapshotStore(lakehouse);
            Instant now = context.clock().instant();
            List<ExpireRule> rules = rules(now);
            List<SnapshotInfo> due = rules.stream().flatMap(rule -> store.due(rule).stream()).toList();
            List<String> notes = new ArrayList<>();
            for (SnapshotInfo snapshot : due) {
                context.cancellation().throwIfCancelled();
                context.progress().at("removing old snapshots", notes.size(), due.size());
                if (!definition.dryRun()) {
                    store.remove(snapshot, now);
                }
                notes.add((definition.dryRun() ? "would remove " : "removed ") + snapshot.path() + ": "
                        + snapshot.bytes() + " bytes, " + snapshot.reason());
            }
            if (!definition.dryRun()) {
                rules.forEach(rule -> notes.addAll(store.removeUnneeded(rule)));
            }
            return new JobResult(RowCounts.NONE, List.of(), notes);
        }
    }

    private List<ExpireRule> rules(Instant now) {
        return definition.tables().isEmpty() ? List.of(rule(null, now))
                : definition.tables().stream().map(table -> rule(table, now)).toList();
    }

    private ExpireRule rule(@Nullable TableRef table, Instant now) {
        String folder = definition.folder() == null ? lakehouse.locations().snapshots() : definition.folder();
        return new ExpireRule(List.of(folder), table, definition.olderThan(), definition.keepers(), now);
    }
}

package io.forja.scheduler.daemon;

import io.forja.core.definition.TableRef;
import io.forja.core.job.TableChange;
import io.forja.core.lake.UndoRequest;
import io.forja.core.plan.PlannedJob;
import io.forja.core.problem.ForjaException;
import io.forja.core.run.JobRecord;
import io.forja.core.run.JobStatus;
import io.forja.core.run.LiveRun;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What of a run is to be taken back, by what the ledger says that it wrote. */
final class Undoing {

    /** What it makes belongs to nobody else and stays: a copy harms no table. */
    private static final String SNAPSHOT = "snapshot";

    private static final String DROP = "drop";

    private Undoing() {}

    /**
     * @param pipeline the run's pipeline as it is now, for what its jobs drop
     * @throws ForjaException when the run is going on, or dropped what no undo brings back
     */
    static UndoRequest of(LiveRun live, Optional<PlannedPipeline> pipeline, Instant now) {
        String run = live.run().id();
        if (!live.run().status().isTerminal()) {
            throw ForjaException.permanent("the run " + run + " is going on", "wait until it has ended, or end it with"
                    + " \"forja runs cancel " + run + "\"");
        }
        Map<TableRef, @Nullable Long> before = new LinkedHashMap<>();
        List<JobRecord> done = live.jobs().stream().filter(job -> job.status() == JobStatus.SUCCEEDED).toList();
        for (JobRecord job : done) {
            if (!job.type().equals(SNAPSHOT)) {
                for (TableChange change : job.result().tables()) {
                    // A table that two jobs wrote goes back to before the first of them.
                    TableRef table = new TableRef(change.table());
                    if (!before.containsKey(table)) {
                        before.put(table, change.before());
                    }
                }
            }
        }
        for (JobRecord job : done) {
            if (job.type().equals(DROP)) {
                requireOwn(job, pipeline, before);
            }
        }
        List<UndoRequest.Written> tables = new ArrayList<>();
        before.forEach((table, version) -> tables.add(new UndoRequest.Written(table, version)));
        return new UndoRequest(run, live.run().origin(), live.run().pipeline(), tables, now);
    }

    /** What a run made and dropped again needs no undoing. */
    private static void requireOwn(
            JobRecord drop, Optional<PlannedPipeline> pipeline, Map<TableRef, @Nullable Long> written) {
        PlannedJob job = pipeline.flatMap(known -> known.plan().job(drop.job())).orElse(null);
        if (job != null && job.writes().stream().anyMatch(name -> written.keySet().stream().anyMatch(name::mayBe))) {
            return;
        }
        throw ForjaException.permanent("the run " + drop.runId() + " cannot be undone: its job " + drop.job() + " dropped "
                + (job == null ? "a table that its pipeline no longer names" : job.writes().get(0)), "bring that back"
                + " first, from a snapshot or with \"forja tables register\"; then restore the other tables with \"forja"
                + " tables restore\"");
    }
}

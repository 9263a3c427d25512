package io.forja.jobs.delta;

import io.forja.core.definition.TableTarget;
import io.forja.core.definition.WriteMode;
import io.forja.core.job.JobContext;
import io.forja.core.job.RowChanges;
import io.forja.core.job.RowCounts;
import io.forja.core.job.TableChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.delta.DeltaOperations;
import org.apache.spark.sql.delta.OptimisticTransaction;
import org.apache.spark.sql.delta.actions.Action;
import org.apache.spark.sql.delta.actions.AddFile;
import org.jspecify.annotations.Nullable;

/** Data files that wait for their commit. Used by one thread. */
public final class StagedWrite {

    private final JobSession session;
    private final JobContext context;
    private final OptimisticTransaction txn;
    private final Destination to;
    private final TableTarget target;
    private final AttemptFiles files;
    private final List<Action> actions = new ArrayList<>();
    private @Nullable CommitKey key;
    private List<String> notes = List.of();
    /** True while the files are of no version, and surely so. */
    private boolean waiting = true;

    StagedWrite(
            JobSession session, OptimisticTransaction txn, Destination to, TableTarget target, AttemptFiles files) {
        this.session = session;
        this.context = session.context();
        this.txn = txn;
        this.to = to;
        this.target = target;
        this.files = files;
    }

    void wrote(List<Action> written, CommitKey commit, List<String> told) {
        key = commit;
        actions.addAll(written);
        actions.add(commit.mark());
        notes = told;
    }

    /** What a person should know of this write, such as a changed schema. */
    public List<String> notes() {
        return notes;
    }

    /** The rows in the files, as the files' own statistics count them; empty where they have none. */
    public OptionalLong rows() {
        long rows = 0;
        for (Action action : actions) {
            if (action instanceof AddFile file) {
                var counted = Scala.optional(file.numLogicalRecords());
                if (counted.isEmpty()) {
                    return OptionalLong.empty();
                }
                rows += ((Number) counted.get()).longValue();
            }
        }
        return OptionalLong.of(rows);
    }

    TableChange commit(RowCounts rows) throws Exception {
        boolean append = target.mode() == WriteMode.APPEND;
        RowChanges changes = append ? RowChanges.inserted(rows.written()) : null;
        DeltaOperations.Write operation = new DeltaOperations.Write(append ? SaveMode.Append : SaveMode.Overwrite,
                Scala.option(Scala.seq(target.partitionBy())), Scala.option(null),
                Scala.option(CommitInfo.of(context, rows, changes).json()));
        Long before = txn.readVersion() < 0 ? null : txn.readVersion();
        waiting = false;
        try {
            long version = context.cancellation().commit(() ->
                    txn.commit(Scala.seq(actions), operation, Scala.map(Map.of())));
            return new TableChange(to.name(), before, version, changes);
        } catch (Exception e) {
            return new TableChange(to.name(), before, committedAfterAll(e), changes);
        }
    }

    /** A store may have taken the commit and lost the answer: only files of a commit that is surely not there go. */
    private long committedAfterAll(Exception failure) throws Exception {
        OptimisticTransaction now;
        try {
            now = txn.deltaLog().startTransaction();
        } catch (Exception e) {
            failure.addSuppressed(e);
            throw failure;
        }
        if (key == null || now.txnVersion(key.appId()) < 0) {
            waiting = true;
            throw failure;
        }
        return now.readVersion();
    }

    /**
     * Removes the files of this attempt and the folders that it made; what was committed, or may have been, is left
     * alone.
     */
    public void discard() {
        if (!waiting) {
            return;
        }
        waiting = false;
        files.remove();
    }

    JobSession session() {
        return session;
    }

    Destination destination() {
        return to;
    }
}

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
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.delta.DeltaOperations;
import org.apache.spark.sql.delta.OptimisticTransaction;
import org.apache.spark.sql.delta.actions.Action;
import org.apache.spark.sql.delta.actions.AddFile;

/** Data files that wait for their commit. Used by one thread. */
public final class StagedWrite {

    private final JobSession session;
    private final JobContext context;
    private final OptimisticTransaction txn;
    private final Destination to;
    private final TableTarget target;
    private final AttemptFiles files;
    private final List<Action> actions = new ArrayList<>();
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
        actions.addAll(written);
        actions.add(commit.mark());
        notes = told;
    }

    /** What a person should know of this write, such as a changed schema. */
    public List<String> notes() {
        return notes;
    }

    /** The rows in the files, as their footers count them. */
    public long rows() {
        return actions.stream().filter(AddFile.class::isInstance).map(AddFile.class::cast)
                .mapToLong(file -> ((Number) file.numLogicalRecords().get()).longValue()).sum();
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
            History.Made made = files.committedAfterAll(e, txn.deltaLog(), to.name());
            return new TableChange(to.name(), made.before(), made.version(), changes);
        }
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

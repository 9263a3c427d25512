package io.forja.jobs.delta;

import io.forja.core.definition.TableTarget;
import io.forja.core.definition.WriteMode;
import io.forja.core.job.JobContext;
import io.forja.core.job.RowCounts;
import io.forja.core.job.TableChange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.delta.DeltaOperations;
import org.apache.spark.sql.delta.OptimisticTransaction;
import org.apache.spark.sql.delta.actions.Action;
import org.apache.spark.sql.delta.actions.AddFile;
import org.apache.spark.sql.delta.actions.SetTransaction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Data files that wait for their commit. Used by one thread. */
public final class StagedWrite {

    private static final Logger LOG = LoggerFactory.getLogger(StagedWrite.class);

    private final JobSession session;
    private final JobContext context;
    private final OptimisticTransaction txn;
    private final Destination to;
    private final TableTarget target;
    private final Footprint footprint;
    private final List<Action> actions = new ArrayList<>();
    private String appId = "";
    private List<String> notes = List.of();
    /** True while the files are of no version, and surely so. */
    private boolean waiting = true;

    StagedWrite(
            JobSession session, OptimisticTransaction txn, Destination to, TableTarget target, Footprint footprint) {
        this.session = session;
        this.context = session.context();
        this.txn = txn;
        this.to = to;
        this.target = target;
        this.footprint = footprint;
    }

    void wrote(List<Action> written, String transaction, List<String> told) {
        appId = transaction;
        actions.addAll(written);
        actions.add(SetTransaction.apply(appId, 1L, Scala.option(context.clock().millis())));
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
        DeltaOperations.Write operation = new DeltaOperations.Write(
                target.mode() == WriteMode.APPEND ? SaveMode.Append : SaveMode.Overwrite,
                Scala.option(Scala.seq(target.partitionBy())), Scala.option(null),
                Scala.option(CommitInfo.of(context, rows).json()));
        Long before = txn.readVersion() < 0 ? null : txn.readVersion();
        waiting = false;
        try {
            long version = context.cancellation().commit(() ->
                    txn.commit(Scala.seq(actions), operation, Scala.map(Map.of())));
            return new TableChange(to.name(), before, version);
        } catch (Exception e) {
            return new TableChange(to.name(), before, committedAfterAll(e));
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
        if (now.txnVersion(appId) < 0) {
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
        // A stopped job's thread is interrupted, and file systems give up at that.
        boolean interrupted = Thread.interrupted();
        session.settle();
        try {
            footprint.remove();
        } catch (IOException e) {
            LOG.warn("the files of the stopped write could not be removed from {}, VACUUM will: {}",
                    Locations.display(to.location()), e.getMessage());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    JobSession session() {
        return session;
    }

    Destination destination() {
        return to;
    }
}

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
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
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
    private final String prefix;
    private final List<Action> actions = new ArrayList<>();
    private String appId = "";
    private List<String> notes = List.of();

    StagedWrite(
            JobSession session, JobContext context, OptimisticTransaction txn, Destination to, TableTarget target,
            String prefix) {
        this.session = session;
        this.context = context;
        this.txn = txn;
        this.to = to;
        this.target = target;
        this.prefix = prefix;
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
        try {
            long version = context.cancellation().commit(() ->
                    txn.commit(Scala.seq(actions), operation, Scala.map(Map.of())));
            return new TableChange(to.name(), before, version);
        } catch (Exception e) {
            // A store may have taken the commit and lost the answer: only files of a commit that is surely not
            // there are removed.
            OptimisticTransaction now = txn.deltaLog().startTransaction();
            if (now.txnVersion(appId) >= 0) {
                return new TableChange(to.name(), before, now.readVersion());
            }
            discard();
            throw e;
        }
    }

    /** Removes the files of this attempt; a table that it would have made leaves nothing behind. */
    public void discard() {
        Path root = new Path(to.location());
        try {
            FileSystem fs = root.getFileSystem(session.spark().sessionState().newHadoopConf());
            if (!fs.exists(root)) {
                return;
            }
            List<Path> own = new ArrayList<>();
            RemoteIterator<LocatedFileStatus> files = fs.listFiles(root, true);
            while (files.hasNext()) {
                Path file = files.next().getPath();
                if (file.getName().startsWith(prefix)) {
                    own.add(file);
                }
            }
            for (Path file : own) {
                fs.delete(file, false);
            }
            if (txn.readVersion() < 0) {
                deleteIfEmpty(fs, new Path(root, "_delta_log"));
                deleteIfEmpty(fs, root);
            }
        } catch (IOException e) {
            LOG.warn("the files of the stopped write could not be removed from {}, VACUUM will: {}",
                    Locations.display(to.location()), e.getMessage());
        }
    }

    private static void deleteIfEmpty(FileSystem fs, Path folder) throws IOException {
        if (fs.exists(folder) && fs.listStatus(folder).length == 0) {
            fs.delete(folder, false);
        }
    }

    JobSession session() {
        return session;
    }

    Destination destination() {
        return to;
    }
}

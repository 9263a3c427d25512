package io.forja.jobs.tables;

import io.forja.core.definition.TableRef;
import io.forja.core.definition.TableTarget;
import io.forja.core.definition.WriteMode;
import io.forja.core.job.JobContext;
import io.forja.core.job.RowCounts;
import io.forja.core.job.TableChange;
import io.forja.core.lake.RestorePoint;
import io.forja.core.lake.Restored;
import io.forja.core.lake.SnapshotInfo;
import io.forja.core.problem.ForjaException;
import io.forja.core.problem.NotFoundException;
import io.forja.core.problem.Suggestion;
import io.forja.jobs.delta.JobSession;
import io.forja.jobs.delta.Lakehouse;
import io.forja.jobs.delta.LiveFiles;
import io.forja.jobs.delta.Newest;
import io.forja.jobs.delta.Scala;
import io.forja.jobs.delta.StagedWrite;
import io.forja.jobs.delta.TableReader;
import io.forja.jobs.delta.TableWriter;
import io.forja.jobs.delta.VersionRestore;
import io.forja.jobs.delta.Versions;
import io.forja.jobs.snapshots.SnapshotStore;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.Snapshot;

/**
 * Brings a table back to what it was, as a new version: its history goes on. An own version is restored by one commit
 * over files that are there; a snapshot is read and written, checked before, and brings back a table that was dropped
 * too. Used by one thread.
 *
 * <p>Run again with the same run and job after its commit, it finds it and changes nothing.
 */
public final class TableRestore {

    private final Lakehouse lakehouse;
    private final JobSession session;
    private final SparkSession spark;
    private final JobContext context;
    private final TableWriter writer;
    private final TableReader reader;

    public TableRestore(Lakehouse lakehouse, JobSession session, JobContext context) {
        this.lakehouse = lakehouse;
        this.session = session;
        this.spark = session.spark();
        this.context = context;
        this.writer = new TableWriter(lakehouse);
        this.reader = new TableReader(lakehouse);
    }

    /** What an earlier attempt of this very job already restored. */
    public Optional<TableChange> done(TableRef table) {
        return writer.committed(session, target(table, List.of()), context, "").map(TableWriter.Committed::change);
    }

    /**
     * Restores a table, or only looks at what that would change.
     *
     * @throws NotFoundException when there is no such table or snapshot
     * @throws ForjaException when the version can no longer be read, naming those that can; when the snapshot is no
     *     longer whole or of another table; when somebody wrote the table meanwhile
     */
    public Restored restore(TableRef table, RestorePoint to, boolean dryRun) throws Exception {
        return to.snapshot() == null ? version(table, to, dryRun) : snapshot(table, to.snapshot(), dryRun);
    }

    private Restored version(TableRef table, RestorePoint to, boolean dryRun) throws Exception {
        String location = reader.locate(spark, table);
        String name = lakehouse.nameOf(table);
        long version = Versions.require(spark, location, name, to.version(), to.timestamp());
        VersionRestore restore = VersionRestore.of(spark, name, location, version);
        if (dryRun || restore.changesNothing()) {
            return restore.told(null);
        }
        session.phase("restoring " + name);
        return restore.told(restore.commit(context));
    }

    private Restored snapshot(TableRef table, String wanted, boolean dryRun) throws Exception {
        SnapshotInfo snapshot = find(table, wanted);
        session.phase("verifying the snapshot " + snapshot.name());
        new SnapshotStore(lakehouse).verify(snapshot);
        String path = lakehouse.locations().resolve(snapshot.path());
        Snapshot then = Newest.of(spark, path);
        Optional<Snapshot> now = reader.find(spark, table).map(location -> Newest.of(spark, location));
        Long before = now.map(Snapshot::version).orElse(null);
        Restored.Size sizeNow = now.map(TableRestore::size).orElse(Restored.Size.NOTHING);
        String source = "snapshot " + snapshot.name();
        if (dryRun) {
            return new Restored(lakehouse.nameOf(table), source, before, sizeNow, size(then), null);
        }
        session.phase("restoring " + lakehouse.nameOf(table));
        StagedWrite staged = writer.stage(session, target(table, Scala.list(then.metadata().partitionColumns())),
                spark.read().format("delta").load(path), context, "");
        try {
            if (staged.rows() != snapshot.rows()) {
                throw new ForjaException("the snapshot " + snapshot.name() + " has " + snapshot.rows() + " rows, and "
                        + staged.rows() + " were read", "verify it with another reader");
            }
            TableChange change = writer.commit(staged, RowCounts.copied(snapshot.rows()));
            Snapshot after = Newest.of(spark, reader.locate(spark, table));
            return new Restored(lakehouse.nameOf(table), source, before, sizeNow, size(after), change.after());
        } catch (Exception | Error e) {
            staged.discard();
            throw e;
        }
    }

    private SnapshotInfo find(TableRef table, String wanted) {
        SnapshotStore store = new SnapshotStore(lakehouse);
        boolean isPath = wanted.contains("/");
        String folder = isPath ? Objects.requireNonNull(new Path(lakehouse.locations().resolve(wanted)).getParent())
                .toString() : lakehouse.locations().snapshots();
        String name = new TableRef(wanted).name();
        List<SnapshotInfo> all = store.list(List.of(folder));
        SnapshotInfo found = all.stream().filter(snapshot -> snapshot.name().equals(isPath ? name : wanted)).findFirst()
                .orElseThrow(() -> new NotFoundException("there is no snapshot " + wanted,
                        Suggestion.closest(name, all.stream().map(SnapshotInfo::name).toList())
                                .map(near -> "did you mean \"" + near + "\"?")
                                .orElse("look at \"forja snapshots list\", or write the snapshot's path")));
        if (!new TableRef(found.table()).equals(new TableRef(lakehouse.nameOf(table)))) {
            throw ForjaException.permanent(found.name() + " is a snapshot of " + found.table() + ", not of "
                    + lakehouse.nameOf(table), "choose one of \"forja snapshots list --table " + lakehouse.nameOf(table) + "\"");
        }
        return found;
    }

    private static Restored.Size size(Snapshot version) {
        return VersionRestore.size(LiveFiles.of(version));
    }

    private static TableTarget target(TableRef table, List<String> partitionBy) {
        return table.isPath() ? new TableTarget(null, table.text(), WriteMode.OVERWRITE, partitionBy)
                : new TableTarget(table, null, WriteMode.OVERWRITE, partitionBy);
    }
}

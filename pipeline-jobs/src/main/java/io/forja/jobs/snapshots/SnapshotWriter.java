package io.forja.jobs.snapshots;

import io.forja.core.definition.TableRef;
import io.forja.core.job.JobContext;
import io.forja.core.job.JobResult;
import io.forja.core.job.RowCounts;
import io.forja.core.job.TableChange;
import io.forja.core.problem.ForjaException;
import io.forja.jobs.delta.JobSession;
import io.forja.jobs.delta.Lakehouse;
import io.forja.jobs.delta.Locations;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes snapshots: copies the files of one version, writes one commit, reads everything back, and only then lets it
 * count. Used by one thread.
 *
 * <p>After a crash at any moment there is either the whole snapshot or none. Run again with the same run and job, it
 * finds done what is done, and removes what it had begun; so does any later run in the same folder.
 */
public final class SnapshotWriter {

    private static final Logger LOG = LoggerFactory.getLogger(SnapshotWriter.class);

    private final Lakehouse lakehouse;
    private final JobSession session;
    private final SparkSession spark;
    private final JobContext context;
    private final Storage storage;

    public SnapshotWriter(Lakehouse lakehouse, JobSession session, JobContext context) {
        this.lakehouse = lakehouse;
        this.session = session;
        this.spark = session.spark();
        this.context = context;
        this.storage = Storage.of(spark);
    }

    /**
     * Takes a snapshot of each table, all of the versions that are the newest when this begins.
     *
     * @param into the folder, or null for the lake's own
     * @param schema where the snapshots are registered as external tables, or null for nowhere
     * @param mode which files are copied
     * @throws ForjaException when a table is missing, a name is taken or a copy is not what it has to be
     */
    public JobResult take(List<TableRef> tables, @Nullable String into, @Nullable String schema, SnapshotMode mode)
            throws Exception {
        String where = into == null ? lakehouse.locations().snapshots() : lakehouse.locations().resolve(into);
        try {
            SnapshotFolder folder = new SnapshotFolder(storage, storage.qualified(where));
            refuseWithinTable(folder.path());
            List<String> notes = new ArrayList<>(sweep(folder));
            Map<SnapshotTarget, PinnedTable> pinned = new LinkedHashMap<>();
            Map<SnapshotTarget, Marker> done = new LinkedHashMap<>();
            session.phase("looking at the newest versions");
            for (TableRef table : tables) {
                SnapshotTarget target = target(table, folder, schema);
                Optional<Marker> mine = folder.look(target.directory()).flatMap(Found::snapshot).filter(this::isMine);
                if (mine.isPresent()) {
                    done.put(target, mine.get());
                } else {
                    target.requireFree(folder);
                    pinned.put(target, PinnedTable.pin(spark, lakehouse, table));
                }
            }
            for (Map.Entry<SnapshotTarget, PinnedTable> one : pinned.entrySet()) {
                done.put(one.getKey(), write(one.getKey(), one.getValue(), folder, mode));
            }
            return register(done, notes);
        } catch (IOException e) {
            throw new ForjaException("a snapshot could not be written into " + Locations.display(where) + ": "
                    + e.getMessage(), "check the folder and its free space; nothing half-made is left to count", true, e);
        }
    }

    private SnapshotTarget target(TableRef table, SnapshotFolder folder, @Nullable String schema) {
        String name = lakehouse.nameOf(table);
        SnapshotTarget target = SnapshotTarget.of(name,
                new SnapshotName(new TableRef(name).name(), context.logicalTime()), folder, schema);
        target.requireFreeName(lakehouse.catalogue());
        return target;
    }

    private boolean isMine(Marker marker) {
        return marker.run().equals(context.origin()) && marker.pipeline().equals(context.pipeline())
                && marker.job().equals(context.job());
    }

    /** VACUUM removes what lies in a table's directory and is not in its log. */
    private void refuseWithinTable(Path folder) throws IOException {
        for (Path above = folder; above != null; above = above.getParent()) {
            if (storage.exists(SnapshotFolder.log(above))) {
                throw ForjaException.permanent("snapshots cannot go into " + Locations.display(folder.toString())
                        + ", since that is in the directory of the table " + Locations.display(above.toString())
                        + " and its VACUUM would delete them", "write them into a folder outside of all tables");
            }
        }
    }

    private List<String> sweep(SnapshotFolder folder) throws IOException {
        SnapshotStore store = new SnapshotStore(lakehouse);
        List<String> notes = new ArrayList<>();
        for (Found found : folder.abandoned(context.clock().instant())) {
            store.remove(found.info(), context.clock().instant());
            notes.add("removed what a process that ended had left of " + found.name().text());
        }
        folder.removeNeverBegun(table -> true).forEach(directory ->
                notes.add("removed what a process that ended had left of " + directory.getName()));
        return notes;
    }

    private Marker write(SnapshotTarget target, PinnedTable source, SnapshotFolder folder, SnapshotMode mode)
            throws Exception {
        claim(target, source);
        try {
            return mode == SnapshotMode.FULL ? full(target, source) : incremental(target, source, folder);
        } catch (Exception | Error e) {
            discard(target, folder);
            throw e;
        } finally {
            AtWork.end(target.directory());
            DeltaLog.invalidateCache(spark, target.directory());
        }
    }

    private void claim(SnapshotTarget target, PinnedTable source) throws IOException {
        Unfinished begun = Unfinished.copying(target.name(), target.table(), source.location().toString(),
                context.commitId(), context.clock().instant());
        ForjaException taken = new ForjaException("the snapshot " + target.name().text()
                + " is being made by someone else", "wait until that has ended", true, null);
        context.cancellation().throwIfCancelled();
        if (!AtWork.begin(target.directory())) {
            throw taken;
        }
        try {
            storage.put(new Path(target.directory(), Unfinished.FILE), List.of(begun.json()));
        } catch (FileAlreadyExistsException e) {
            AtWork.end(target.directory());
            throw taken;
        } catch (Exception | Error e) {
            AtWork.end(target.directory());
            throw e;
        }
    }

    private Marker full(SnapshotTarget target, PinnedTable source) throws Exception {
        CopyPlan plan = CopyPlan.of(source.location(), source.files(), target.directory());
        return write(target, source, plan, plan.copies(), null);
    }

    /** Holds the shared files until the snapshot counts, so that no expiry takes away what it found. */
    private Marker incremental(SnapshotTarget target, PinnedTable source, SnapshotFolder folder) throws Exception {
        try (SharedFiles shared = SharedFiles.hold(storage, folder, target.name(), context.clock().instant())) {
            CopyPlan plan = CopyPlan.sharing(source.location(), source.files(), target.directory(), shared);
            storage.put(new Path(target.directory(), SharedList.FILE), List.of(shared.listOf(plan).json()));
            List<CopyPlan.Copy> missing = shared.missing(plan);
            List<CopyPlan.Copy> there = new ArrayList<>(plan.copies());
            there.removeAll(new HashSet<>(missing));
            return write(target, source, plan, missing, new Marker.Shared(there.size(),
                    there.stream().mapToLong(CopyPlan.Copy::bytes).sum()));
        }
    }

    private Marker write(
            SnapshotTarget target, PinnedTable source, CopyPlan plan, List<CopyPlan.Copy> toCopy,
            Marker.@Nullable Shared shared) throws Exception {
        FileCopies copies = new FileCopies(storage, context);
        long bytes = copies.copy(toCopy, target.table()) + (shared == null ? 0 : shared.bytes());
        long rows = source.rows(plan.files());
        storage.put(SnapshotFolder.firstCommit(target.directory()),
                FirstCommit.lines(source, plan.files(), context, rows, bytes));
        Marker marker = new Marker(target.name().text(), target.table(), source.location().toString(), source.number(),
                context.origin(), context.pipeline(), context.job(), context.logicalTime().toString(),
                context.clock().instant().toString(), rows, bytes, plan.copies().size(), FileList.sha256(plan.files()), shared);
        session.phase("verifying the snapshot of " + target.table());
        Verification.of(storage, target.directory(), copies.areByTheStore(plan.copies()))
                .hasSchemaOf(source.version()).holds(marker);
        return context.cancellation().commit(() -> {
            storage.put(new Path(target.directory(), Marker.FILE), List.of(marker.json()));
            storage.delete(new Path(target.directory(), Unfinished.FILE));
            return marker;
        });
    }

    private void discard(SnapshotTarget target, SnapshotFolder folder) {
        try {
            folder.remove(target.directory());
        } catch (IOException e) {
            LOG.warn("what was copied for the stopped snapshot {} could not be removed, the next run will: {}",
                    target.name().text(), e.getMessage());
        }
    }

    private JobResult register(Map<SnapshotTarget, Marker> done, List<String> notes) {
        RowCounts rows = RowCounts.NONE;
        List<TableChange> changes = new ArrayList<>();
        for (Map.Entry<SnapshotTarget, Marker> one : done.entrySet()) {
            SnapshotTarget target = one.getKey();
            Marker marker = one.getValue();
            if (target.entry() != null) {
                lakehouse.catalogue().register(spark, target.entry());
            }
            rows = rows.plus(RowCounts.copied(marker.rows()));
            changes.add(new TableChange(target.shownAs(), null, 0));
            notes.add(target.shownAs() + " " + marker.summary());
        }
        return new JobResult(rows, changes, notes);
    }
}

package io.forja.jobs.snapshots;

import io.forja.jobs.delta.Scala;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.delta.actions.AddFile;
import org.apache.spark.sql.delta.actions.DeletionVectorDescriptor;

/**
 * Which files a snapshot gets from where, and how its log names them. A file keeps its path within the table, whatever
 * its directories are called: with mapped columns they are random, and values are never looked at. A file that lies
 * outside of the table, as those of a shallow clone do, gets a place within the snapshot. Files that snapshots share
 * lie outside of all of them, under addresses in full. Deletion vectors are each snapshot's own.
 */
final class CopyPlan {

    /** @param bytes as the log says; -1 where it does not */
    record Copy(Path from, Path to, long bytes) {}

    private final Path source;
    private final Path target;
    private final Map<Path, Copy> copies = new LinkedHashMap<>();
    private final List<AddFile> files = new ArrayList<>();

    private CopyPlan(Path source, Path target) {
        this.source = source;
        this.target = target;
    }

    static CopyPlan of(Path source, List<AddFile> files, Path target) {
        CopyPlan plan = new CopyPlan(source, target);
        // Outsiders find their places among the files that keep theirs.
        files.stream().filter(CopyPlan::isWithin).forEach(file -> plan.add(file, file.toPath()));
        files.stream().filter(file -> !isWithin(file)).forEach(file -> plan.add(file, plan.place(file.toPath())));
        return plan;
    }

    /** The same with data files that other snapshots have or will have too. */
    static CopyPlan sharing(Path source, List<AddFile> files, Path target, SharedFiles shared) {
        CopyPlan plan = new CopyPlan(source, target);
        files.forEach(file -> plan.add(file, shared.place(plan.whole(file.toPath()), file)));
        return plan;
    }

    List<Copy> copies() {
        return List.copyOf(copies.values());
    }

    /** The files as the snapshot's log has them. */
    List<AddFile> files() {
        return files;
    }

    private static boolean isWithin(AddFile file) {
        return !file.toPath().isAbsolute() && !(file.toPath() + "/").contains("../");
    }

    private void add(AddFile file, Path place) {
        Path path = file.toPath();
        copy(new Copy(whole(path), new Path(target, place), file.size()));
        // What comes into a new table is new data for who follows its changes.
        files.add(file.copy(place.equals(path) ? file.path() : place.toUri().toString(), file.partitionValues(),
                file.size(), file.modificationTime(), true, file.stats(), file.tags(), deleted(file.deletionVector()),
                file.baseRowId(), file.defaultRowCommitVersion(), file.clusteringProvider()));
    }

    private Path whole(Path path) {
        return path.isAbsolute() ? path : new Path(source, path);
    }

    private Path place(Path outsider) {
        Path place = new Path(outsider.getName());
        for (int again = 2; copies.containsKey(new Path(target, place)); again++) {
            place = new Path(again + "-" + outsider.getName());
        }
        return place;
    }

    @SuppressWarnings("NullAway") // Delta says "none deleted" by null.
    private DeletionVectorDescriptor deleted(DeletionVectorDescriptor vector) {
        if (vector == null || !vector.isOnDisk()) {
            return vector;
        }
        DeletionVectorDescriptor kept = vector.isRelative() ? vector
                : DeletionVectorDescriptor.onDiskWithRelativePath(id(vector.absolutePath(source)), "",
                        vector.sizeInBytes(), vector.cardinality(), vector.offset(), vector.maxRowIndex());
        // Several files share one file of vectors.
        copy(new Copy(vector.absolutePath(source), kept.absolutePath(target), -1));
        return kept;
    }

    private void copy(Copy copy) {
        copies.putIfAbsent(copy.to(), copy);
    }

    private static UUID id(Path path) {
        return UUID.nameUUIDFromBytes(path.toString().getBytes(StandardCharsets.UTF_8));
    }
}

package io.forja.jobs.delta;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.Snapshot;
import org.apache.spark.sql.delta.actions.Action;
import org.apache.spark.sql.delta.actions.AddFile;
import org.apache.spark.sql.delta.actions.DeletionVectorDescriptor;
import org.apache.spark.sql.delta.actions.RemoveFile;
import org.jspecify.annotations.Nullable;

/**
 * The files that each version of a table needs and that are not there. From the newest version it goes back commit by
 * commit: what a commit added the version before it did not need, and what it removed that one did. So no state but the
 * newest is computed, and only what is missing is kept.
 */
final class MissingFiles {

    /** What a commit did with files that are not there. */
    private record Change(Set<String> added, Set<String> removed) {}

    private final Path table;
    private final FileSystem fs;
    private final Set<Path> there = new HashSet<>();
    private final Map<Path, Boolean> elsewhere = new HashMap<>();
    private final TreeMap<Long, Set<String>> missing = new TreeMap<>();

    private MissingFiles(Path table, FileSystem fs) {
        this.table = table;
        this.fs = fs;
    }

    /** @param oldest the version at which it stops */
    static MissingFiles since(DeltaLog log, LogFiles files, long oldest) throws IOException {
        FileSystem fs = log.dataPath().getFileSystem(log.newDeltaHadoopConf());
        MissingFiles missing = new MissingFiles(fs.makeQualified(log.dataPath()), fs);
        FilesBelow.each(fs, missing.table, missing.there::add);
        missing.goBack(log, files, oldest);
        return missing;
    }

    private void goBack(DeltaLog log, LogFiles files, long oldest) throws IOException {
        Snapshot newest = Newest.of(log);
        TreeMap<Long, Change> changes = changes(log, oldest);
        Set<String> now = of(newest);
        for (long version = newest.version(); version >= oldest && files.commits().floor(version) != null; version--) {
            missing.put(version, now);
            Change change = changes.get(version);
            if (change != null) {
                now = new HashSet<>(now);
                now.removeAll(change.added);
                now.addAll(change.removed);
            } else if (version > oldest && files.isWhole(version - 1)) {
                // The commit is gone, and what it did with it; the version before has a checkpoint of its own.
                now = of(log.getSnapshotAt(version - 1, Scala.option(null), Scala.option(null)));
            }
        }
    }

    private TreeMap<Long, Change> changes(DeltaLog log, long oldest) throws IOException {
        TreeMap<Long, Change> changes = new TreeMap<>();
        var commits = log.getChanges(oldest, false);
        while (commits.hasNext()) {
            var commit = commits.next();
            Change change = new Change(new HashSet<>(), new HashSet<>());
            for (Action action : Scala.list(commit._2())) {
                if (action instanceof AddFile file) {
                    note(file.toPath(), file.deletionVector(), change.added);
                } else if (action instanceof RemoveFile file) {
                    note(file.toPath(), file.deletionVector(), change.removed);
                }
            }
            changes.put(((Number) commit._1()).longValue(), change);
        }
        return changes;
    }

    private Set<String> of(Snapshot version) throws IOException {
        Set<String> missing = new HashSet<>();
        List<AddFile> files = LiveFiles.of(version);
        for (AddFile file : files) {
            note(file.toPath(), file.deletionVector(), missing);
        }
        return missing;
    }

    /** Notes a file with its deletion vector, where one of the two is not there. */
    private void note(Path file, @Nullable DeletionVectorDescriptor vector, Set<String> missing) throws IOException {
        boolean deletes = vector != null && vector.isOnDisk();
        if (!isThere(file) || deletes && !isThere(vector.absolutePath(table))) {
            missing.add(file + (vector == null ? "" : " " + vector.uniqueId()));
        }
    }

    private boolean isThere(Path file) throws IOException {
        Path whole = file.isAbsolute() ? fs.makeQualified(file) : new Path(table, file);
        if (there.contains(whole)) {
            return true;
        }
        if (whole.toString().startsWith(table + "/")) {
            return false;
        }
        // A shallow clone's files lie in another table.
        Boolean known = elsewhere.get(whole);
        if (known == null) {
            known = whole.getFileSystem(fs.getConf()).exists(whole);
            elsewhere.put(whole, known);
        }
        return known;
    }

    /** What keeps a version from being read, or an empty text. */
    String problem(long version) {
        int files = missing.getOrDefault(version, Set.of()).size();
        return files == 0 ? "" : files + (files == 1 ? " of its files is gone" : " of its files are gone")
                + ", removed by VACUUM or by hand";
    }
}

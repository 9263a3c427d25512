package io.forja.jobs.snapshots;

import io.forja.core.problem.ForjaException;
import io.forja.jobs.delta.Locations;
import io.forja.jobs.s3.UnfinishedUploads;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.delta.actions.AddFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The data files that incremental snapshots of one table share: the directory {@code <table>_snapshot_files} beside
 * them, which is nobody's table, so that no VACUUM looks into it. A file's name says what it was copied from, so that
 * it is found again; it is needed as long as any directory of the folder lists it in its {@link SharedList}.
 *
 * <p>At most one works on it at a time, and holds it until what it makes counts: no file is given up while a snapshot
 * relies on finding it. What a killed process held is free for the next. Used by one thread.
 */
final class SharedFiles implements AutoCloseable {

    static final String SUFFIX = "_snapshot_files";

    private static final Logger LOG = LoggerFactory.getLogger(SharedFiles.class);

    private static final String MARKER = "_forja_shared.json";
    private static final Pattern NAME = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\.parquet");

    /** What the directory says of itself. */
    private record Own(String directory) {}

    private final Storage storage;
    private final Path directory;
    private final SharedLock lock;

    private SharedFiles(Storage storage, Path directory, SharedLock lock) {
        this.storage = storage;
        this.directory = directory;
        this.lock = lock;
    }

    /**
     * Those for snapshots of a name, made where there are none yet, and held until they are closed.
     *
     * @throws ForjaException when somebody else holds them, or the directory is not Forja's
     */
    static SharedFiles hold(Storage storage, SnapshotFolder folder, SnapshotName name, Instant now) throws IOException {
        Path directory = new Path(folder.path(), name.table() + SUFFIX);
        if (!isMarked(storage, directory) && !SnapshotFolder.hasOnly(storage.list(directory).stream()
                .filter(file -> !SharedLock.isLock(file)).toList(), MARKER)) {
            throw ForjaException.permanent(Locations.display(directory.toString()) + " exists and has no shared files of"
                    + " Forja's", "move it away, or write into another folder");
        }
        SharedFiles shared = holdIfFree(storage, directory, now).orElseThrow(() -> new ForjaException("the files in "
                + Locations.display(directory.toString()) + " are being worked on by someone else",
                "wait until that has ended", true, null));
        try {
            if (!isMarked(storage, directory)) {
                storage.put(new Path(directory, MARKER), List.of(Json.write(new Own(directory.getName()))));
            }
            return shared;
        } catch (Exception | Error e) {
            shared.close();
            throw e;
        }
    }

    /** Those that are there, held until they are closed; empty where somebody else holds them. */
    static Optional<SharedFiles> holdIfFree(Storage storage, Path directory, Instant now) throws IOException {
        return SharedLock.take(storage, directory, now).map(lock -> new SharedFiles(storage, directory, lock));
    }

    Path directory() {
        return directory;
    }

    /** True where a directory has the name and says that it is Forja's. */
    static boolean isOwn(Storage storage, Path directory) throws IOException {
        return directory.getName().endsWith(SUFFIX) && isMarked(storage, directory);
    }

    private static boolean isMarked(Storage storage, Path directory) throws IOException {
        return storage.find(new Path(directory, MARKER)).flatMap(text -> Json.read(text, Own.class))
                .filter(own -> own.directory().equals(directory.getName())).isPresent();
    }

    /**
     * Where a data file belongs. It is another file where it has another address, size or time, though a writer that
     * does not make up names had used its name before.
     */
    Path place(Path from, AddFile file) {
        String told = from + "\t" + file.size() + "\t" + file.modificationTime();
        return new Path(directory, UUID.nameUUIDFromBytes(told.getBytes(StandardCharsets.UTF_8)) + ".parquet");
    }

    /** Of a plan's files those that are to be shared, with their bytes. */
    SharedList listOf(CopyPlan plan) {
        return new SharedList(plan.copies().stream().filter(copy -> directory.equals(copy.to().getParent()))
                .collect(Collectors.toMap(copy -> copy.to().getName(), CopyPlan.Copy::bytes, (a, b) -> a,
                        LinkedHashMap::new)));
    }

    /**
     * What is still to be copied. A file that a killed process left half copied, or that lost something since, goes out
     * of its way.
     */
    List<CopyPlan.Copy> missing(CopyPlan plan) throws IOException {
        Map<Path, FileStatus> there = storage.list(directory).stream()
                .collect(Collectors.toMap(FileStatus::getPath, file -> file));
        List<CopyPlan.Copy> missing = new ArrayList<>();
        for (CopyPlan.Copy copy : plan.copies()) {
            FileStatus file = there.get(copy.to());
            if (file == null || file.getLen() != copy.bytes()) {
                missing.add(copy);
            }
            if (file != null && file.getLen() != copy.bytes()) {
                storage.delete(copy.to());
            }
        }
        return missing;
    }

    /**
     * Removes what no directory of the folder lists, whatever that directory is.
     *
     * @return what was removed
     */
    List<FileStatus> removeUnneeded(Map<Path, SharedList> lists) throws IOException {
        UnfinishedUploads.abort(directory, "", storage.conf());
        Set<String> needed = lists.values().stream().flatMap(list -> list.files().keySet().stream())
                .collect(Collectors.toSet());
        if (!lock.isHeld()) {
            throw new IOException("another process has taken over what is in " + directory);
        }
        List<FileStatus> removed = new ArrayList<>();
        for (FileStatus file : storage.list(directory)) {
            String name = file.getPath().getName();
            if (file.isFile() && NAME.matcher(name).matches() && !needed.contains(name)) {
                storage.delete(file.getPath());
                removed.add(file);
            }
        }
        return removed;
    }

    @Override
    public void close() {
        try {
            lock.release();
        } catch (IOException e) {
            LOG.warn("{} is still marked as held, which the next run looks past: {}", directory, e.getMessage());
        }
    }
}

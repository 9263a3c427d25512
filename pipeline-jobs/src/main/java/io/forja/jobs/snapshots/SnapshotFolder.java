package io.forja.jobs.snapshots;

import io.forja.jobs.delta.ManyFiles;
import io.forja.core.definition.TableRef;
import io.forja.jobs.s3.ConditionalLogStore;
import io.forja.jobs.s3.UnfinishedUploads;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * A folder in which snapshots are. It sees only what is Forja's own: a directory of the exact form of a name, in which
 * a marker says the same name. Anything else is none of its business.
 */
final class SnapshotFolder {

    private static final String LOG = "_delta_log";

    private final Storage storage;
    private final Path path;

    SnapshotFolder(Storage storage, Path path) {
        this.storage = storage;
        this.path = path;
    }

    Path path() {
        return path;
    }

    Path directory(SnapshotName name) {
        return new Path(path, name.text());
    }

    static Path log(Path directory) {
        return new Path(directory, LOG);
    }

    /** What is Forja's own among the directories whose names fit. */
    List<Found> scan(Predicate<SnapshotName> names) throws IOException {
        return ManyFiles.map(candidates(names), this::look).stream().flatMap(Optional::stream).toList();
    }

    /** Those whose owner was killed in the middle. */
    List<Found> abandoned(Instant now) throws IOException {
        return ManyFiles.map(candidates(name -> true), this::lookIfUnfinished).stream().flatMap(Optional::stream)
                .filter(found -> found.isAbandoned(now)).toList();
    }

    private List<Path> candidates(Predicate<SnapshotName> names) throws IOException {
        return storage.list(path).stream().filter(FileStatus::isDirectory).map(FileStatus::getPath)
                .filter(directory -> SnapshotName.parse(directory.getName()).filter(names).isPresent())
                .toList();
    }

    private Optional<Found> lookIfUnfinished(Path directory) throws IOException {
        return storage.exists(new Path(directory, Unfinished.FILE)) ? look(directory) : Optional.empty();
    }

    /** The directory as it is now, where it is Forja's own. */
    Optional<Found> look(Path directory) throws IOException {
        Optional<SnapshotName> parsed = SnapshotName.parse(directory.getName());
        if (parsed.isEmpty()) {
            return Optional.empty();
        }
        SnapshotName name = parsed.get();
        Set<String> files = storage.list(directory).stream().map(file -> file.getPath().getName())
                .collect(Collectors.toSet());
        Optional<Unfinished> unfinished = read(directory, Unfinished.FILE, files).flatMap(Unfinished::parse)
                .filter(told -> told.snapshot().equals(name.text()));
        Optional<Marker> marker = read(directory, Marker.FILE, files).flatMap(Marker::parse)
                .filter(told -> isOf(name, told));
        // What says that it is unfinished is no snapshot, even where nobody can tell whose work it is.
        boolean own = files.contains(Unfinished.FILE) ? unfinished.isPresent() : marker.isPresent();
        return own ? Optional.of(new Found(directory, name, marker.orElse(null), unfinished.orElse(null),
                files.contains(LOG))) : Optional.empty();
    }

    /** True where nothing is in the way of a snapshot: no directory, or one in which a first file was never begun or whole. */
    boolean isFree(Path directory) throws IOException {
        return storage.list(directory).stream().map(file -> file.getPath().getName())
                .allMatch(name -> name.startsWith("." + Unfinished.FILE) || name.startsWith(ConditionalLogStore.PROBE));
    }

    /**
     * Removes a directory that says it is unfinished. The log goes first: no reader ever finds half a table. What says
     * that it is Forja's goes last: whenever this stops, the next one can go on.
     */
    void remove(Path directory) throws IOException {
        storage.delete(log(directory));
        UnfinishedUploads.abort(directory, "", storage.conf());
        for (FileStatus file : storage.list(directory)) {
            if (!file.getPath().getName().equals(Unfinished.FILE)) {
                storage.delete(file.getPath());
            }
        }
        storage.delete(new Path(directory, Unfinished.FILE));
        storage.delete(directory);
    }

    private static boolean isOf(SnapshotName name, Marker marker) {
        return marker.snapshot().equals(name.text()) && new TableRef(marker.table()).name().equals(name.table());
    }

    private Optional<String> read(Path directory, String file, Set<String> files) throws IOException {
        if (!files.contains(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(storage.read(new Path(directory, file)));
        } catch (FileNotFoundException e) {
            // Another process removed it since.
            return Optional.empty();
        }
    }
}

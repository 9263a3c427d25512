package io.forja.jobs.snapshots;

import io.forja.core.definition.TableRef;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
        List<Path> candidates = storage.list(path).stream().filter(FileStatus::isDirectory).map(FileStatus::getPath)
                .filter(directory -> SnapshotName.parse(directory.getName()).filter(names).isPresent())
                .toList();
        return ManyFiles.map(candidates, this::look).stream().flatMap(Optional::stream).toList();
    }

    /** The directory as it is now, where it is Forja's own. */
    Optional<Found> look(Path directory) throws IOException {
        SnapshotName name = SnapshotName.parse(directory.getName()).orElseThrow();
        Map<String, FileStatus> files = storage.list(directory).stream()
                .collect(Collectors.toMap(file -> file.getPath().getName(), file -> file));
        Unfinished unfinished = read(directory, Unfinished.FILE, files.keySet()).flatMap(Unfinished::parse)
                .filter(told -> told.snapshot().equals(name.text())).orElse(null);
        Marker marker = read(directory, Marker.FILE, files.keySet()).flatMap(Marker::parse)
                .filter(told -> isOf(name, told)).orElse(null);
        return marker == null && unfinished == null ? Optional.empty() : Optional.of(
                new Found(directory, name, marker, unfinished, files.containsKey(LOG)));
    }

    /** True where nothing is in the way of a snapshot: no directory, or one in which a first file was never whole. */
    boolean isFree(Path directory) throws IOException {
        return storage.list(directory).stream()
                .allMatch(file -> file.getPath().getName().startsWith("." + Unfinished.FILE));
    }

    /**
     * Removes a directory that says it is unfinished. The log goes first: no reader ever finds half a table. What says
     * that it is Forja's goes last: whenever this stops, the next one can go on.
     */
    void remove(Path directory) throws IOException {
        storage.delete(log(directory));
        for (FileStatus file : storage.list(directory)) {
            if (!file.getPath().getName().equals(Unfinished.FILE)) {
                storage.delete(file.getPath());
            }
        }
        storage.delete(new Path(directory, Unfinished.FILE));
        storage.delete(directory);
    }

    /** Those whose owner was killed in the middle. */
    List<Found> abandoned(Instant now) throws IOException {
        return scan(name -> true).stream().filter(found -> found.isAbandoned(now)).toList();
    }

    private static boolean isOf(SnapshotName name, Marker marker) {
        return marker.snapshot().equals(name.text()) && new TableRef(marker.table()).name().equals(name.table());
    }

    private Optional<String> read(Path directory, String file, Collection<String> files) throws IOException {
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

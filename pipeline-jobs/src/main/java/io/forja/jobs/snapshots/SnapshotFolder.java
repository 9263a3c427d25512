package io.forja.jobs.snapshots;

import io.forja.jobs.delta.ManyFiles;
import io.forja.core.definition.TableRef;
import io.forja.jobs.s3.ConditionalLogStore;
import io.forja.jobs.s3.UnfinishedUploads;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * A folder in which snapshots are. It sees only what is Forja's own: a directory of the exact form of a name, in which
 * a marker says the same name, or a process died within the first write. Anything else is none of its business.
 */
final class SnapshotFolder {

    private static final String LOG = "_delta_log";
    private static final Duration LONGER_THAN_A_FIRST_WRITE = Duration.ofHours(1);

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

    static Path firstCommit(Path directory) {
        return new Path(log(directory), "00000000000000000000.json");
    }

    /**
     * What is Forja's own among the directories whose names fit.
     *
     * @param tables the last parts of tables' names
     */
    List<Found> scan(Predicate<String> tables) throws IOException {
        return ManyFiles.map(candidates(tables), this::look).stream().flatMap(Optional::stream).toList();
    }

    /** The directories of files that snapshots share, of the tables meant. */
    List<Path> shared(Predicate<String> tables) throws IOException {
        List<Path> shared = new ArrayList<>();
        for (Path directory : directories()) {
            String name = directory.getName();
            if (name.endsWith(SharedFiles.SUFFIX)
                    && tables.test(name.substring(0, name.length() - SharedFiles.SUFFIX.length()))
                    && SharedFiles.isOwn(storage, directory)) {
                shared.add(directory);
            }
        }
        return shared;
    }

    /** Which shared files each directory lists, whatever it is called and whoever put it there. */
    Map<Path, SharedList> sharedLists() throws IOException {
        Map<Path, SharedList> lists = new HashMap<>();
        List<Path> directories = directories();
        List<Optional<SharedList>> read = ManyFiles.map(directories, this::sharedList);
        for (int i = 0; i < directories.size(); i++) {
            Path directory = directories.get(i);
            read.get(i).ifPresent(list -> lists.put(directory, list));
        }
        return lists;
    }

    private Optional<SharedList> sharedList(Path directory) throws IOException {
        Path file = new Path(directory, SharedList.FILE);
        Optional<String> text = storage.find(file);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(SharedList.parse(text.get())
                .orElseThrow(() -> new IOException(file + " does not say which files it needs")));
    }

    /** Those whose owner was killed in the middle. */
    List<Found> abandoned(Instant now) throws IOException {
        return ManyFiles.map(candidates(table -> true), this::lookIfUnfinished).stream().flatMap(Optional::stream)
                .filter(found -> found.isAbandoned(now)).toList();
    }

    /**
     * Removes directories in which a process was killed within the write of its very first file, so that they do not
     * even say whose they are: with the exact form of a name, with nothing but that half file inside, and this for an
     * hour by the store's own clock.
     *
     * @return what was removed
     */
    List<Path> removeNeverBegun(Predicate<String> tables) throws IOException {
        List<Path> removed = new ArrayList<>();
        List<Path> directories = candidates(tables);
        List<List<FileStatus>> contents = ManyFiles.map(directories, storage::list);
        for (int i = 0; i < directories.size(); i++) {
            if (isNeverBegun(contents.get(i)) && removeOld(directories.get(i), contents.get(i))) {
                removed.add(directories.get(i));
            }
        }
        return removed;
    }

    private boolean removeOld(Path directory, List<FileStatus> files) throws IOException {
        Instant now = storage.now(new Path(directory, "." + Unfinished.FILE + "." + UUID.randomUUID() + ".tmp"));
        Instant newest = Instant.ofEpochMilli(files.stream().mapToLong(FileStatus::getModificationTime).max().orElse(0));
        if (newest.plus(LONGER_THAN_A_FIRST_WRITE).isAfter(now)) {
            return false;
        }
        for (FileStatus file : files) {
            storage.delete(file.getPath());
        }
        return storage.deleteEmpty(directory);
    }

    private List<Path> candidates(Predicate<String> tables) throws IOException {
        return directories().stream().filter(directory -> SnapshotName.parse(directory.getName())
                .map(SnapshotName::table).filter(tables).isPresent()).toList();
    }

    private List<Path> directories() throws IOException {
        return storage.list(path).stream().filter(FileStatus::isDirectory).map(FileStatus::getPath).toList();
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
        List<FileStatus> files = storage.list(directory);
        return files.isEmpty() || isNeverBegun(files);
    }

    private static boolean isNeverBegun(List<FileStatus> files) {
        return !files.isEmpty() && hasOnly(files, Unfinished.FILE)
                && files.stream().noneMatch(file -> file.getPath().getName().equals(Unfinished.FILE));
    }

    /** True where there is nothing but some files of Forja's, whole or half written. */
    static boolean hasOnly(List<FileStatus> files, String... own) {
        return files.stream().filter(FileStatus::isFile).count() == files.size()
                && files.stream().map(file -> file.getPath().getName())
                        .allMatch(name -> name.startsWith(ConditionalLogStore.PROBE)
                                || Stream.of(own).anyMatch(file -> name.equals(file)
                                        || name.startsWith("." + file) || name.startsWith(".." + file)));
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
        return storage.find(new Path(directory, file));
    }
}

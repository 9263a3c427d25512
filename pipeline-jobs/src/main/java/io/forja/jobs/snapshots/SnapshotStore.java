package io.forja.jobs.snapshots;

import io.forja.core.definition.TableRef;
import io.forja.core.lake.CatalogueStore.TableEntry;
import io.forja.core.lake.ExpireRule;
import io.forja.core.lake.SnapshotInfo;
import io.forja.core.problem.ForjaException;
import io.forja.core.problem.NotFoundException;
import io.forja.core.yaml.Durations;
import io.forja.jobs.delta.Lakehouse;
import io.forja.jobs.delta.Locations;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The snapshots that there are, and the end of those that are given up. Thread-safe.
 *
 * <p>Only Forja's own snapshots are seen: a directory with the exact form of a name, a time that exists, and the marker
 * of this very name inside. Nothing else is ever listed; and removed are, besides, the shared files that no snapshot
 * lists any more, and directories of such a name in which a process died before its first file was whole.
 */
public final class SnapshotStore {

    private static final Logger LOG = LoggerFactory.getLogger(SnapshotStore.class);

    private static final Comparator<Found> OLDEST_FIRST =
            Comparator.comparing((Found found) -> found.name().takenAt())
                    .thenComparing(found -> found.name().text()).thenComparing(Found::directory);

    private final Lakehouse lakehouse;

    public SnapshotStore(Lakehouse lakehouse) {
        this.lakehouse = lakehouse;
    }

    /**
     * The snapshots in some folders, newest first. One that is being made or removed is none.
     *
     * @param folders where snapshots are, relative ones from the project's folder; one that does not exist has none
     */
    public List<SnapshotInfo> list(List<String> folders) {
        return scan(folders, table -> true).stream()
                .filter(found -> found.snapshot().isPresent())
                .sorted(OLDEST_FIRST.reversed())
                .map(Found::info)
                .toList();
    }

    /**
     * Reads a snapshot back: which files, of what size, with how many rows.
     *
     * @throws NotFoundException when there is no such snapshot
     * @throws ForjaException when it is no longer what it was when it was taken; the message says in what
     */
    public void verify(SnapshotInfo snapshot) {
        try {
            Storage storage = Storage.of(lakehouse.sessions().session());
            Path directory = storage.qualified(lakehouse.locations().resolve(snapshot.path()));
            Marker marker = new SnapshotFolder(storage, directory.getParent()).look(directory).flatMap(Found::snapshot)
                    .orElseThrow(() -> new NotFoundException("there is no snapshot " + snapshot.path(),
                            "look at forja snapshots list"));
            Verification.of(storage, directory).holds(marker);
        } catch (IOException e) {
            throw new ForjaException("the snapshot " + snapshot.path() + " cannot be read: " + e.getMessage(),
                    "check that its folder can be read", true, e);
        }
    }

    /**
     * What a rule gives up, oldest first, each with the reason: snapshots that are old enough and not among those of
     * their table that stay, and what is left of a removal or of a copy whose process was killed. The bytes of each are
     * those that are really freed when they go in this order: a file that others share goes with the last of them.
     */
    public List<SnapshotInfo> due(ExpireRule rule) {
        Map<String, List<Found>> byTable = new TreeMap<>();
        Map<Found, String> due = new TreeMap<>(OLDEST_FIRST);
        for (Found found : scan(rule.folders(), named(rule.table()))) {
            if (rule.table() != null && !isOf(found, rule.table())) {
                continue;
            }
            if (found.snapshot().isPresent()) {
                byTable.computeIfAbsent(found.table().toLowerCase(Locale.ROOT), table -> new ArrayList<>()).add(found);
            } else if (found.isAbandoned(rule.now())) {
                due.put(found, leftover(found));
            }
        }
        byTable.values().forEach(snapshots -> {
            Set<Instant> kept = rule.keepers().of(snapshots.stream().map(found -> found.name().takenAt()).toList());
            snapshots.stream()
                    .filter(found -> !kept.contains(found.name().takenAt()))
                    .filter(found -> !found.name().takenAt().plus(rule.olderThan()).isAfter(rule.now()))
                    .forEach(found -> due.put(found, old(found, rule)));
        });
        if (due.isEmpty()) {
            return List.of();
        }
        Map<Path, FreedBytes> freed = new HashMap<>();
        inEach(rule.folders(), folder -> freed.put(folder.path(), FreedBytes.in(folder)));
        List<SnapshotInfo> infos = new ArrayList<>();
        due.forEach((found, reason) ->
                infos.add(found.info(freed.get(found.directory().getParent()).with(found), reason)));
        return infos;
    }

    /**
     * Removes what belongs to no snapshot of a rule's tables: shared files that none needs any more, since removals gave
     * them free or what they were copied for never came to be, and directories in which a snapshot never began. Shared
     * files that somebody works on are left to the next time.
     *
     * @return a sentence for each directory in which there was something to do
     */
    public List<String> removeUnneeded(ExpireRule rule) {
        Storage storage = Storage.of(lakehouse.sessions().session());
        List<String> notes = new ArrayList<>();
        inEach(rule.folders(), folder -> {
            folder.removeNeverBegun(named(rule.table())).forEach(directory -> notes.add(
                    "removed " + Locations.display(directory.toString()) + ", in which a process ended before it began"));
            List<SharedFiles> held = new ArrayList<>();
            try {
                for (Path directory : folder.shared(named(rule.table()))) {
                    SharedFiles.holdIfFree(storage, directory, rule.now()).ifPresentOrElse(held::add, () -> notes.add(
                            "left " + Locations.display(directory.toString()) + " to the next run, since somebody else"
                                    + " works on it"));
                }
                Map<Path, SharedList> lists = held.isEmpty() ? Map.of() : folder.sharedLists();
                for (SharedFiles shared : held) {
                    List<FileStatus> removed = shared.removeUnneeded(lists);
                    if (!removed.isEmpty()) {
                        notes.add("removed " + removed.size() + (removed.size() == 1 ? " file" : " files") + " that no"
                                + " snapshot needs any more from " + Locations.display(shared.directory().toString())
                                + ": " + removed.stream().mapToLong(FileStatus::getLen).sum() + " bytes");
                    }
                }
            } finally {
                held.forEach(SharedFiles::close);
            }
        });
        return notes;
    }

    /**
     * Removes what a rule gives up, or only tells which. A removal that was cut short is finished by the next one, and
     * is no snapshot from its first moment on.
     *
     * @return one entry for each that was or would be removed, oldest first
     * @throws ForjaException when one cannot be removed
     */
    public List<SnapshotInfo> expire(ExpireRule rule, boolean dryRun) {
        List<SnapshotInfo> due = due(rule);
        if (!dryRun) {
            due.forEach(snapshot -> remove(snapshot, rule.now()));
            removeUnneeded(rule).forEach(LOG::info);
        }
        return due;
    }

    /**
     * Removes a snapshot, or what is left of one, and the names that the catalogue has for it. One that is gone already,
     * or that another process is removing, is left to that.
     *
     * @param now what the removal is dated with
     */
    public void remove(SnapshotInfo snapshot, Instant now) {
        SparkSession spark = lakehouse.sessions().session();
        try {
            Storage storage = Storage.of(spark);
            Path directory = storage.qualified(lakehouse.locations().resolve(snapshot.path()));
            SnapshotFolder folder = new SnapshotFolder(storage, directory.getParent());
            Optional<Found> found = folder.look(directory);
            if (found.isPresent() && claim(storage, found.get(), now)) {
                remove(spark, folder, directory);
            }
        } catch (IOException e) {
            throw new ForjaException("the snapshot " + snapshot.path() + " could not be removed: " + e.getMessage(),
                    "what is left of it is removed by the next run", true, e);
        }
    }

    private boolean claim(Storage storage, Found found, Instant now) throws IOException {
        Optional<Marker> snapshot = found.snapshot();
        boolean mine = found.isAbandoned(now);
        if (!AtWork.begin(found.directory())) {
            return false;
        }
        try {
            if (snapshot.isPresent()) {
                forgetNames(storage, found.directory());
                storage.put(new Path(found.directory(), Unfinished.FILE),
                        List.of(Unfinished.removing(snapshot.get(), now).json()));
                mine = true;
            }
        } catch (FileAlreadyExistsException e) {
            mine = false;
        } finally {
            if (!mine) {
                AtWork.end(found.directory());
            }
        }
        return mine;
    }

    private static void remove(SparkSession spark, SnapshotFolder folder, Path directory) throws IOException {
        try {
            folder.remove(directory);
        } finally {
            AtWork.end(directory);
            DeltaLog.invalidateCache(spark, directory);
        }
    }

    /** First, so that no name leads to a table that is going. */
    private void forgetNames(Storage storage, Path directory) throws IOException {
        for (TableEntry entry : lakehouse.catalogue().tables()) {
            if (storage.qualified(entry.location()).equals(directory)) {
                lakehouse.catalogue().unregister(lakehouse.sessions().session(), entry.table());
            }
        }
    }

    private List<Found> scan(List<String> folders, Predicate<String> tables) {
        List<Found> all = new ArrayList<>();
        inEach(folders, folder -> all.addAll(folder.scan(tables)));
        return all;
    }

    private void inEach(List<String> folders, FolderWork work) {
        Storage storage = Storage.of(lakehouse.sessions().session());
        for (String folder : folders.stream().map(lakehouse.locations()::resolve).distinct().toList()) {
            try {
                work.in(new SnapshotFolder(storage, storage.qualified(folder)));
            } catch (IOException e) {
                throw new ForjaException("the snapshots in " + Locations.display(folder) + " cannot be worked on: "
                        + e.getMessage(), "check that the folder can be read and written", true, e);
            }
        }
    }

    @FunctionalInterface
    private interface FolderWork {
        void in(SnapshotFolder folder) throws IOException;
    }

    /** The last part of a table's name, of any table where none is given. */
    private static Predicate<String> named(@Nullable TableRef table) {
        return name -> table == null || name.equalsIgnoreCase(table.name());
    }

    private boolean isOf(Found found, TableRef table) {
        return table.isPath()
                ? found.source().equals(new Path(lakehouse.locations().resolve(table.text())).toString())
                : found.table().equalsIgnoreCase(table.text());
    }

    private static String leftover(Found found) {
        return found.marker() == null && found.unfinished() != null
                && found.unfinished().work() == Unfinished.Work.COPYING
                ? "left by a process that ended while it copied, never a snapshot"
                : "left by a process that ended while it removed the snapshot";
    }

    private static String old(Found found, ExpireRule rule) {
        Duration age = Duration.between(found.name().takenAt(), rule.now());
        return age(age) + " old, to be kept " + Durations.format(rule.olderThan());
    }

    private static String age(Duration age) {
        long days = age.toDays();
        return days >= 2 ? days + " days" : age.toHours() + " hours";
    }
}

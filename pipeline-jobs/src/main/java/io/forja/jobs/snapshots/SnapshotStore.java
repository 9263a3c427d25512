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
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;
import org.jspecify.annotations.Nullable;

/**
 * The snapshots that there are, and the end of those that are given up. Thread-safe.
 *
 * <p>Only Forja's own snapshots are seen: a directory with the exact form of a name, a time that exists, and the marker
 * of this very name inside. Nothing else is ever listed or removed.
 */
public final class SnapshotStore {

    private static final Comparator<SnapshotInfo> OLDEST_FIRST =
            Comparator.comparing(SnapshotInfo::takenAt).thenComparing(SnapshotInfo::name).thenComparing(SnapshotInfo::path);

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
        return scan(folders, name -> true).stream()
                .filter(found -> found.snapshot().isPresent())
                .map(found -> found.info(null))
                .sorted(OLDEST_FIRST.reversed())
                .toList();
    }

    /**
     * Reads a snapshot back: which files, of what size, with how many rows.
     *
     * @throws NotFoundException when there is no such snapshot
     * @throws ForjaException when it is no longer what it was when it was taken; the message says in what
     */
    public void verify(SnapshotInfo snapshot) {
        SparkSession spark = lakehouse.sessions().fresh();
        try {
            Storage storage = Storage.of(spark);
            Path directory = storage.qualified(lakehouse.locations().resolve(snapshot.path()));
            Marker marker = new SnapshotFolder(storage, directory.getParent()).look(directory).flatMap(Found::snapshot)
                    .orElseThrow(() -> new NotFoundException("there is no snapshot " + snapshot.path(),
                            "look at forja snapshots list"));
            Verification.of(spark, storage, directory).holds(marker);
        } catch (IOException e) {
            throw new ForjaException("the snapshot " + snapshot.path() + " cannot be read: " + e.getMessage(),
                    "check that its folder can be read", true, e);
        }
    }

    /**
     * What a rule gives up, oldest first, each with the reason: snapshots that are old enough and not among those of
     * their table that stay, and what is left of a removal or of a copy whose process was killed.
     */
    public List<SnapshotInfo> due(ExpireRule rule) {
        Predicate<SnapshotName> names = rule.table() == null ? name -> true : nameOf(rule.table());
        Map<String, List<Found>> byTable = new TreeMap<>();
        List<SnapshotInfo> due = new ArrayList<>();
        for (Found found : scan(rule.folders(), names)) {
            if (rule.table() != null && !isOf(found, rule.table())) {
                continue;
            }
            if (found.snapshot().isPresent()) {
                byTable.computeIfAbsent(found.table().toLowerCase(Locale.ROOT), table -> new ArrayList<>()).add(found);
            } else if (found.isAbandoned(rule.now())) {
                due.add(found.info(leftover(found)));
            }
        }
        byTable.values().forEach(snapshots -> {
            Set<Instant> kept = rule.keepers().of(snapshots.stream().map(found -> found.name().takenAt()).toList());
            snapshots.stream()
                    .filter(found -> !kept.contains(found.name().takenAt()))
                    .filter(found -> !found.name().takenAt().plus(rule.olderThan()).isAfter(rule.now()))
                    .forEach(found -> due.add(found.info(old(found, rule))));
        });
        return due.stream().sorted(OLDEST_FIRST).toList();
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

    private List<Found> scan(List<String> folders, Predicate<SnapshotName> names) {
        Storage storage = Storage.of(lakehouse.sessions().session());
        List<Found> all = new ArrayList<>();
        for (String folder : folders.stream().map(lakehouse.locations()::resolve).distinct().toList()) {
            try {
                all.addAll(new SnapshotFolder(storage, storage.qualified(folder)).scan(names));
            } catch (IOException e) {
                throw new ForjaException("the snapshots in " + Locations.display(folder) + " cannot be listed: "
                        + e.getMessage(), "check that the folder can be read", true, e);
            }
        }
        return all;
    }

    private static Predicate<SnapshotName> nameOf(TableRef table) {
        return name -> name.table().equalsIgnoreCase(table.name());
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

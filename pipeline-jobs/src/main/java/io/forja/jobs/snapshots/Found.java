package io.forja.jobs.snapshots;

import io.forja.core.lake.SnapshotInfo;
import io.forja.jobs.delta.Locations;
import java.time.Instant;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * A directory with the name of a snapshot that says it is Forja's.
 *
 * @param marker what it says as a snapshot, or null
 * @param unfinished what it says while it is made or removed, or null
 * @param hasLog true where there is a Delta log in it
 */
record Found(
        Path directory, SnapshotName name, @Nullable Marker marker, @Nullable Unfinished unfinished, boolean hasLog) {

    Optional<Marker> snapshot() {
        return unfinished == null && hasLog ? Optional.ofNullable(marker) : Optional.empty();
    }

    boolean isAbandoned(Instant now) {
        return unfinished != null && AtWork.abandoned(directory, unfinished.owner(), unfinished.since(), now);
    }

    /** The table it is, was or would have become a snapshot of. */
    String table() {
        return marker != null ? marker.table() : unfinished != null ? unfinished.table() : name.table();
    }

    String source() {
        return marker != null ? marker.source() : unfinished != null ? unfinished.source() : "";
    }

    /** What it says as a snapshot, or said before its removal began; empty where it never was one. */
    Optional<Marker> told() {
        return Optional.ofNullable(marker != null ? marker : unfinished != null ? unfinished.was() : null);
    }

    SnapshotInfo info() {
        return info(told().map(Marker::bytes).orElse(0L), null);
    }

    /**
     * The same as part of a removal.
     *
     * @param freed the bytes that go with it
     */
    SnapshotInfo info(long freed, @Nullable String reason) {
        String path = Locations.display(directory.toString());
        return told().map(told -> new SnapshotInfo(told.snapshot(), told.table(), told.version(), path, name.takenAt(),
                told.rows(), freed, told.copiedBytes(), reason)).orElseGet(() ->
                new SnapshotInfo(name.text(), table(), -1, path, name.takenAt(), 0, freed, 0, reason));
    }
}

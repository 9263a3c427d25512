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
        return unfinished != null && AtWork.abandoned(directory, unfinished, now);
    }

    /** The table it is, was or would have become a snapshot of. */
    String table() {
        return marker != null ? marker.table() : unfinished != null ? unfinished.table() : name.table();
    }

    String source() {
        return marker != null ? marker.source() : unfinished != null ? unfinished.source() : "";
    }

    SnapshotInfo info(@Nullable String reason) {
        String path = Locations.display(directory.toString());
        Marker told = marker != null ? marker : unfinished != null ? unfinished.was() : null;
        return told != null ? told.info(path, name, reason)
                : new SnapshotInfo(name.text(), table(), -1, path, name.takenAt(), 0, 0, reason);
    }
}

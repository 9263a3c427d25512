package io.forja.jobs.snapshots;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Path;

/** What the snapshots of one folder free when they go one after the other: a shared file goes with the last that lists it. */
final class FreedBytes {

    private final Map<Path, SharedList> lists;
    private final Map<String, Integer> users = new HashMap<>();

    private FreedBytes(Map<Path, SharedList> lists) {
        this.lists = lists;
        lists.values().forEach(list -> list.files().keySet().forEach(file -> users.merge(file, 1, Integer::sum)));
    }

    static FreedBytes in(SnapshotFolder folder) throws IOException {
        return new FreedBytes(folder.shared(table -> true).isEmpty() ? new HashMap<>() : folder.sharedLists());
    }

    /** What goes with this one, after those that were asked for before. */
    long with(Found found) {
        long bytes = found.told().map(Marker::bytes).orElse(0L);
        SharedList list = lists.remove(found.directory());
        if (list == null) {
            // Without its list a removal has gone too far to tell what others still needed.
            return found.told().flatMap(told -> Optional.ofNullable(told.shared())).isPresent() ? 0 : bytes;
        }
        long listed = 0;
        long freed = 0;
        for (Map.Entry<String, Long> file : list.files().entrySet()) {
            listed += file.getValue();
            if (users.merge(file.getKey(), -1, Integer::sum) == 0) {
                freed += file.getValue();
            }
        }
        return freed + Math.max(bytes - listed, 0);
    }
}

package io.forja.jobs.snapshots;

import io.forja.core.definition.TableRef;
import io.forja.core.lake.CatalogueStore.TableEntry;
import io.forja.core.lake.TableInfo;
import io.forja.core.problem.ForjaException;
import io.forja.jobs.delta.Catalogue;
import io.forja.jobs.delta.Locations;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where one snapshot goes and what it is called.
 *
 * @param table the source as people call it
 * @param entry its entry in the catalogue, or null where it gets none
 */
record SnapshotTarget(String table, SnapshotName name, Path directory, @Nullable TableEntry entry) {

    static SnapshotTarget of(String table, SnapshotName name, SnapshotFolder folder, @Nullable String schema) {
        Path directory = folder.directory(name);
        return new SnapshotTarget(table, name, directory, schema == null ? null : new TableEntry(
                new TableRef(schema + "." + name.text()), TableInfo.Type.EXTERNAL, directory.toString()));
    }

    String shownAs() {
        return entry == null ? name.text() : entry.table().text();
    }

    /**
     * @throws ForjaException when the catalogue has the name for another table
     */
    void requireFreeName(Catalogue catalogue) {
        if (entry != null) {
            catalogue.find(entry.table()).filter(there -> !there.equals(entry)).ifPresent(there -> {
                throw ForjaException.permanent("the name " + entry.table() + " is taken by the table at "
                        + Locations.display(there.location()), "drop that name first, or register the snapshots in"
                        + " another schema");
            });
        }
    }

    /**
     * @throws ForjaException when something is in the way
     */
    void requireFree(SnapshotFolder folder) throws IOException {
        Found found = folder.look(directory).orElse(null);
        String where = Locations.display(directory.toString());
        if (found != null && found.marker() != null && found.snapshot().isPresent()) {
            Marker marker = found.marker();
            throw ForjaException.permanent("the snapshot " + where + " of " + marker.table() + " is there already, made by"
                    + " the run " + marker.run() + " (" + marker.pipeline() + "/" + marker.job() + ")",
                    "run for another time, or write into another folder");
        }
        if (found != null && found.unfinished() != null) {
            throw new ForjaException("the snapshot " + where + " is being worked on by the process "
                    + found.unfinished().owner(), "wait until it has ended", true, null);
        }
        if (found != null || !folder.isFree(directory)) {
            throw ForjaException.permanent(where + " exists and is no snapshot of Forja's",
                    "move it away, or write into another folder");
        }
    }
}

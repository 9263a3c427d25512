package io.forja.jobs.delta;

import io.forja.core.definition.TableRef;
import io.forja.core.definition.TableTarget;
import io.forja.core.lake.CatalogueStore.TableEntry;
import io.forja.core.lake.TableInfo;
import io.forja.core.problem.ForjaException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A target as it is found: where its files are, and the name it has or gets.
 *
 * @param name what people call it
 * @param location where the files are
 * @param entry its entry in the catalogue, or null for a table that is known by its path alone
 */
record Destination(String name, String location, @Nullable TableEntry entry) {

    /**
     * @throws ForjaException when the catalogue has the name for something else, or the place for another table
     */
    static Destination of(TableTarget target, Lakehouse lakehouse) {
        Destination found = find(target, lakehouse);
        lakehouse.catalogue().requireApart(target.table(), found.location());
        return found;
    }

    private static Destination find(TableTarget target, Lakehouse lakehouse) {
        TableRef table = target.table();
        String path = target.path() == null ? null : lakehouse.locations().resolve(target.path());
        if (table == null) {
            return new Destination(Locations.display(String.valueOf(path)), String.valueOf(path), null);
        }
        Optional<TableEntry> known = lakehouse.catalogue().find(table);
        if (path == null) {
            TableEntry entry = known.orElseGet(() -> new TableEntry(table, TableInfo.Type.MANAGED,
                    lakehouse.catalogue().managedLocation(table)));
            return new Destination(table.text(), entry.location(), entry);
        }
        if (known.isPresent() && !known.get().location().equals(path)) {
            throw ForjaException.permanent("the table " + table + " is "
                    + (known.get().type() == TableInfo.Type.MANAGED ? "a managed table" : "at "
                            + Locations.display(known.get().location()))
                    + ", but the job writes it at " + Locations.display(path),
                    "drop the table's name first (forja tables drop " + table + "; a managed table loses its data), or"
                            + " give the job another table");
        }
        return new Destination(table.text(), path, new TableEntry(table, TableInfo.Type.EXTERNAL, path));
    }
}

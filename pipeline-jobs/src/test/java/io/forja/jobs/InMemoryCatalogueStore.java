package io.forja.jobs;

import io.forja.core.definition.TableRef;
import io.forja.core.lake.CatalogueStore;
import io.forja.core.problem.NotFoundException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/** A catalogue store that forgets with its process; what it stands for is in the scheduler, on a real database. */
public final class InMemoryCatalogueStore implements CatalogueStore {

    private final Map<String, SchemaEntry> schemas = new ConcurrentSkipListMap<>();
    private final Map<String, TableEntry> tables = new ConcurrentSkipListMap<>();

    @Override
    public List<SchemaEntry> schemas() {
        return List.copyOf(schemas.values());
    }

    @Override
    public Optional<SchemaEntry> schema(String name) {
        return Optional.ofNullable(schemas.get(key(name)));
    }

    @Override
    public void put(SchemaEntry schema) {
        schemas.put(key(schema.name()), schema);
    }

    @Override
    public boolean removeSchema(String name) {
        tables.keySet().removeIf(table -> table.startsWith(key(name) + "."));
        return schemas.remove(key(name)) != null;
    }

    @Override
    public List<TableEntry> tables() {
        return List.copyOf(tables.values());
    }

    @Override
    public List<TableEntry> tables(String schema) {
        return tables.values().stream().filter(entry -> entry.table().schema().equalsIgnoreCase(schema)).toList();
    }

    @Override
    public Optional<TableEntry> table(TableRef table) {
        return Optional.ofNullable(tables.get(key(table.text())));
    }

    @Override
    public void put(TableEntry table) {
        if (schema(table.table().schema()).isEmpty()) {
            throw new NotFoundException("there is no schema " + table.table().schema(), "make it first");
        }
        tables.put(key(table.table().text()), table);
    }

    @Override
    public boolean remove(TableRef table) {
        return tables.remove(key(table.text())) != null;
    }

    @Override
    public boolean rename(TableRef from, TableRef to) {
        TableEntry entry = tables.get(key(from.text()));
        if (entry == null || tables.containsKey(key(to.text()))) {
            return false;
        }
        put(new TableEntry(to, entry.type(), entry.location()));
        return remove(from);
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}

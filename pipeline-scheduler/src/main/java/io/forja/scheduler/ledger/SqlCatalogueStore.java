package io.forja.scheduler.ledger;

import io.forja.core.definition.TableRef;
import io.forja.core.lake.CatalogueStore;
import io.forja.core.lake.TableInfo;
import io.forja.core.problem.NotFoundException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** The names of tables in the state database. */
public final class SqlCatalogueStore implements CatalogueStore {

    private static final String TABLES = "SELECT full_name, table_type, location FROM catalogue_tables";
    private static final String THIS_TABLE = " WHERE schema_key = ? AND table_key = ?";

    private final StateDatabase database;

    public SqlCatalogueStore(StateDatabase database) {
        this.database = database;
    }

    @Override
    public List<SchemaEntry> schemas() {
        return inOrder(database.read(connection -> Sql.list(connection,
                "SELECT schema_name, location FROM catalogue_schemas", SqlCatalogueStore::schema)), SchemaEntry::name);
    }

    @Override
    public Optional<SchemaEntry> schema(String name) {
        return database.read(connection -> Sql.one(connection,
                "SELECT schema_name, location FROM catalogue_schemas WHERE schema_key = ?", SqlCatalogueStore::schema,
                key(name)));
    }

    @Override
    public void put(SchemaEntry schema) {
        database.write(connection -> Sql.update(connection,
                "INSERT INTO catalogue_schemas (schema_key, schema_name, location) VALUES (?, ?, ?)"
                        + " ON CONFLICT (schema_key) DO UPDATE SET schema_name = excluded.schema_name,"
                        + " location = excluded.location",
                key(schema.name()), schema.name(), schema.location()));
    }

    @Override
    public boolean removeSchema(String name) {
        return database.write(connection ->
                Sql.update(connection, "DELETE FROM catalogue_schemas WHERE schema_key = ?", key(name))) == 1;
    }

    @Override
    public List<TableEntry> tables() {
        return inOrder(database.read(connection -> Sql.list(connection, TABLES, SqlCatalogueStore::table)),
                entry -> entry.table().text());
    }

    @Override
    public List<TableEntry> tables(String schema) {
        return inOrder(database.read(connection -> Sql.list(connection, TABLES + " WHERE schema_key = ?",
                SqlCatalogueStore::table, key(schema))), entry -> entry.table().text());
    }

    @Override
    public Optional<TableEntry> table(TableRef table) {
        return database.read(connection -> find(connection, table));
    }

    private static Optional<TableEntry> find(Connection connection, TableRef table) throws SQLException {
        return table.isPath() ? Optional.empty() : Sql.one(connection, TABLES + THIS_TABLE, SqlCatalogueStore::table,
                key(table.schema()), key(table.name()));
    }

    @Override
    public void put(TableEntry table) {
        database.write(connection -> {
            requireSchema(connection, table.table());
            return Sql.update(connection, "INSERT INTO catalogue_tables (schema_key, table_key, full_name, table_type,"
                    + " location) VALUES (?, ?, ?, ?, ?) ON CONFLICT (schema_key, table_key) DO UPDATE SET"
                    + " full_name = excluded.full_name, table_type = excluded.table_type,"
                    + " location = excluded.location",
                    key(table.table().schema()), key(table.table().name()), table.table().text(), table.type(),
                    table.location());
        });
    }

    @Override
    public boolean remove(TableRef table) {
        return !table.isPath() && database.write(connection -> Sql.update(connection,
                "DELETE FROM catalogue_tables" + THIS_TABLE, key(table.schema()), key(table.name()))) == 1;
    }

    @Override
    public boolean rename(TableRef from, TableRef to) {
        return database.write(connection -> {
            requireSchema(connection, to);
            boolean onlyCase = key(from.text()).equals(key(to.text()));
            if (!onlyCase && find(connection, to).isPresent()) {
                return false;
            }
            return Sql.update(connection, "UPDATE catalogue_tables SET schema_key = ?, table_key = ?, full_name = ?"
                    + THIS_TABLE, key(to.schema()), key(to.name()), to.text(), key(from.schema()), key(from.name()))
                    == 1;
        });
    }

    private static void requireSchema(Connection connection, TableRef table) throws SQLException {
        String schema = table.schema();
        if (Sql.one(connection, "SELECT 1 FROM catalogue_schemas WHERE schema_key = ?", row -> 1, key(schema))
                .isEmpty()) {
            throw new NotFoundException("there is no schema " + schema, "create it with CREATE SCHEMA " + schema);
        }
    }

    /** Not the database's order, which may be that of a language. */
    private static <T> List<T> inOrder(List<T> entries, Function<T, String> name) {
        return entries.stream().sorted(Comparator.comparing(entry -> key(name.apply(entry)))).toList();
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private static SchemaEntry schema(ResultSet row) throws SQLException {
        return new SchemaEntry(row.getString("schema_name"), row.getString("location"));
    }

    private static TableEntry table(ResultSet row) throws SQLException {
        return new TableEntry(new TableRef(row.getString("full_name")),
                TableInfo.Type.valueOf(row.getString("table_type")), row.getString("location"));
    }
}

package io.forja.jobs.delta;

import io.forja.core.definition.TableRef;
import io.forja.core.lake.CatalogueStore;
import io.forja.core.lake.CatalogueStore.SchemaEntry;
import io.forja.core.lake.CatalogueStore.TableEntry;
import io.forja.core.lake.TableInfo;
import io.forja.core.problem.ForjaException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.catalog.AlterTableEvent;
import org.apache.spark.sql.catalyst.catalog.CatalogDatabase;
import org.apache.spark.sql.catalyst.catalog.CatalogStorageFormat;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.catalog.CatalogTable$;
import org.apache.spark.sql.catalyst.catalog.CatalogTableType;
import org.apache.spark.sql.catalyst.catalog.CreateDatabaseEvent;
import org.apache.spark.sql.catalyst.catalog.CreateTableEvent;
import org.apache.spark.sql.catalyst.catalog.DropDatabaseEvent;
import org.apache.spark.sql.catalyst.catalog.DropTableEvent;
import org.apache.spark.sql.catalyst.catalog.ExternalCatalog;
import org.apache.spark.sql.catalyst.catalog.ExternalCatalogEvent;
import org.apache.spark.sql.catalyst.catalog.ExternalCatalogEventListener;
import org.apache.spark.sql.catalyst.catalog.ExternalCatalogWithListener;
import org.apache.spark.sql.catalyst.catalog.RenameTableEvent;
import org.apache.spark.sql.catalyst.catalog.SessionCatalog;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * The names of tables. The store keeps them; Spark's own catalogue lives in memory and is a copy of it: filled when a
 * session starts, brought up to date by {@link #refresh}, and whatever SQL does to it (CREATE, DROP, RENAME) is
 * written to the store at once. Thread-safe.
 *
 * <p>A process that dies between a table's first commit and its registration leaves files without a name; the next
 * run of the job registers them.
 */
public final class Catalogue {

    private static final String PROVIDER = "delta";

    private final CatalogueStore store;
    private final Locations locations;
    /** True in the thread that copies the store to Spark, whose events are no news. */
    private final ThreadLocal<Boolean> copying = ThreadLocal.withInitial(() -> false);

    public Catalogue(CatalogueStore store, Locations locations) {
        this.store = store;
        this.locations = locations;
    }

    /**
     * Fills a new session's catalogue and follows what SQL does to it.
     *
     * @return ends the following; a session that stops needs none
     */
    public Runnable attach(SparkSession session) {
        refresh(session);
        ExternalCatalogWithListener catalog = session.sharedState().externalCatalog();
        ExternalCatalogEventListener follower = event -> follow(session, event);
        catalog.addListener(follower);
        return () -> catalog.removeListener(follower);
    }

    public Optional<TableEntry> find(TableRef table) {
        return store.table(table);
    }

    public List<TableEntry> tables() {
        return store.tables();
    }

    /** Where a managed table of this name is, or would be. */
    public String managedLocation(TableRef table) {
        String schema = store.schema(table.schema()).map(SchemaEntry::location)
                .orElseGet(() -> locations.schema(table.schema()));
        return schema + "/" + table.name();
    }

    /**
     * Keeps tables apart: what VACUUM or a drop deletes of one must not be another's.
     *
     * @param table its name, or null for a table that is known by its path alone, which may have a name by another one
     * @throws ForjaException when another table's files are there, within or around it
     */
    public void requireApart(@Nullable TableRef table, String location) {
        Optional<TableEntry> own = table == null ? Optional.empty() : find(table);
        for (TableEntry other : store.tables()) {
            boolean same = other.location().equals(location);
            if (own.filter(other::equals).isPresent() || table == null && same) {
                continue;
            }
            if (same) {
                throw notApart(location, "is the table " + other.table());
            } else if (Locations.isWithin(location, other.location())) {
                throw notApart(location, "lies within the folder of the table " + told(other));
            } else if (Locations.isWithin(other.location(), location)) {
                throw notApart(location, "holds the folder of the table " + told(other));
            }
        }
    }

    private static ForjaException notApart(String location, String how) {
        return ForjaException.permanent("no table can be at " + Locations.display(location) + ", which " + how,
                "give each table a folder of its own: VACUUM and DROP of one would delete the other's files");
    }

    private static String told(TableEntry table) {
        return table.table() + ", " + Locations.display(table.location());
    }

    /** Gives a table its name, and its schema where it is new. A table that has the name already keeps it. */
    public void register(SparkSession session, TableEntry table) {
        TableRef name = table.table();
        if (store.schema(name.schema()).isEmpty()) {
            store.put(new SchemaEntry(name.schema(), locations.schema(name.schema())));
        }
        if (store.table(name).filter(table::equals).isEmpty()) {
            store.put(table);
        }
        refresh(session);
    }

    /** Takes a table's name away; its files stay. A name that is not there is no error. */
    public void unregister(SparkSession session, TableRef table) {
        store.remove(table);
        refresh(session);
    }

    /** Makes Spark's catalogue equal to the store, which another process may have written. */
    public synchronized void refresh(SparkSession session) {
        ExternalCatalog spark = session.sharedState().externalCatalog().unwrapped();
        copying.set(true);
        try {
            Map<String, SchemaEntry> wanted = new LinkedHashMap<>();
            store.schemas().forEach(schema -> wanted.put(lower(schema.name()), schema));
            for (String known : Scala.list(spark.listDatabases())) {
                if (!wanted.containsKey(known)) {
                    forget(spark, known);
                }
            }
            wanted.forEach((name, schema) -> {
                if (!spark.databaseExists(name)) {
                    spark.createDatabase(database(schema), true);
                } else if (!spark.getDatabase(name).locationUri().equals(Locations.uri(schema.location()))) {
                    spark.alterDatabase(database(schema));
                }
                refresh(spark, name, store.tables(schema.name()));
            });
        } finally {
            copying.remove();
        }
    }

    /** Drops a schema from Spark's memory, the default one apart; its folder stays whatever is in it. */
    private void forget(ExternalCatalog spark, String schema) {
        refresh(spark, schema, List.of());
        if (!schema.equals(SessionCatalog.DEFAULT_DATABASE())) {
            // Spark deletes the folder of a schema that it drops, so this one is made to have none, on any store.
            spark.alterDatabase(database(new SchemaEntry(schema, locations.resolve("_forja/forgotten"))));
            spark.dropDatabase(schema, true, true);
        }
    }

    private static void refresh(ExternalCatalog spark, String schema, List<TableEntry> tables) {
        Set<String> known = tables.stream().map(entry -> lower(entry.table().name())).collect(Collectors.toSet());
        for (String name : Scala.list(spark.listTables(schema))) {
            if (!known.contains(name)) {
                forget(spark, schema, name);
            }
        }
        for (TableEntry entry : tables) {
            String name = lower(entry.table().name());
            if (spark.tableExists(schema, name)) {
                CatalogTable there = spark.getTable(schema, name);
                if (there.location().equals(Locations.uri(entry.location())) && there.tableType().equals(type(entry))) {
                    continue;
                }
                forget(spark, schema, name);
            }
            spark.createTable(catalogTable(entry), true);
        }
    }

    /** Drops a name from Spark's memory; as an external table, so that the files stay whoever owns them. */
    private static void forget(ExternalCatalog spark, String schema, String name) {
        CatalogTable table = spark.getTable(schema, name);
        spark.alterTable(copy(table, CatalogTableType.EXTERNAL()));
        spark.dropTable(schema, name, true, true);
    }

    private void follow(SparkSession session, ExternalCatalogEvent event) {
        if (copying.get()) {
            return;
        }
        ExternalCatalog spark = session.sharedState().externalCatalog().unwrapped();
        if (event instanceof CreateDatabaseEvent created) {
            CatalogDatabase database = spark.getDatabase(created.database());
            store.put(new SchemaEntry(database.name(), Locations.of(database.locationUri())));
        } else if (event instanceof DropDatabaseEvent dropped) {
            store.removeSchema(dropped.database());
        } else if (event instanceof CreateTableEvent created) {
            if (store.schema(created.database()).isEmpty()) {
                store.put(new SchemaEntry(created.database(), locations.schema(created.database())));
            }
            store.put(entry(spark.getTable(created.database(), created.name())));
        } else if (event instanceof AlterTableEvent altered) {
            store.put(entry(spark.getTable(altered.database(), altered.name())));
        } else if (event instanceof DropTableEvent dropped) {
            store.remove(ref(dropped.database(), dropped.name()));
        } else if (event instanceof RenameTableEvent renamed) {
            store.remove(ref(renamed.database(), renamed.name()));
            store.put(entry(spark.getTable(renamed.database(), renamed.newName())));
        }
    }

    private static TableEntry entry(CatalogTable table) {
        boolean managed = table.tableType().equals(CatalogTableType.MANAGED());
        return new TableEntry(ref(table.database(), table.identifier().table()),
                managed ? TableInfo.Type.MANAGED : TableInfo.Type.EXTERNAL, Locations.of(table.location()));
    }

    private static TableRef ref(String schema, String name) {
        return new TableRef(schema + "." + name);
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private static CatalogDatabase database(SchemaEntry schema) {
        return new CatalogDatabase(lower(schema.name()), "", Locations.uri(schema.location()),
                Scala.map(Map.of()));
    }

    private static CatalogTableType type(TableEntry entry) {
        return entry.type() == TableInfo.Type.MANAGED ? CatalogTableType.MANAGED() : CatalogTableType.EXTERNAL();
    }

    private static CatalogTable catalogTable(TableEntry entry) {
        CatalogStorageFormat storage = new CatalogStorageFormat(
                Scala.option(Locations.uri(entry.location())), Scala.option(null), Scala.option(null),
                Scala.option(null), false, Scala.map(Map.of()));
        CatalogTable$ defaults = CatalogTable$.MODULE$;
        return new CatalogTable(
                new TableIdentifier(lower(entry.table().name()), Scala.option(lower(entry.table().schema()))),
                type(entry), storage, new StructType(), Scala.option(PROVIDER), defaults.apply$default$6(),
                defaults.apply$default$7(), defaults.apply$default$8(), defaults.apply$default$9(),
                defaults.apply$default$10(), defaults.apply$default$11(), defaults.apply$default$12(),
                defaults.apply$default$13(), defaults.apply$default$14(), defaults.apply$default$15(),
                defaults.apply$default$16(), true, defaults.apply$default$18(), defaults.apply$default$19(),
                defaults.apply$default$20());
    }

    private static CatalogTable copy(CatalogTable table, CatalogTableType type) {
        return new CatalogTable(table.identifier(), type, table.storage(), table.schema(), table.provider(),
                table.partitionColumnNames(), table.bucketSpec(), table.owner(), table.createTime(),
                table.lastAccessTime(), table.createVersion(), table.properties(), table.stats(), table.viewText(),
                table.comment(), table.unsupportedFeatures(), table.tracksPartitionsInCatalog(),
                table.schemaPreservesCase(), table.ignoredProperties(), table.viewOriginalText());
    }
}

package io.forja.core.lake;

import io.forja.core.definition.TableRef;
import java.util.List;
import java.util.Optional;

/**
 * The names of the lake's tables, kept over restarts: which schemas there are, and where each table's files are. What
 * is in the files (columns, versions) is the tables' own business and not kept here.
 *
 * <p>Each call is one transaction: when it returns, what it wrote survives {@code kill -9}. Every call sees what other
 * processes wrote before it. Writing an entry again changes nothing, so a caller that died may simply repeat itself.
 * Thread-safe. A failure of the store is a {@link io.forja.core.problem.ForjaException}.
 *
 * <p>Names are kept as they are given and compared without regard to case, as SQL does: {@code Bronze.Vendas} finds
 * and replaces {@code bronze.vendas}.
 */
public interface CatalogueStore {

    /**
     * A schema.
     *
     * @param location where its managed tables are, as a path or URI; each is a folder below it
     */
    record SchemaEntry(String name, String location) {}

    /**
     * A table.
     *
     * @param table its name, never a path
     * @param type whose the files are
     * @param location where the files are, as a path or URI
     */
    record TableEntry(TableRef table, TableInfo.Type type, String location) {
        public TableEntry {
            if (table.isPath()) {
                throw new IllegalArgumentException(table + " is a path; a table without a name is not registered");
            }
        }
    }

    /** All schemas in the order of their names. */
    List<SchemaEntry> schemas();

    Optional<SchemaEntry> schema(String name);

    /** Adds a schema, or replaces the one of this name. */
    void put(SchemaEntry schema);

    /**
     * Removes a schema and the names of all tables in it.
     *
     * @return false where there was none
     */
    boolean removeSchema(String name);

    /** All tables in the order of their names. */
    List<TableEntry> tables();

    /** The tables of one schema in the order of their names; empty for an unknown schema. */
    List<TableEntry> tables(String schema);

    Optional<TableEntry> table(TableRef table);

    /**
     * Adds a table, or replaces the one of this name.
     *
     * @throws io.forja.core.problem.NotFoundException when there is no such schema
     */
    void put(TableEntry table);

    /**
     * Removes a table's name; its files are left alone.
     *
     * @return false where there was none
     */
    boolean remove(TableRef table);

    /**
     * Gives a table another name, in its schema or another one, in one step.
     *
     * @return false, with nothing changed, where there is no table {@code from} or there is already one named {@code to}
     * @throws io.forja.core.problem.NotFoundException when there is no such schema
     */
    boolean rename(TableRef from, TableRef to);
}

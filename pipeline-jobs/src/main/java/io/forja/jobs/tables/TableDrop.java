package io.forja.jobs.tables;

import io.forja.core.definition.TableRef;
import io.forja.core.lake.CatalogueStore.TableEntry;
import io.forja.core.lake.TableInfo;
import io.forja.core.problem.ForjaException;
import io.forja.jobs.delta.Lakehouse;
import io.forja.jobs.delta.Locations;
import io.forja.jobs.delta.TableReader;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;

/**
 * Takes names away, and the data with them where the table is managed. Thread-safe.
 *
 * <p>Of a managed table its log goes first, so that no reader finds half a table, and its name last: cut short, it is
 * still there to be dropped again.
 */
public final class TableDrop {

    static final String LOG = "_delta_log";

    private final Lakehouse lakehouse;

    public TableDrop(Lakehouse lakehouse) {
        this.lakehouse = lakehouse;
    }

    /** A table that can be dropped, as the catalogue has it; empty where there is none of this name. */
    public Optional<TableEntry> find(SparkSession spark, TableRef table) {
        if (table.isPath()) {
            throw ForjaException.permanent("a table without a name cannot be dropped: " + table + " is a path",
                    "write schema.table; the files of an external table are yours to delete");
        }
        return lakehouse.catalogue().find(table)
                // Its first commit was made, but its process died before it was registered.
                .or(() -> new TableReader(lakehouse).find(spark, table)
                        .map(location -> new TableEntry(table, TableInfo.Type.MANAGED, location)));
    }

    /**
     * Drops a table.
     *
     * @throws ForjaException when its files cannot be deleted, or other tables lie among them
     */
    public void drop(SparkSession spark, TableEntry table) {
        if (table.type() == TableInfo.Type.MANAGED) {
            requireAlone(table);
            delete(spark, table);
        }
        lakehouse.catalogue().unregister(spark, table.table());
    }

    private void requireAlone(TableEntry table) {
        for (TableEntry other : lakehouse.catalogue().tables()) {
            if (!other.table().equals(table.table()) && Locations.isWithin(other.location(), table.location())) {
                throw ForjaException.permanent("the table " + table.table() + " cannot be dropped, since the data of "
                        + other.table() + " is in its directory, " + Locations.display(table.location()),
                        "drop that name first, or move that data");
            }
        }
    }

    private static void delete(SparkSession spark, TableEntry table) {
        Path directory = new Path(table.location());
        try {
            FileSystem fs = directory.getFileSystem(spark.sessionState().newHadoopConf());
            fs.delete(new Path(directory, LOG), true);
            fs.delete(directory, true);
            if (fs.exists(directory)) {
                throw new IOException("something is left of it");
            }
        } catch (IOException e) {
            throw new ForjaException("the data of " + table.table() + " could not be deleted from "
                    + Locations.display(table.location()) + " (" + e.getMessage() + ")",
                    "check the permissions there, and drop the table again", true, e);
        } finally {
            DeltaLog.invalidateCache(spark, directory);
        }
    }
}

package io.forja.jobs.delta;

import io.delta.tables.DeltaTable;
import io.forja.core.definition.Moment;
import io.forja.core.definition.TableRef;
import io.forja.core.lake.CatalogueStore.TableEntry;
import io.forja.core.problem.ForjaException;
import io.forja.core.problem.NotFoundException;
import io.forja.core.problem.Suggestion;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;
import org.jspecify.annotations.Nullable;

/** Finds and reads tables by name or path. Thread-safe. */
public final class TableReader {

    private final Lakehouse lakehouse;

    public TableReader(Lakehouse lakehouse) {
        this.lakehouse = lakehouse;
    }

    /** Where a table's files are, if there is such a table. */
    public Optional<String> find(SparkSession spark, TableRef table) {
        String location = table.isPath()
                ? lakehouse.locations().resolve(table.text())
                : lakehouse.catalogue().find(table).map(TableEntry::location)
                        // Its first commit was made, but its process died before it was registered.
                        .orElseGet(() -> lakehouse.catalogue().managedLocation(table));
        return DeltaTable.isDeltaTable(spark, location) ? Optional.of(location) : Optional.empty();
    }

    /**
     * @throws NotFoundException when there is no such table
     */
    public String locate(SparkSession spark, TableRef table) {
        return find(spark, table).orElseThrow(() -> notFound(table));
    }

    /** The version of a table that is the newest now, however often the rows are read and whoever writes meanwhile. */
    public Dataset<Row> read(SparkSession spark, TableRef table) {
        String location = locate(spark, table);
        long version = DeltaLog.forTable(spark, new Path(location)).startTransaction().readVersion();
        return spark.read().format("delta").option("versionAsOf", version).load(location);
    }

    /**
     * An old version of a table.
     *
     * @param version the version, or null
     * @param timestamp a moment whose newest version is meant, or null
     * @throws ForjaException when that version is not there or can no longer be read; the message names those that can
     */
    public Dataset<Row> read(
            SparkSession spark, TableRef table, @Nullable Long version, @Nullable Moment timestamp) {
        String location = locate(spark, table);
        long wanted = Versions.require(spark, location, table.text(), version, timestamp);
        return spark.read().format("delta").option("versionAsOf", wanted).load(location);
    }

    /** How many versions the table has had, the first being version 0. */
    public long versions(SparkSession spark, TableRef table) {
        return DeltaLog.forTable(spark, new Path(locate(spark, table))).startTransaction().readVersion() + 1;
    }

    /** That there is no such table, with what to do instead. */
    public NotFoundException notFound(TableRef table) {
        var names = lakehouse.catalogue().tables().stream().map(entry -> entry.table().text()).toList();
        return new NotFoundException("there is no table " + table, table.isPath()
                ? "run the job that writes it first, or check the path"
                : Suggestion.closest(table.text(), names).map(name -> "did you mean \"" + name + "\"?")
                        .orElse("run the job that writes it first"));
    }
}

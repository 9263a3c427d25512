package io.forja.jobs.lake;

import io.forja.core.definition.TableRef;
import io.forja.core.lake.CatalogueStore.TableEntry;
import io.forja.core.lake.Restored;
import io.forja.core.lake.SqlResult;
import io.forja.core.lake.TableInfo;
import io.forja.jobs.delta.History;
import io.forja.jobs.delta.Lakehouse;
import io.forja.jobs.delta.LiveFiles;
import io.forja.jobs.delta.Locations;
import io.forja.jobs.delta.Newest;
import io.forja.jobs.delta.Statement;
import io.forja.jobs.delta.TableReader;
import io.forja.jobs.delta.VersionRestore;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.Snapshot;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** What is to be seen of a table, by its log alone: no data is read. Thread-safe. */
final class TableLook {

    private static final String FORMAT = "delta";

    private final Lakehouse lakehouse;

    TableLook(Lakehouse lakehouse) {
        this.lakehouse = lakehouse;
    }

    static List<SqlResult.Column> columns(StructType schema) {
        return Arrays.stream(schema.fields())
                .map((StructField field) -> new SqlResult.Column(field.name(), field.dataType().catalogString()))
                .toList();
    }

    /**
     * @throws io.forja.core.problem.NotFoundException when there is neither such a name nor such a table
     */
    TableInfo at(SparkSession spark, TableRef table) {
        Optional<TableEntry> entry = table.isPath() ? Optional.empty() : lakehouse.catalogue().find(table);
        return entry.map(known -> at(spark, known, true)).orElseGet(() -> at(spark, table.text(),
                TableInfo.Type.EXTERNAL, new TableReader(lakehouse).locate(spark, table), true));
    }

    /** A table of the catalogue; one that cannot be read says why. */
    TableInfo at(SparkSession spark, TableEntry entry, boolean withColumns) {
        try {
            return at(spark, entry.table().text(), entry.type(), entry.location(), withColumns);
        } catch (RuntimeException e) {
            return unreadable(entry, Statement.sentence(e));
        }
    }

    private static TableInfo at(
            SparkSession spark, String name, TableInfo.Type type, String location, boolean withColumns) {
        Snapshot snapshot = Newest.of(spark, location);
        if (snapshot.version() < 0) {
            return unreadable(new TableEntry(new TableRef(name), type, location), "there is no Delta table at "
                    + Locations.display(location));
        }
        Restored.Size size = VersionRestore.size(LiveFiles.of(snapshot));
        return new TableInfo(name, type, FORMAT, Locations.display(location), snapshot.version(), size.rows(),
                size.bytes(), size.files(), Instant.ofEpochMilli(snapshot.timestamp()),
                History.runOf(snapshot).orElse(null), List.of(), withColumns ? columns(snapshot.schema()) : List.of(),
                null);
    }

    private static TableInfo unreadable(TableEntry entry, String problem) {
        return new TableInfo(entry.table().text(), entry.type(), FORMAT, Locations.display(entry.location()), null, null,
                0, 0, null, null, List.of(), List.of(), problem);
    }
}

package io.forja.jobs.snapshots;

import io.forja.core.definition.TableRef;
import io.forja.core.problem.NotFoundException;
import io.forja.jobs.delta.Lakehouse;
import io.forja.jobs.delta.LiveFiles;
import io.forja.jobs.delta.Newest;
import io.forja.jobs.delta.Scala;
import io.forja.jobs.delta.TableReader;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.Snapshot;
import org.apache.spark.sql.delta.actions.AddFile;

/**
 * One version of a table, held by its list of files whatever is written to the table meanwhile.
 *
 * @param table the table as people call it
 */
record PinnedTable(String table, Snapshot version) {

    /**
     * The newest version.
     *
     * @throws NotFoundException when there is no such table
     */
    static PinnedTable pin(SparkSession spark, Lakehouse lakehouse, TableRef table) {
        String location = new TableReader(lakehouse).locate(spark, table);
        return new PinnedTable(lakehouse.nameOf(table), Newest.of(spark, location));
    }

    Path location() {
        return version.deltaLog().dataPath();
    }

    long number() {
        return version.version();
    }

    List<AddFile> files() {
        return LiveFiles.of(version);
    }

    /** The rows, as the files' statistics count them; where one has none, by reading. */
    long rows(List<AddFile> files) {
        long rows = 0;
        for (AddFile file : files) {
            var counted = Scala.optional(file.numLogicalRecords());
            if (counted.isEmpty()) {
                return version.spark().read().format("delta").option("versionAsOf", number())
                        .load(location().toString()).count();
            }
            rows += ((Number) counted.get()).longValue();
        }
        return rows;
    }
}

package io.forja.jobs.delta;

import io.delta.tables.DeltaTable;
import io.forja.core.definition.TableTarget;
import io.forja.core.job.JobContext;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** What the earlier runs of a job wrote to its table, as the table's own commits tell. */
public final class RunsBefore {

    /** How many versions are looked at for each run that is asked for: other jobs write the table too. */
    private static final int VERSIONS_FOR_ONE = 4;

    private final SparkSession spark;
    private final String location;
    private final JobContext context;

    private RunsBefore(SparkSession spark, String location, JobContext context) {
        this.spark = spark;
        this.location = location;
        this.context = context;
    }

    public static RunsBefore of(SparkSession spark, Lakehouse lakehouse, TableTarget table, JobContext context) {
        return new RunsBefore(spark, Destination.of(table, lakehouse).location(), context);
    }

    /** How many rows each of the last runs wrote, the newest first; fewer where there were fewer. */
    public List<Long> written(int runs) {
        if (!DeltaTable.isDeltaTable(spark, location)) {
            return List.of();
        }
        List<Row> newest = DeltaTable.forPath(spark, location).history(runs * VERSIONS_FOR_ONE).select("userMetadata")
                .collectAsList();
        return newest.stream()
                .flatMap(row -> CommitInfo.parse(row.isNullAt(0) ? null : row.getString(0)).stream())
                .filter(info -> info.pipeline().equals(context.pipeline()) && info.job().equals(context.job())
                        && !info.origin().equals(context.origin()))
                .map(info -> info.rows().written())
                .limit(runs)
                .toList();
    }
}

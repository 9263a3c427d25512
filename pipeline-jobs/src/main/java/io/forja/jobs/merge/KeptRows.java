package io.forja.jobs.merge;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.LogicalRDD;

/**
 * Rows that were read once and are kept on the executors until the close. They are the only copy: rows that are lost
 * with an executor fail the attempt and are never made a second time.
 */
record KeptRows(Dataset<Row> rows) implements AutoCloseable {

    /** Reads the rows. */
    static KeptRows of(Dataset<Row> query) {
        return new KeptRows(query.localCheckpoint(true));
    }

    @Override
    public void close() {
        if (rows.queryExecution().analyzed() instanceof LogicalRDD kept) {
            kept.rdd().unpersist(false);
        }
    }
}

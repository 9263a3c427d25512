package io.forja.jobs.csv;

import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.types.StructType;

/** Takes from Spark which columns a query needs. */
final class CsvScanBuilder implements SupportsPushDownRequiredColumns {
    private final CsvTable table;
    private StructType wanted;

    CsvScanBuilder(CsvTable table) {
        this.table = table;
        wanted = table.schema();
    }

    @Override
    public void pruneColumns(StructType required) {
        wanted = required;
    }

    @Override
    public Scan build() {
        return new CsvScan(table, wanted);
    }
}

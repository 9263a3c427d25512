package io.forja.jobs.csv;

import java.util.OptionalLong;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.SupportsReportStatistics;
import org.apache.spark.sql.types.StructType;

/** One query's reading of some columns. */
record CsvScan(CsvTable table, StructType readSchema) implements Scan, Batch, SupportsReportStatistics {

    @Override
    public String description() {
        return table.name();
    }

    @Override
    public Batch toBatch() {
        return this;
    }

    @Override
    public InputPartition[] planInputPartitions() {
        return table.partitions().toArray(InputPartition[]::new);
    }

    @Override
    public PartitionReaderFactory createReaderFactory() {
        return new CsvReaderFactory(table.spec(readSchema));
    }

    /** The size lets Spark broadcast a small file in a join; without one it takes every file for huge. */
    @Override
    public Statistics estimateStatistics() {
        return new Statistics() {
            @Override
            public OptionalLong sizeInBytes() {
                return OptionalLong.of(Math.max(1, table.bytes()));
            }

            @Override
            public OptionalLong numRows() {
                return OptionalLong.empty();
            }
        };
    }
}

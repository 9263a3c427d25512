package io.forja.jobs.csv;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** Travels to the executors and makes their readers. Immutable. */
record CsvReaderFactory(ReadSpec spec) implements PartitionReaderFactory {

    @Override
    public boolean supportColumnarReads(InputPartition partition) {
        return true;
    }

    @Override
    public PartitionReader<ColumnarBatch> createColumnarReader(InputPartition partition) {
        return new CsvBatchReader(((CsvPartition) partition).splits(), spec);
    }

    @Override
    public PartitionReader<InternalRow> createReader(InputPartition partition) {
        throw new IllegalStateException("CSV files are read in columns only");
    }
}

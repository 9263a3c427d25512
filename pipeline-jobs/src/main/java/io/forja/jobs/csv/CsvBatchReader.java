package io.forja.jobs.csv;

import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.jspecify.annotations.Nullable;

/** Reads the splits of a partition one after the other. Not thread-safe. */
final class CsvBatchReader implements PartitionReader<ColumnarBatch> {
    private final Iterator<CsvSplit> splits;
    private final ReadSpec spec;
    private @Nullable SplitReader reader;
    private @Nullable ColumnarBatch batch;

    CsvBatchReader(List<CsvSplit> splits, ReadSpec spec) {
        this.splits = splits.iterator();
        this.spec = spec;
    }

    @Override
    public boolean next() throws IOException {
        batch = reader == null ? null : reader.next();
        while (batch == null && splits.hasNext()) {
            close();
            reader = new SplitReader(splits.next(), spec);
            batch = reader.next();
        }
        return batch != null;
    }

    @Override
    public ColumnarBatch get() {
        if (batch == null) {
            throw new IllegalStateException("there is no batch before the first next() and after the last");
        }
        return batch;
    }

    @Override
    public void close() throws IOException {
        if (reader != null) {
            reader.close();
            reader = null;
        }
    }
}

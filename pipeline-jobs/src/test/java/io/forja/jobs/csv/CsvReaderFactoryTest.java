package io.forja.jobs.csv;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a driver sends to its executors. */
class CsvReaderFactoryTest {
    @TempDir
    Path folder;

    @Test
    void a_partition_is_read_wherever_its_bytes_arrive() throws Exception {
        Path file = CsvReads.write(folder, "file.csv", "a,b\n1,2\n\"3\n\",4\n5,6\n");
        CsvTable table = CsvReads.table(List.of(file), CsvFormat.STANDARD, CsvRead.STRICT.withTargetSplitBytes(6));
        assertThat(table.partitions()).hasSize(2);
        CsvReaderFactory factory = sent(new CsvReaderFactory(table.spec(table.schema())));
        CsvPartition partition = sent(table.partitions().get(1));
        try (PartitionReader<ColumnarBatch> reader = factory.createColumnarReader(partition)) {
            assertThat(reader.next()).isTrue();
            assertThat(reader.get().getRow(0).getString(0)).isEqualTo("5");
            assertThat(reader.next()).isFalse();
        }
    }

    @SuppressWarnings("unchecked")
    private static <T> T sent(T object) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (T) in.readObject();
        }
    }
}

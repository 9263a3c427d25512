package io.forja.jobs.snapshots;

import io.forja.core.problem.ForjaException;
import io.forja.jobs.delta.Locations;
import io.forja.jobs.delta.ManyFiles;
import io.forja.jobs.delta.Scala;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.spark.sql.delta.Snapshot;
import org.apache.spark.sql.delta.actions.Action;
import org.apache.spark.sql.delta.actions.AddFile;
import org.apache.spark.sql.delta.actions.Metadata;

/**
 * Holds a snapshot against what it is to be, by reading it back: its first commit as Delta parses it, and of each file
 * its size and the rows that its footer counts, which a file cut short does not have.
 */
final class Verification {

    private static final String TAKE_ANOTHER = "take a new one";

    private final Storage storage;
    private final Path directory;
    private final List<Action> read;
    private final boolean wholeObjects;

    private Verification(Storage storage, Path directory, List<Action> read, boolean wholeObjects) {
        this.storage = storage;
        this.directory = directory;
        this.read = read;
        this.wholeObjects = wholeObjects;
    }

    /** The snapshot as its first commit made it. */
    static Verification of(Storage storage, Path directory) throws IOException {
        return of(storage, directory, false);
    }

    /**
     * The same right after its files were copied.
     *
     * @param wholeObjects true where a store copied them by itself: then their sizes say enough, and no data is read
     *     where the log counts the rows
     */
    static Verification of(Storage storage, Path directory, boolean wholeObjects) throws IOException {
        List<Action> read = storage.find(SnapshotFolder.firstCommit(directory)).stream().flatMap(String::lines)
                .map(Action::fromJson).toList();
        return new Verification(storage, directory, read, wholeObjects);
    }

    /** @throws ForjaException when columns or partitioning are not those of the source's version */
    Verification hasSchemaOf(Snapshot source) {
        Metadata metadata = actions(Metadata.class).findFirst().orElseThrow(() -> failure("its first commit is gone"));
        require(metadata.schemaString().equals(source.metadata().schemaString())
                && metadata.partitionColumns().equals(source.metadata().partitionColumns()),
                "its schema is " + metadata.schema().catalogString() + " where the source's is "
                        + source.schema().catalogString());
        return this;
    }

    /** @throws ForjaException when files are missing, cut short or others, or the rows are not as many */
    void holds(Marker marker) throws IOException {
        List<AddFile> files = actions(AddFile.class).toList();
        require(FileList.sha256(files).equals(marker.filesSha256()), "its log lists other files than were copied");
        List<Long> rows = ManyFiles.map(files, this::rowsOf);
        long total = rows.stream().mapToLong(Long::longValue).sum();
        require(total == marker.rows(), "it has " + total + " rows where version " + marker.version() + " of "
                + marker.table() + " has " + marker.rows());
        long bytes = files.stream().mapToLong(AddFile::size).sum() + bytesOfVectors(files);
        require(bytes == marker.bytes(), "it has " + bytes + " bytes where " + marker.bytes() + " were copied");
    }

    private <T extends Action> Stream<T> actions(Class<T> type) {
        return read.stream().filter(type::isInstance).map(type::cast);
    }

    private long rowsOf(AddFile file) throws IOException {
        Path path = new Path(directory, file.toPath());
        FileStatus status = status(path);
        require(status.getLen() == file.size(), "its file " + file.path() + " has " + status.getLen()
                + " bytes where the log says " + file.size());
        Optional<Object> told = Scala.optional(file.numPhysicalRecords());
        long physical = wholeObjects && told.isPresent() ? ((Number) told.get()).longValue() : physicalRows(status);
        told.ifPresent(counted -> require(
                ((Number) counted).longValue() == physical, "its file " + file.path() + " has " + physical
                        + " rows where the log says " + counted));
        return physical - file.numDeletedRecords();
    }

    private long physicalRows(FileStatus file) throws IOException {
        try (ParquetFileReader footer = ParquetFileReader.open(HadoopInputFile.fromStatus(file, storage.conf()))) {
            return footer.getRecordCount();
        } catch (RuntimeException e) {
            throw failure("its file " + Locations.display(file.getPath().toString()) + " is no whole Parquet file ("
                    + e.getMessage() + ")", remedy(file.getPath()));
        }
    }

    /** The next snapshot would share a file of the right size again. */
    private String remedy(Path file) {
        return file.toString().startsWith(directory + "/") ? TAKE_ANOTHER : "delete that file, then " + TAKE_ANOTHER;
    }

    private long bytesOfVectors(List<AddFile> files) throws IOException {
        Map<Path, Long> bytes = new LinkedHashMap<>();
        for (AddFile file : files) {
            if (file.deletionVector() != null && file.deletionVector().isOnDisk()) {
                Path path = file.deletionVector().absolutePath(directory);
                if (!bytes.containsKey(path)) {
                    bytes.put(path, status(path).getLen());
                }
            }
        }
        return bytes.values().stream().mapToLong(Long::longValue).sum();
    }

    private FileStatus status(Path file) throws IOException {
        try {
            return storage.fileSystem(file).getFileStatus(file);
        } catch (FileNotFoundException e) {
            throw failure("its file " + Locations.display(file.toString()) + " is missing");
        }
    }

    private void require(boolean holds, String otherwise) {
        if (!holds) {
            throw failure(otherwise);
        }
    }

    private ForjaException failure(String why) {
        return failure(why, TAKE_ANOTHER);
    }

    private ForjaException failure(String why, String remedy) {
        return new ForjaException("the snapshot " + Locations.display(directory.toString()) + " is not what it has to be: "
                + why, remedy, true, null);
    }
}

package io.forja.jobs.snapshots;

import io.forja.jobs.delta.Scala;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIsNotEmptyDirectoryException;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.storage.LogStore;

/**
 * Files of any store that Spark reads. Small files are written as Delta writes its log: whole or not at all, and never
 * over one that is there. Thread-safe.
 */
final class Storage {

    private final Configuration conf;
    private final LogStore store;

    private Storage(Configuration conf, LogStore store) {
        this.conf = conf;
        this.store = store;
    }

    static Storage of(SparkSession spark) {
        return new Storage(spark.sessionState().newHadoopConf(), LogStore.apply(spark));
    }

    Configuration conf() {
        return conf;
    }

    FileSystem fileSystem(Path path) throws IOException {
        return path.getFileSystem(conf);
    }

    /** The path with its scheme and authority, the one way in which paths are compared. */
    Path qualified(String location) throws IOException {
        Path path = new Path(location);
        return fileSystem(path).makeQualified(path);
    }

    boolean exists(Path path) throws IOException {
        return fileSystem(path).exists(path);
    }

    /** What is in a directory; empty where there is none. */
    List<FileStatus> list(Path directory) throws IOException {
        try {
            return List.of(fileSystem(directory).listStatus(directory));
        } catch (FileNotFoundException e) {
            return List.of();
        }
    }

    /**
     * Writes a file that is not there yet, and its directory where it is new.
     *
     * @throws java.nio.file.FileAlreadyExistsException when the file is there
     */
    void put(Path file, List<String> lines) throws IOException {
        fileSystem(file).mkdirs(file.getParent());
        store.write(file, Scala.seq(lines).iterator(), false, conf);
    }

    /** A small file's text; empty where there is no such file, or another process removed it since. */
    Optional<String> find(Path file) throws IOException {
        try {
            return Optional.of(read(file));
        } catch (FileNotFoundException e) {
            return Optional.empty();
        }
    }

    /** Says what the log store, which is Scala, does not. */
    private String read(Path file) throws IOException {
        return String.join("\n", Scala.list(store.read(file, conf)));
    }

    /** The store's own clock, as it dates a file that is written for this and removed again. */
    Instant now(Path probe) throws IOException {
        FileSystem fs = fileSystem(probe);
        fs.create(probe, false).close();
        try {
            return Instant.ofEpochMilli(fs.getFileStatus(probe).getModificationTime());
        } finally {
            delete(probe);
        }
    }

    /** Removes a directory with nothing in it; false where there is something. */
    boolean deleteEmpty(Path directory) throws IOException {
        if (!list(directory).isEmpty()) {
            return false;
        }
        try {
            return fileSystem(directory).delete(directory, false) || !exists(directory);
        } catch (PathIsNotEmptyDirectoryException e) {
            // Somebody began in it just now.
            return false;
        }
    }

    /** Removes a file, or a directory with all that is in it; where there is none, nothing. */
    void delete(Path path) throws IOException {
        FileSystem fs = fileSystem(path);
        if (!fs.delete(path, true) && fs.exists(path)) {
            throw new IOException(path + " cannot be removed");
        }
    }
}

package io.forja.jobs.delta;

import io.forja.jobs.s3.UnfinishedUploads;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A folder that an attempt is about to write in, and how everything is taken back: its own files, known by their
 * prefix, and the folders that were not there before. Used by one thread.
 */
public final class Footprint {

    private final FileSystem fs;
    private final Configuration hadoop;
    private final Path folder;
    private final String prefix;
    /** The nearest folder that was there before; it stays, and so does all above it. */
    private final Path before;

    private Footprint(FileSystem fs, Configuration hadoop, Path folder, String prefix, Path before) {
        this.fs = fs;
        this.hadoop = hadoop;
        this.folder = folder;
        this.prefix = prefix;
        this.before = before;
    }

    /**
     * Looks at what is there now; to be called before anything is written.
     *
     * @param prefix what the names of this attempt's files begin with, and of no others; empty where all are its own
     */
    public static Footprint of(String folder, String prefix, Configuration hadoop) throws IOException {
        Path path = new Path(folder);
        FileSystem fs = path.getFileSystem(hadoop);
        Path whole = fs.makeQualified(path);
        Path before = whole;
        while (!before.isRoot() && !fs.exists(before)) {
            before = before.getParent();
        }
        return new Footprint(fs, hadoop, whole, prefix, before);
    }

    public void remove() throws IOException {
        UnfinishedUploads.abort(folder, prefix, hadoop);
        if (!fs.exists(folder)) {
            removeEmpty(folder.getParent());
            return;
        }
        // The deepest first, so that a folder is empty once those in it are gone.
        Set<Path> emptied = new TreeSet<>(Comparator.comparingInt(Path::depth).reversed()
                .thenComparing(Comparator.naturalOrder()));
        if (!folder.equals(before) && !hasCommits()) {
            emptied.add(new Path(folder, "_delta_log/_commits"));
            emptied.add(folder);
        }
        Set<Path> own = new TreeSet<>();
        FilesBelow.each(fs, folder, file -> {
            if (file.getName().startsWith(prefix)) {
                own.add(file);
            }
        });
        for (Path file : own) {
            fs.delete(file, false);
            emptied.add(file.getParent());
        }
        for (Path each : emptied) {
            removeEmpty(each);
        }
    }

    /** True where another writer made a table of the folder meanwhile, and the folders are its own. */
    private boolean hasCommits() throws IOException {
        Path log = new Path(folder, "_delta_log");
        return fs.exists(log) && Arrays.stream(fs.listStatus(log)).anyMatch(FileStatus::isFile);
    }

    private void removeEmpty(Path from) throws IOException {
        Path path = from;
        while (!path.equals(before) && path.depth() > before.depth()) {
            if (fs.exists(path)) {
                if (fs.listStatus(path).length > 0) {
                    return;
                }
                fs.delete(path, false);
            }
            path = path.getParent();
        }
    }
}

package io.forja.jobs.delta;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.function.Consumer;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/** All files in a folder and the folders below it, as they are while one looks: others may go on writing there. */
final class FilesBelow {

    private FilesBelow() {}

    static void each(FileSystem fs, Path folder, Consumer<Path> file) throws IOException {
        if (fs instanceof LocalFileSystem) {
            walk(fs, folder, file);
            return;
        }
        // One listing of all keys where there are no folders.
        RemoteIterator<LocatedFileStatus> all = fs.listFiles(folder, true);
        while (all.hasNext()) {
            file.accept(all.next().getPath());
        }
    }

    /** Hadoop's own way asks each file for its permissions, by a process for each where it has no native library. */
    private static void walk(FileSystem fs, Path folder, Consumer<Path> file) throws IOException {
        FileStatus[] entries;
        try {
            entries = fs.listStatus(folder);
        } catch (FileNotFoundException e) {
            // Somebody removed it since.
            return;
        }
        for (FileStatus entry : entries) {
            if (entry.isDirectory()) {
                walk(fs, entry.getPath(), file);
            } else {
                file.accept(entry.getPath());
            }
        }
    }
}

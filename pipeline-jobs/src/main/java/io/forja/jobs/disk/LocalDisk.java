package io.forja.jobs.disk;

import java.util.Map;
import org.apache.hadoop.fs.LocalFileSystem;

/**
 * Hadoop's file system of the local disk, checksums and all, in which no file costs a process. Made by Hadoop, by the
 * name in its settings. Thread-safe, as Hadoop's is.
 */
public final class LocalDisk extends LocalFileSystem {

    /** Hadoop's settings for which all paths of the local disk go through here. */
    public static final Map<String, String> SETTINGS = Map.of(
            "fs.file.impl", LocalDisk.class.getName(),
            "fs.AbstractFileSystem.file.impl", LocalDiskContext.class.getName());

    public LocalDisk() {
        super(new PlainDisk());
    }
}

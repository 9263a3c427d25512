package io.forja.jobs.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * The files as they are. Hadoop runs {@code chmod} for every file and folder it makes, and {@code readlink} for every
 * one that it renames; a commit of Delta took a dozen processes of some fifteen milliseconds each. The JDK does both by
 * a system call.
 */
public class PlainDisk extends RawLocalFileSystem {

    @Override
    public void setPermission(Path path, FsPermission permission) throws IOException {
        PosixFileAttributeView view = permission.getStickyBit()
                ? null
                : Files.getFileAttributeView(local(path), PosixFileAttributeView.class);
        if (view == null) {
            // What the JDK has no word for.
            super.setPermission(path, permission);
        } else {
            view.setPermissions(PosixFilePermissions.fromString(permission.getUserAction().SYMBOL
                    + permission.getGroupAction().SYMBOL + permission.getOtherAction().SYMBOL));
        }
    }

    @Override
    public FileStatus getFileLinkStatus(Path path) throws IOException {
        return Files.isSymbolicLink(local(path)) ? super.getFileLinkStatus(path) : getFileStatus(path);
    }

    private java.nio.file.Path local(Path path) {
        return pathToFile(path).toPath();
    }
}

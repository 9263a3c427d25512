package io.forja.jobs.snapshots;

import io.forja.jobs.disk.PlainDisk;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.DelegateToFileSystem;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;
import org.apache.spark.sql.SparkSession;

/**
 * The local disk under {@code crash:/}, for a process that dies: from a chosen change on, nothing works any more, as
 * far as the process can tell, until it is started again. The change itself is half done where it can be.
 */
public final class CrashingFileSystem extends PlainDisk {

    private static int changesLeft = Integer.MAX_VALUE;

    static void install(SparkSession spark) {
        Configuration conf = spark.sparkContext().hadoopConfiguration();
        conf.set("fs.crash.impl", CrashingFileSystem.class.getName());
        conf.set("fs.AbstractFileSystem.crash.impl", Abstract.class.getName());
    }

    /** @param change the first one that fails, counted from 1 */
    static synchronized void dieAt(int change) {
        changesLeft = change - 1;
    }

    /** @return true where the process had died */
    static synchronized boolean startAgain() {
        boolean died = changesLeft < 0;
        changesLeft = Integer.MAX_VALUE;
        return died;
    }

    private static synchronized void change() throws IOException {
        if (changesLeft <= 0) {
            changesLeft = -1;
            throw new IOException("the process has died");
        }
        changesLeft--;
    }

    private static synchronized void look() throws IOException {
        if (changesLeft < 0) {
            throw new IOException("the process has died");
        }
    }

    @Override
    public URI getUri() {
        return URI.create("crash:///");
    }

    @Override
    public String getScheme() {
        return "crash";
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
        look();
        return super.open(path, bufferSize);
    }

    @Override
    public FileStatus[] listStatus(Path path) throws IOException {
        look();
        return super.listStatus(path);
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
        look();
        return super.getFileStatus(path);
    }

    @Override
    public FSDataOutputStream create(
            Path path, FsPermission permission, boolean overwrite, int bufferSize, short replication, long blockSize,
            Progressable progress) throws IOException {
        change();
        return dying(super.create(path, permission, overwrite, bufferSize, replication, blockSize, progress));
    }

    @Override
    public FSDataOutputStream create(
            Path path, boolean overwrite, int bufferSize, short replication, long blockSize, Progressable progress)
            throws IOException {
        change();
        return dying(super.create(path, overwrite, bufferSize, replication, blockSize, progress));
    }

    private static FSDataOutputStream dying(OutputStream file) throws IOException {
        return new FSDataOutputStream(new FilterOutputStream(file) {
            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                try {
                    change();
                } catch (IOException dead) {
                    out.write(bytes, from, length / 2);
                    out.flush();
                    throw dead;
                }
                out.write(bytes, from, length);
            }
        }, null);
    }

    @Override
    public boolean rename(Path from, Path to) throws IOException {
        change();
        return super.rename(from, to);
    }

    @Override
    public boolean delete(Path path, boolean recursive) throws IOException {
        change();
        return super.delete(path, recursive);
    }

    @Override
    public boolean mkdirs(Path path) throws IOException {
        look();
        return super.mkdirs(path);
    }

    @Override
    public boolean mkdirs(Path path, FsPermission permission) throws IOException {
        look();
        return super.mkdirs(path, permission);
    }

    /** The same for who asks through FileContext, as Delta's log store does. */
    public static final class Abstract extends DelegateToFileSystem {
        public Abstract(URI uri, Configuration conf) throws IOException, URISyntaxException {
            super(uri, new CrashingFileSystem(), conf, "crash", false);
        }

        @Override
        public int getUriDefaultPort() {
            return -1;
        }

        @Override
        public boolean isValidName(String name) {
            return true;
        }
    }
}

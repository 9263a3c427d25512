package io.forja.scheduler.daemon;

import io.forja.core.problem.ForjaException;
import io.forja.scheduler.config.StateFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a second daemon off a state folder. The operating system gives the lock back when its holder ends, however it
 * ends. In the file stands who held it last: that daemon is gone for certain, whatever machine or container it was on.
 */
final class DaemonLock implements AutoCloseable {

    private static final int ATTEMPTS = 20;
    private static final long WAIT_MILLIS = 50;

    private final FileChannel channel;
    private final String lastOwner;

    private DaemonLock(FileChannel channel, String lastOwner) {
        this.channel = channel;
        this.lastOwner = lastOwner;
    }

    /**
     * @throws ForjaException when another daemon has this state
     */
    static DaemonLock take(StateFolder folder) {
        Path file = folder.daemonLock();
        try {
            Files.createDirectories(folder.path().toAbsolutePath());
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ,
                    StandardOpenOption.WRITE);
            if (lock(channel) == null) {
                channel.close();
                throw ForjaException.permanent("another daemon has the state in " + folder.path() + DaemonFile
                        .find(folder).map(other -> " (" + other.owner() + ", " + other.url() + ")").orElse(""),
                        "stop it first, or set state.url, or with PostgreSQL state.folder, to another place");
            }
            return new DaemonLock(channel, text(channel));
        } catch (IOException e) {
            throw new ForjaException("the file " + file + " cannot be locked (" + e.getMessage() + ")",
                    "make its folder writable for the user that runs Forja");
        }
    }

    /** A command that looks whether a daemon is up holds the lock for a moment: that is waited for. */
    private static @Nullable FileLock lock(FileChannel channel) throws IOException {
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            try {
                FileLock lock = channel.tryLock();
                if (lock != null) {
                    return lock;
                }
                Thread.sleep(WAIT_MILLIS);
            } catch (OverlappingFileLockException e) {
                return null;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return null;
            }
        }
        return null;
    }

    private static String text(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(1024);
        channel.read(bytes, 0);
        return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8).strip();
    }

    /** The daemon that had the lock last, or an empty text. */
    String lastOwner() {
        return lastOwner;
    }

    /** Says who has the lock now; only once what the last owner left is taken care of. */
    void sign(String owner) {
        try {
            channel.truncate(0);
            channel.write(ByteBuffer.wrap(owner.getBytes(StandardCharsets.UTF_8)), 0);
            channel.force(true);
        } catch (IOException e) {
            throw new ForjaException("the daemon's lock cannot be written (" + e.getMessage() + ")",
                    "free some space, and check the permissions of the state folder");
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // It ends with the process.
        }
    }
}

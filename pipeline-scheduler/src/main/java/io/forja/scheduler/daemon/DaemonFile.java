package io.forja.scheduler.daemon;

import io.forja.core.problem.ForjaException;
import io.forja.scheduler.config.StateFolder;
import io.forja.scheduler.json.Json;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a daemon leaves in the state folder so that commands find it; readable by its user alone, since it may hold the
 * token.
 *
 * @param owner the process, see {@link io.forja.core.run.ProcessId}
 */
public record DaemonFile(URI url, String owner, Instant startedAt, @Nullable String token) {

    /** The daemon that is up with this state, or empty; a file that a dead daemon left counts as none. */
    public static Optional<DaemonFile> find(StateFolder folder) {
        Path file = folder.daemonFile();
        if (!Files.isRegularFile(file) || !isHeld(folder.daemonLock())) {
            return Optional.empty();
        }
        try {
            return Optional.of(Json.mapper().readValue(file.toFile(), DaemonFile.class));
        } catch (IOException e) {
            throw new ForjaException("a daemon is up, but " + file + " cannot be read (" + e.getMessage() + ")",
                    "use Forja as the daemon's user, or name the daemon with FORJA_URL");
        }
    }

    /** True where a daemon lives: its lock goes with it, however it ends. */
    private static boolean isHeld(Path lock) {
        if (!Files.exists(lock)) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.READ);
                FileLock free = channel.tryLock(0, Long.MAX_VALUE, true)) {
            return free == null;
        } catch (OverlappingFileLockException e) {
            return true;
        } catch (IOException e) {
            // Whoever may not read the lock may not read the file either, and is told so there.
            return true;
        }
    }

    void write(StateFolder folder) {
        Path file = folder.daemonFile();
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        FileAttribute<?>[] mine = posix ? new FileAttribute<?>[] {
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))} : new FileAttribute<?>[0];
        try {
            Path whole = Files.createTempFile(folder.path().toAbsolutePath(), "daemon", ".json", mine);
            Files.writeString(whole, Json.mapper().writeValueAsString(this));
            Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new ForjaException("the file " + file + " cannot be written (" + e.getMessage() + ")",
                    "make its folder writable for the user that runs Forja");
        }
    }

    static void remove(StateFolder folder) {
        try {
            Files.deleteIfExists(folder.daemonFile());
        } catch (IOException e) {
            // Without the lock it counts as none.
        }
    }
}

package io.forja.scheduler.daemon;

import io.forja.core.lake.LeaseStore;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * The lease as a file of a disk that processes share. Each step is made under a lock of the operating system, and the
 * file is replaced whole, so a killed process leaves the old one or the new one.
 */
public final class FileLeaseStore implements LeaseStore {

    private final Path file;

    public FileLeaseStore(Path file) {
        this.file = file.toAbsolutePath().normalize();
    }

    @Override
    public String location() {
        return file.toString();
    }

    @Override
    public Optional<Stored> read() throws IOException {
        try {
            String text = Files.readString(file);
            return Optional.of(new Stored(text, text));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    @Override
    public boolean create(String text) throws IOException {
        return locked(() -> read().isEmpty() && write(text));
    }

    @Override
    public boolean replace(Stored seen, String text) throws IOException {
        return locked(() -> read().filter(seen::equals).isPresent() && write(text));
    }

    @Override
    public void remove(Stored seen) throws IOException {
        locked(() -> read().filter(seen::equals).isPresent() && Files.deleteIfExists(file));
    }

    @FunctionalInterface
    private interface Step {
        boolean take() throws IOException;
    }

    /** Threads of one process first: the operating system's lock is the process's. */
    private boolean locked(Step step) throws IOException {
        synchronized (FileLeaseStore.class) {
            Files.createDirectories(file.getParent());
            try (FileChannel channel = FileChannel.open(file.resolveSibling(file.getFileName() + ".lock"),
                            StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                return lock.isValid() && step.take();
            }
        }
    }

    private boolean write(String text) throws IOException {
        Path whole = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(whole, text);
        Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        return true;
    }
}

package io.forja.jobs.snapshots;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * Who works on a directory, as the files {@code _forja_lock_<number>.json} in it say: the highest number counts. Whoever
 * takes the lock, takes it over from a process that died, or lets go of it writes the next number, which the store lets
 * only one do. A file goes only where a higher one is there, so that numbers never begin anew: who was held up between
 * looking and writing, or holds what was taken over since, finds the higher number and changes nothing.
 *
 * <p>Killed at any moment, its process leaves a lock that is free for the next. Used by one thread.
 */
final class SharedLock {

    private static final Pattern NAME = Pattern.compile("_forja_lock_(\\d{1,18})\\.json");

    /** Of a lock, and of what is left of one where a process died within its write. */
    private static final Pattern LEFT = Pattern.compile("\\.{0,2}_forja_lock_\\d+\\.json.*");

    /**
     * What a lock says.
     *
     * @param owner who holds it, or null where it was let go of
     * @param since when it was taken
     */
    private record Holder(@Nullable String owner, String since) {}

    private final Storage storage;
    private final Path directory;
    private final long number;
    private final Instant since;

    private SharedLock(Storage storage, Path directory, long number, Instant since) {
        this.storage = storage;
        this.directory = directory;
        this.number = number;
        this.since = since;
    }

    /** Takes the lock; empty where somebody else has it, in this process or another one. */
    static Optional<SharedLock> take(Storage storage, Path directory, Instant now) throws IOException {
        if (!AtWork.begin(directory)) {
            return Optional.empty();
        }
        boolean mine = false;
        try {
            long highest = highest(storage, directory);
            SharedLock next = new SharedLock(storage, directory, highest + 1, now);
            mine = isFree(storage, directory, highest, now) && next.put(AtWork.owner()) && next.outnumbers();
            return mine ? Optional.of(next) : Optional.empty();
        } finally {
            if (!mine) {
                AtWork.end(directory);
            }
        }
    }

    /** True of a lock's file, whole or not. */
    static boolean isLock(FileStatus file) {
        return LEFT.matcher(file.getPath().getName()).matches();
    }

    private static boolean isFree(Storage storage, Path directory, long number, Instant now) throws IOException {
        // Gone since it was listed, it was outnumbered, which the number that is written next finds out.
        Optional<Holder> holder = storage.find(file(directory, number)).flatMap(text -> Json.read(text, Holder.class));
        return holder.isEmpty() || holder.get().owner() == null || holder.get().owner().equals(AtWork.owner())
                || AtWork.abandoned(directory, holder.get().owner(), holder.get().since(), now);
    }

    /** False where another one has written the number. */
    private boolean put(@Nullable String owner) throws IOException {
        try {
            storage.put(file(directory, number), List.of(Json.write(new Holder(owner, since.toString()))));
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        }
    }

    /** Removes the lower numbers; where there is a higher one, this one goes and counts for nothing. */
    private boolean outnumbers() throws IOException {
        boolean highest = isHeld();
        for (FileStatus file : storage.list(directory)) {
            long other = number(file);
            if (other > 0 && (highest ? other < number : other == number)) {
                storage.delete(file.getPath());
            }
        }
        return highest;
    }

    /** False once another process took it over, for this one had not been heard of for too long. */
    boolean isHeld() throws IOException {
        return highest(storage, directory) == number;
    }

    /** Lets go of it; where another process has taken it over, nothing happens to that. */
    void release() throws IOException {
        try {
            SharedLock next = new SharedLock(storage, directory, number + 1, since);
            if (next.put(null)) {
                next.outnumbers();
            }
        } finally {
            AtWork.end(directory);
        }
    }

    private static long highest(Storage storage, Path directory) throws IOException {
        return storage.list(directory).stream().mapToLong(SharedLock::number).max().orElse(0);
    }

    /** 0 for what is no lock. */
    private static long number(FileStatus file) {
        Matcher name = NAME.matcher(file.getPath().getName());
        return name.matches() ? Long.parseLong(name.group(1)) : 0;
    }

    private static Path file(Path directory, long number) {
        return new Path(directory, "_forja_lock_" + number + ".json");
    }
}

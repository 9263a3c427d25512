package io.forja.jobs.snapshots;

import io.forja.core.run.ProcessId;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.Path;

/**
 * Who is at work on a directory, so that what a killed process left can be told from what is being done. Thread-safe.
 */
final class AtWork {

    /** A process of another machine cannot be asked; nothing takes as long as this. */
    private static final Duration LONGER_THAN_ANY_WORK = Duration.ofDays(7);

    private static final String HOST = host();

    /** What this process is at work on, whichever lake it belongs to. */
    private static final Set<Path> HERE = ConcurrentHashMap.newKeySet();

    private AtWork() {}

    static String owner() {
        return ProcessId.current(HOST).toString();
    }

    /** @return false where this process is already at work on the directory */
    static boolean begin(Path directory) {
        return HERE.add(directory);
    }

    static void end(Path directory) {
        HERE.remove(directory);
    }

    /** True where nobody will finish the work, so that anyone may remove its directory. */
    static boolean abandoned(Path directory, String owner, String since, Instant now) {
        if (owner.equals(owner())) {
            return !HERE.contains(directory);
        }
        return ProcessId.parse(owner).map(process -> process.isGone(HOST)
                || !process.host().equals(HOST)
                        && Instant.parse(since).plus(LONGER_THAN_ANY_WORK).isBefore(now)).orElse(true);
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}

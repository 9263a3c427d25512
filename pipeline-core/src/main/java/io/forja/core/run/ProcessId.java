package io.forja.core.run;

import java.time.Instant;
import java.util.Optional;

/**
 * A process that owns runs, named so that another process of the same machine can tell whether it still lives.
 *
 * @param host the machine's name
 * @param pid the process's number
 * @param startedAtMillis when the process began, since a number is used again
 */
public record ProcessId(String host, long pid, long startedAtMillis) {

    public static ProcessId current(String host) {
        return of(host, ProcessHandle.current());
    }

    private static ProcessId of(String host, ProcessHandle process) {
        return new ProcessId(host, process.pid(), process.info().startInstant().map(Instant::toEpochMilli).orElse(0L));
    }

    public static Optional<ProcessId> parse(String text) {
        String[] parts = text.split(":");
        try {
            return parts.length == 3
                    ? Optional.of(new ProcessId(parts[0], Long.parseLong(parts[1]), Long.parseLong(parts[2])))
                    : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** True where it is known that the process no longer runs; a process of another machine may. */
    public boolean isGone(String thisHost) {
        if (!host.equals(thisHost)) {
            return false;
        }
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).map(process -> of(host, process))
                .filter(this::equals).isEmpty();
    }

    @Override
    public String toString() {
        return host + ":" + pid + ":" + startedAtMillis;
    }
}

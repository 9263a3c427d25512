package io.forja.core.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A process that owns runs, named so that another process of the same machine can tell whether it still lives.
 *
 * @param host the machine's name
 * @param pid the process's number
 * @param start what tells the process from a later one of the same number: on Linux the machine's boot and the clock
 *     ticks from there to the process's begin, which no change of the wall clock moves; elsewhere the time it began
 */
public record ProcessId(String host, long pid, String start) {

    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
    private static final Pattern TEXT = Pattern.compile("(.+):([0-9]+):([^:]*)");

    /** Of the fields behind the name in {@code /proc/<pid>/stat}, the one with the ticks at which the process began. */
    private static final int START_TICKS = 19;

    public static ProcessId current(String host) {
        return of(host, ProcessHandle.current());
    }

    /** A process of this machine. */
    public static ProcessId of(String host, ProcessHandle process) {
        String start = startOnLinux(process.pid())
                .or(() -> process.info().startInstant().map(Instant::toEpochMilli).map(String::valueOf))
                .orElse("");
        return new ProcessId(host, process.pid(), start);
    }

    private static Optional<String> startOnLinux(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            // The name stands in parentheses and may hold spaces and parentheses of its own.
            String[] behindName = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            String boot = Files.readString(BOOT).strip();
            return Optional.of(boot.substring(0, boot.indexOf('-')) + "-" + behindName[START_TICKS]);
        } catch (IOException | IndexOutOfBoundsException e) {
            return Optional.empty();
        }
    }

    public static Optional<ProcessId> parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        try {
            return matcher.matches()
                    ? Optional.of(new ProcessId(matcher.group(1), Long.parseLong(matcher.group(2)), matcher.group(3)))
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
        return host + ":" + pid + ":" + start;
    }
}

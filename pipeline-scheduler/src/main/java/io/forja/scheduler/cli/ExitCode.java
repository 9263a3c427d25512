package io.forja.scheduler.cli;

import io.forja.core.run.RunStatus;

/** How a command ends, for scripts. */
public final class ExitCode {

    public static final int OK = 0;
    /** The run failed or was cancelled, or the command could not do its work. */
    public static final int FAILED = 1;
    /** A definition or an argument is wrong. */
    public static final int INVALID = 2;
    /** What was asked for by name does not exist. */
    public static final int NOT_FOUND = 3;
    /** The run did not start: the one before it was still going. */
    public static final int SKIPPED = 4;
    /** Ctrl-C ended the command, as shells have it. */
    public static final int INTERRUPTED = 130;

    private ExitCode() {}

    static int of(RunStatus end) {
        return switch (end) {
            case SUCCEEDED -> OK;
            case SKIPPED -> SKIPPED;
            default -> FAILED;
        };
    }
}

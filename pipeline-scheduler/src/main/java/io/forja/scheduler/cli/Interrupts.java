package io.forja.scheduler.cli;

/** Hears that the user wants the process to end: Ctrl-C, or SIGTERM. Thread-safe. */
@FunctionalInterface
public interface Interrupts {

    /** Nobody ever interrupts. */
    Interrupts NONE = action -> () -> {};

    /**
     * Runs the action, in any thread, in place of ending the process; a second request ends it at once. The latest
     * action counts, until it is closed.
     */
    Registration onInterrupt(Runnable action);

    /** Ends with {@link #close()}. */
    @FunctionalInterface
    interface Registration extends AutoCloseable {
        @Override
        void close();
    }
}

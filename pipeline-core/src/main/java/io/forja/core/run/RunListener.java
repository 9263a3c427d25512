package io.forja.core.run;

/**
 * Hears what happens to runs, after the ledger has it. Methods are called from the run's own thread; they return soon
 * and never throw. Implementations are thread-safe.
 */
public interface RunListener {

    default void queued(RunRecord run) {}

    default void started(RunRecord run) {}

    /** A job changed: an attempt began, failed and waits, or the job is at its end. */
    default void changed(RunRecord run, JobRecord job) {}

    /** A job's attempt took longer than it may, and is being stopped. */
    default void timedOut(RunRecord run, JobRecord job) {}

    default void finished(RunRecord run) {}
}

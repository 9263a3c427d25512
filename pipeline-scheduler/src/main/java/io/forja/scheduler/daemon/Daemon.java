package io.forja.scheduler.daemon;

import java.net.URI;

/** The process that runs pipelines at their times. */
public final class Daemon implements AutoCloseable {

    public Daemon(Setup setup) {}

    /**
     * Comes up: recovers what a dead process left, catches up on missed times, arms the clock, listens.
     *
     * @throws io.forja.core.problem.ForjaException when another daemon has the same state, or the port is taken
     */
    public void start() {
        throw new UnsupportedOperationException();
    }

    /** Where it listens, once started. */
    public URI url() {
        throw new UnsupportedOperationException();
    }

    /** For a listener of the engine: a run's first Spark job began. May be called any number of times for a run. */
    public void firstSparkJob(String runId) {
        throw new UnsupportedOperationException();
    }

    /** No new fires; what runs may end, is cancelled after a while, and all is over within {@code daemon.grace}. */
    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}

package io.forja.core.job;

/** Hears how far a job is, for people who watch. Implementations return at once and never throw. Thread-safe. */
@FunctionalInterface
public interface JobProgress {

    /** Hears nothing. */
    JobProgress NONE = (phase, done, total) -> {};

    /**
     * @param phase what the job does now, in a few words: {@code reading data/vendas.csv}
     * @param done steps of the phase that are done
     * @param total steps of the phase in all; 0 when not known
     */
    void at(String phase, int done, int total);
}

package io.forja.core.run;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The memory of every run, and the only truth about them: a run exists once its row is here.
 *
 * <p>Each call is one transaction: when it returns, what it wrote survives {@code kill -9}. Thread-safe, and safe
 * beside other processes on the same store. Times are whole milliseconds, as the records have them. A failure of the
 * store is a {@link io.forja.core.problem.ForjaException}; it may or may not have been written then, and the same call
 * may be made again.
 */
public interface Ledger extends AutoCloseable {

    /**
     * Adds a run and its jobs.
     *
     * @return false, with nothing written, where its pipeline, logical time and rerun are there already
     */
    boolean add(RunRecord run, List<JobRecord> jobs);

    /**
     * Writes a run's new state.
     *
     * @return false, with nothing written, where the run is at its end already, or unknown
     */
    boolean update(RunRecord run);

    /**
     * Writes a job's new state.
     *
     * @return false, with nothing written, where the job is at its end already, or unknown
     */
    boolean update(JobRecord job);

    Optional<RunRecord> run(String id);

    /** The jobs of a run in the plan's order; empty for an unknown run. */
    List<JobRecord> jobs(String runId);

    /** Runs, the newest logical time first. */
    List<RunRecord> runs(RunQuery query);

    /** Remembers of a run that what it wrote was taken back; of an unknown one nothing. */
    void markUndone(String runId);

    boolean isUndone(String runId);

    /** The runs that are not at their end, oldest first. */
    List<RunRecord> unfinished();

    /** The rerun number that the next run of a logical time gets. */
    int nextRerun(String pipeline, Instant logicalTime);

    /** The latest logical time that the schedule, or its catch-up, made a run for. */
    Optional<Instant> lastScheduled(String pipeline);

    /**
     * Remembers since when a pipeline's schedule is known in this form, so that times before are never caught up.
     *
     * @param schedule the schedule as text; another text begins anew
     * @return since when the schedule stands in this form
     */
    Instant scheduledSince(String pipeline, String schedule, Instant now);

    @Override
    void close();
}

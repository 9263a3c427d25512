package io.forja.core.run;

/** Where a job of a run stands. */
public enum JobStatus {
    /** Waits for the jobs it needs, for a free place, or for a table that another job writes. */
    WAITING,
    RUNNING,
    /** Failed, and waits for its next attempt. */
    RETRY_WAIT,
    SUCCEEDED,
    FAILED,
    CANCELLED,
    /** Never started: a job that it needs did not succeed. */
    UPSTREAM_FAILED;

    /** True where nothing more happens; such a status is never overwritten. */
    public boolean isTerminal() {
        return this != WAITING && this != RUNNING && this != RETRY_WAIT;
    }
}

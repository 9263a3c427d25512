package io.forja.core.run;

/** Where a run stands. */
public enum RunStatus {
    /** Waits for a free place. */
    QUEUED,
    RUNNING,
    /** Every job succeeded. */
    SUCCEEDED,
    /** At least one job failed; or the process that ran it died. */
    FAILED,
    /** Stopped on request before every job was done. */
    CANCELLED,
    /** Never started: the run before it was still going. */
    SKIPPED;

    /** True where nothing more happens; such a status is never overwritten. */
    public boolean isTerminal() {
        return this != QUEUED && this != RUNNING;
    }
}

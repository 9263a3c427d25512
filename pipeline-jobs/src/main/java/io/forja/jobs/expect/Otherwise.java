package io.forja.jobs.expect;

/** What becomes of rows of which something is expected in vain. */
public enum Otherwise {
    /** One such row fails the job; nothing is committed. */
    FAIL,
    /** They go to the rejects table. */
    REJECT,
    /** They are written, counted and told. */
    WARN
}

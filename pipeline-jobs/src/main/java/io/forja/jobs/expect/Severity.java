package io.forja.jobs.expect;

/** What becomes of a job whose rows as a whole are not as expected. */
public enum Severity {
    /** It fails; nothing is committed. */
    FAIL,
    /** It goes on and tells. */
    WARN
}

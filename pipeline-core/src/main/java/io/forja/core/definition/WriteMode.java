package io.forja.core.definition;

/** What a write does to the rows that are there. */
public enum WriteMode {
    /** The table's rows become the job's rows, as a new version. */
    OVERWRITE,
    /** The job's rows are added. */
    APPEND
}

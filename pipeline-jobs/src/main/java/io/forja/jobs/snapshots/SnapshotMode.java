package io.forja.jobs.snapshots;

/** Which files a snapshot has to itself. */
public enum SnapshotMode {
    /** All: it depends on nothing, and can be moved. */
    FULL,
    /** Those that changed: the others it shares with earlier snapshots of the same table in the same folder. */
    INCREMENTAL
}

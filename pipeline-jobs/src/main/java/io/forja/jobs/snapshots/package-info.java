/**
 * Snapshots of tables: how they are named, marked, copied, listed and removed.
 *
 * <p>A snapshot is a directory {@code <table>_snapshot_yyyyMMdd_HHmmss} that is a Delta table of its own, independent
 * of its source, with {@code _forja_snapshot.json} in it. While one is being made or removed there is also
 * {@code _forja_unfinished.json}: the first file written and the last one removed. A directory is a snapshot when it
 * has the marker and is not unfinished, so taking that file away is the commit, and putting it there is the end.
 *
 * <p>Incremental snapshots keep their data files in {@code <table>_snapshot_files} beside them, see {@link
 * io.forja.jobs.snapshots.SharedFiles}.
 *
 * <p>Depends on {@code delta}, {@code s3} and the core. Read {@link io.forja.jobs.snapshots.SnapshotWriter} first, then {@link
 * io.forja.jobs.snapshots.SnapshotStore}.
 */
@NullMarked
package io.forja.jobs.snapshots;

import org.jspecify.annotations.NullMarked;

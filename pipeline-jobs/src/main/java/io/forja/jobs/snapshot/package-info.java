/**
 * The job type {@code snapshot}: a copy of tables as they are now, independent of them.
 *
 * <p>Depends on {@code snapshots}, {@code delta} and the core. Read {@link
 * io.forja.jobs.snapshot.SnapshotDefinition} first, then {@link io.forja.jobs.snapshot.SnapshotJob}.
 */
@NullMarked
package io.forja.jobs.snapshot;

import org.jspecify.annotations.NullMarked;

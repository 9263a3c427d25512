/**
 * The job type {@code restore}: a table gets its rows and its schema of a version, a moment or a snapshot back.
 *
 * <p>Depends on {@code tables}, {@code delta} and the core. Read {@link io.forja.jobs.restore.RestoreDefinition} first.
 */
@NullMarked
package io.forja.jobs.restore;

import org.jspecify.annotations.NullMarked;

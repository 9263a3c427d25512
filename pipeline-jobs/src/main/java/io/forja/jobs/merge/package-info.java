/**
 * The job type {@code merge}: rows brought into a table by a key.
 *
 * <p>Depends on {@code source}, {@code rows}, {@code delta} and the core. Read {@link
 * io.forja.jobs.merge.MergeDefinition} first, then {@link io.forja.jobs.merge.MergeJob}; for
 * histories {@link io.forja.jobs.merge.Timeline}.
 */
@NullMarked
package io.forja.jobs.merge;

import org.jspecify.annotations.NullMarked;

/**
 * The job type {@code delete}: the rows that meet a condition go.
 *
 * <p>Depends on {@code rows}, {@code delta} and the core. Read {@link io.forja.jobs.delete.DeleteDefinition} first.
 */
@NullMarked
package io.forja.jobs.delete;

import org.jspecify.annotations.NullMarked;

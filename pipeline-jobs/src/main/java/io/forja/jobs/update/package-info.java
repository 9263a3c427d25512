/**
 * The job type {@code update}: other values for the rows that meet a condition.
 *
 * <p>Depends on {@code rows}, {@code delta} and the core. Read {@link io.forja.jobs.update.UpdateDefinition} first.
 */
@NullMarked
package io.forja.jobs.update;

import org.jspecify.annotations.NullMarked;

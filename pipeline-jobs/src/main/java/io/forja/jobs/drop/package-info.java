/**
 * The job type {@code drop}: a table's name goes, and its data where the table is managed.
 *
 * <p>Depends on {@code tables}, {@code delta} and the core. Read {@link io.forja.jobs.drop.DropDefinition} first.
 */
@NullMarked
package io.forja.jobs.drop;

import org.jspecify.annotations.NullMarked;

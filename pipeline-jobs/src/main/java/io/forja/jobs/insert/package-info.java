/**
 * The job type {@code insert}: rows added to a table.
 *
 * <p>Depends on {@code expect}, {@code source}, {@code rows}, {@code delta} and the core. Read {@link
 * io.forja.jobs.insert.InsertDefinition} first.
 */
@NullMarked
package io.forja.jobs.insert;

import org.jspecify.annotations.NullMarked;

/**
 * Rows on their way through a job: every one is written or leaves by an exit that is counted, and the rejected ones
 * are kept with their reason, all in the one pass that writes the table.
 *
 * <p>Jobs that change rows which are there do so in an {@link io.forja.jobs.rows.EditAttempt}.
 *
 * <p>Depends on the core, {@code csv}, {@code delta} and Spark. Read {@link io.forja.jobs.rows.RowFlow} first.
 */
@NullMarked
package io.forja.jobs.rows;

import org.jspecify.annotations.NullMarked;

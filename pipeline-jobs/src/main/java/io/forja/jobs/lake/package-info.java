/**
 * The lake for people who ask: SQL, tables, histories, restores and snapshots, through the warm session.
 *
 * <p>Depends on {@code delta}, {@code tables}, {@code snapshots} and the core. Read {@link io.forja.jobs.lake.SparkLake}
 * first.
 */
@NullMarked
package io.forja.jobs.lake;

import org.jspecify.annotations.NullMarked;

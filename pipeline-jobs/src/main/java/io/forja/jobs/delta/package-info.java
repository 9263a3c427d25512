/**
 * What every job shares of Spark and Delta: the warm session, the catalogue of table names, and writes that are
 * counted and checked before they are committed.
 *
 * <p>Depends on the core, Spark and Delta, on {@code s3}, and on no job package. Read {@link io.forja.jobs.delta.Lakehouse} first.
 */
@NullMarked
package io.forja.jobs.delta;

import org.jspecify.annotations.NullMarked;

/**
 * What is done to tables as a whole: they are dropped, given names, brought back to what they were, and the writes of a
 * run are taken back.
 *
 * <p>Depends on {@code delta}, {@code snapshots} and the core. Read {@link io.forja.jobs.tables.TableRestore} first.
 */
@NullMarked
package io.forja.jobs.tables;

import org.jspecify.annotations.NullMarked;

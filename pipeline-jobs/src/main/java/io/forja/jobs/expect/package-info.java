/**
 * What is expected of a job's rows before they become a version: rules for each row, keys, references to other tables,
 * how many and how fresh they are.
 *
 * <p>Depends on {@code rows}, {@code delta} and the core. Read {@link io.forja.jobs.expect.Expectation} first, then
 * {@link io.forja.jobs.expect.Expectations}.
 */
@NullMarked
package io.forja.jobs.expect;

import org.jspecify.annotations.NullMarked;

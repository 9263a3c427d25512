/**
 * The job type {@code check}: what a table has to be like, looked at after it was written.
 *
 * <p>Depends on {@code delta} and the core. Read {@link io.forja.jobs.check.CheckDefinition} first.
 */
@NullMarked
package io.forja.jobs.check;

import org.jspecify.annotations.NullMarked;

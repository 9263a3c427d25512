/**
 * The job type {@code maintain}: small files become large ones, and files that no version needs any more are removed.
 *
 * <p>Depends on {@code rows}, {@code delta}, {@code s3} and the core. Read {@link io.forja.jobs.maintain.MaintainDefinition} first, then {@link
 * io.forja.jobs.maintain.MaintainJob}.
 */
@NullMarked
package io.forja.jobs.maintain;

import org.jspecify.annotations.NullMarked;

/**
 * What every job type implements, and what a job hands back: counted rows and the versions it made.
 *
 * <p>Free of any engine. Depends on {@code definition}. Read {@link io.forja.core.job.Job} first.
 */
@NullMarked
package io.forja.core.job;

import org.jspecify.annotations.NullMarked;

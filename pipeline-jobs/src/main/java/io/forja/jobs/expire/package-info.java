/**
 * The job type {@code expire}: old snapshots are removed, and nothing else is.
 *
 * <p>Depends on {@code snapshots}, {@code delta} and the core. Read {@link io.forja.jobs.expire.ExpireDefinition}
 * first, then {@link io.forja.jobs.expire.ExpireJob}.
 */
@NullMarked
package io.forja.jobs.expire;

import org.jspecify.annotations.NullMarked;

/**
 * The job type {@code expire}: old snapshots, or the old rows of a table, are removed, and nothing else is.
 *
 * <p>Depends on {@code snapshots}, {@code rows}, {@code delta} and the core. Read {@link io.forja.jobs.expire.ExpireDefinition}
 * first, then {@link io.forja.jobs.expire.ExpireJob} and {@link io.forja.jobs.expire.ExpireRowsJob}.
 */
@NullMarked
package io.forja.jobs.expire;

import org.jspecify.annotations.NullMarked;

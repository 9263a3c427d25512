/**
 * The job type {@code sql}: the rows of a query into a table.
 *
 * <p>Depends on {@code expect}, {@code source}, {@code rows}, {@code delta} and the core. Read {@link io.forja.jobs.sql.SqlDefinition} first.
 */
@NullMarked
package io.forja.jobs.sql;

import org.jspecify.annotations.NullMarked;

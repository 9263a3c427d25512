/**
 * The memory of runs, of table names and of alerts, in one database: an SQLite file, or PostgreSQL.
 *
 * <p>SQL is portable and stands in the {@code Sql...} classes and in the numbered migrations; what only one database
 * knows is behind {@code Database}, which has an implementation for each. Depends on the core alone. Read
 * {@link io.forja.scheduler.ledger.StateDatabase} first.
 */
@NullMarked
package io.forja.scheduler.ledger;

import org.jspecify.annotations.NullMarked;

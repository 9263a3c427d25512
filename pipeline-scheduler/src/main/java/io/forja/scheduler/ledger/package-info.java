/**
 * The memory of runs, of table names and of alerts, in one database: an SQLite file.
 *
 * <p>SQL is portable and stands in the {@code Sql...} classes and in the numbered migrations; what only SQLite knows
 * is in {@code SqliteFile}, so that another database needs another one of these. Depends on the core alone. Read
 * {@link io.forja.scheduler.ledger.StateDatabase} first.
 */
@NullMarked
package io.forja.scheduler.ledger;

import org.jspecify.annotations.NullMarked;

package io.forja.core.job;

import org.jspecify.annotations.Nullable;

/**
 * A version that a job made.
 *
 * @param table the table's name, or its path
 * @param before the version that was there, or null for a new table
 * @param after the version that is there now
 * @param rows what became of the rows that were there, or null where the version took the place of all of them
 */
public record TableChange(String table, @Nullable Long before, long after, @Nullable RowChanges rows) {

    /** A version whose rows take the place of all that were there. */
    public TableChange(String table, @Nullable Long before, long after) {
        this(table, before, after, null);
    }
}

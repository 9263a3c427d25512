package io.forja.core.definition;

/** What happens when the rows have other columns than their table. */
public enum SchemaPolicy {
    /** The table follows: an overwrite takes the rows' schema, an append adds their new columns. */
    EVOLVE,
    /** The job fails before anything is written. */
    FREEZE,
    /** Columns that the table does not have are left out; anything else fails the job. */
    DISCARD
}

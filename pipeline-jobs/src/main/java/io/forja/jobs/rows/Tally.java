package io.forja.jobs.rows;

/**
 * Something done to values whose rows are counted.
 *
 * @param where the step in the definition
 * @param what what is done, after the number: {@code rounded (half-up)}
 */
record Tally(String where, String what) {

    /** Of rows that are counted for an expectation, which tells of them itself. */
    static final Tally UNTOLD = new Tally("", "");
}

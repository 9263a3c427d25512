package io.forja.jobs.rows;

import java.io.Serializable;

/**
 * Something done to values whose rows are counted.
 *
 * @param where the step in the definition; empty for rows that are counted for an expectation, which tells of them itself
 * @param what what is done, after the number: {@code rounded (half-up)}
 * @param exit the first exit behind it: rows that leave by an earlier one have gone already
 */
record Tally(String where, String what, int exit) implements Serializable {

    boolean isTold() {
        return !where.isEmpty();
    }

    /** @param leavesBy the exit by which a row leaves, or {@link ExitSink#NONE} */
    boolean isReached(int leavesBy) {
        return leavesBy == ExitSink.NONE || leavesBy >= exit;
    }
}

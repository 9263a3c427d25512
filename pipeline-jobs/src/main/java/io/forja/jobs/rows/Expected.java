package io.forja.jobs.rows;

import io.forja.core.job.ExpectationResult;
import io.forja.core.job.RowCounts;
import io.forja.core.problem.ForjaException;

/** An expectation at work in a flow: looked at once the rows are counted, before anything is committed. */
@FunctionalInterface
public interface Expected {

    /** What is known of the rows by then. */
    interface Counted {

        RowCounts rows();

        /** How many rows left by an exit. */
        long left(int exit);

        /** How many rows a tally counted. */
        long tallied(int tally);
    }

    /**
     * @throws ForjaException when it does not hold, and the job is to fail for it
     */
    ExpectationResult look(Counted counted);
}

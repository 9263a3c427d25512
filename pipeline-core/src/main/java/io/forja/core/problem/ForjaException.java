package io.forja.core.problem;

import org.jspecify.annotations.Nullable;

/**
 * Something that went wrong outside Forja's code (a missing file, a database that refuses, a value that cannot be
 * cast) told as a person needs it at 3 a.m.: what, and what to do. It is shown without a stack trace.
 */
public class ForjaException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String what;
    private final String remedy;
    private final boolean retryable;

    public ForjaException(String what, String remedy) {
        this(what, remedy, true, null);
    }

    /**
     * @param what the problem and its reason, in one clause
     * @param remedy what to do, in one clause; may be empty
     * @param retryable false where a second attempt can only fail the same way (a failed expectation, a bad cast)
     * @param cause what was caught, kept for the log
     */
    public ForjaException(String what, String remedy, boolean retryable, @Nullable Throwable cause) {
        super(remedy.isEmpty() ? what : what + "; " + remedy, cause);
        this.what = what;
        this.remedy = remedy;
        this.retryable = retryable;
    }

    /** A failure that a retry cannot mend. */
    public static ForjaException permanent(String what, String remedy) {
        return new ForjaException(what, remedy, false, null);
    }

    public String what() {
        return what;
    }

    public String remedy() {
        return remedy;
    }

    public boolean retryable() {
        return retryable;
    }
}

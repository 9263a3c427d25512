package io.forja.jobs.rows;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * A way by which rows leave before the target.
 *
 * @param kind what becomes of them
 * @param where the step in the definition: {@code steps[2].cast.valor}
 * @param column the column at fault, or null
 * @param reason why a row leaves here
 * @param keepsRow whether the row is shown or kept, and not only counted
 */
public record Exit(Kind kind, String where, @Nullable String column, Reason reason, boolean keepsRow)
        implements Serializable {

    /** What becomes of the rows. */
    public enum Kind {
        /** Kept in the rejects table. */
        REJECTED,
        /** Lost to another row of the same key; kept in a table where there is one for them. */
        DEDUPLICATED,
        /** Left out on purpose. */
        FILTERED,
        /** One such row fails the job before anything is committed. */
        FAILED
    }

    /** An exit that keeps what has to be kept. */
    public Exit(Kind kind, String where, @Nullable String column, Reason reason) {
        this(kind, where, column, reason, kind == Kind.REJECTED || kind == Kind.FAILED);
    }

    /** The same with a reason in one clause. */
    public Exit(Kind kind, String where, @Nullable String column, String reason) {
        this(kind, where, column, new Reason(reason));
    }
}

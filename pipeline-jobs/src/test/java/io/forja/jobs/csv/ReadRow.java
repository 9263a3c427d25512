package io.forja.jobs.csv;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A row with all that a reader says about it; the error is null for a good one. */
record ReadRow(long number, long line, String raw, @Nullable String error, List<@Nullable String> values) {

    /** The same with one wording for all errors. */
    ReadRow withoutWording() {
        return new ReadRow(number, line, raw, error == null ? null : "malformed", values);
    }
}

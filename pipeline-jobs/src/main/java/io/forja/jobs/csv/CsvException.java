package io.forja.jobs.csv;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is wrong with the CSV input, in one sentence for the person who has to mend it: file, line where there is one,
 * what was found and what to do. Its cause is an {@link java.io.IOException} where a file could not be listed or read,
 * which may pass when it is tried again.
 */
public final class CsvException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CsvException(String message) {
        super(message);
    }

    CsvException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** The CSV error inside what a failed Spark action threw, if that is why it failed. */
    public static Optional<CsvException> in(Throwable thrown) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            if (each instanceof CsvException found) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }
}

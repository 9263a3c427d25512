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

    private final boolean missing;

    CsvException(String message) {
        this(message, null);
    }

    CsvException(String message, @Nullable Throwable cause) {
        this(message, cause, false);
    }

    private CsvException(String message, @Nullable Throwable cause, boolean missing) {
        super(message, cause);
        this.missing = missing;
    }

    static CsvException missing(String message) {
        return new CsvException(message, null, true);
    }

    /** True where there is no file to read. */
    public boolean isMissing() {
        return missing;
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

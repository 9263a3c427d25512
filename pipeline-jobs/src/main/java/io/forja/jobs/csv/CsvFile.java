package io.forja.jobs.csv;

import java.io.EOFException;
import java.io.IOException;
import java.io.Serializable;

/**
 * A file as it was when it was listed.
 *
 * @param path     its full name, as Hadoop writes it
 * @param name     its name for people: short where the path was given short
 * @param length   bytes
 * @param modified milliseconds since 1970
 */
public record CsvFile(String path, String name, long length, long modified) implements Serializable {

    /** The path as people write it: files of the local disk without a scheme. */
    public String shownPath() {
        return withoutLocalScheme(path);
    }

    static String withoutLocalScheme(String path) {
        return path.replaceFirst("^file:/+", "/");
    }

    /** What to throw where the file cannot be read, or not to its end. */
    public CsvException unreadable(IOException cause) {
        return new CsvException(
                cause instanceof EOFException
                        ? name + ": the file ends too early (" + cause.getMessage()
                                + "); check that it was written to its end"
                        : name + ": cannot be read (" + cause.getMessage() + ")",
                cause);
    }
}

package io.forja.core.problem;

/**
 * A place in a text that a person wrote.
 *
 * @param file the file as the user named it, never made absolute
 * @param line 1-based; 0 when the problem is with the file as a whole
 * @param column 1-based; 0 when the problem is with the file as a whole
 */
public record SourceLocation(String file, int line, int column) implements Comparable<SourceLocation> {

    /** The file as a whole. */
    public static SourceLocation of(String file) {
        return new SourceLocation(file, 0, 0);
    }

    @Override
    public int compareTo(SourceLocation other) {
        int byFile = file.compareTo(other.file);
        if (byFile != 0) {
            return byFile;
        }
        int byLine = Integer.compare(line, other.line);
        return byLine != 0 ? byLine : Integer.compare(column, other.column);
    }

    @Override
    public String toString() {
        return line == 0 ? file : file + ":" + line + ":" + column;
    }
}

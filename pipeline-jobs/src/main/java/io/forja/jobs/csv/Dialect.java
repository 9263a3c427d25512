package io.forja.jobs.csv;

/**
 * The part of a format that tells bytes apart, as the bytes of one file.
 *
 * @param delimiter what stands between two fields
 * @param quote     the quote, or {@link #NONE}
 * @param escape    the escape, or {@link #NONE} where quotes are doubled
 * @param rowEnds   what ends a row
 */
record Dialect(byte[] delimiter, int quote, int escape, RowEnds rowEnds) {
    /** No byte has this value. */
    static final int NONE = 0x100;

    static Dialect of(CsvFormat format, RowEnds rowEnds) {
        Character quote = format.quotes().quote();
        Character escape = format.quotes().escape();
        return new Dialect(
                format.delimiter().getBytes(format.charset().parsed()),
                quote == null ? NONE : quote,
                escape == null ? NONE : escape,
                rowEnds);
    }

    /** Physical lines: neither quotes nor fields. */
    static Dialect lines(RowEnds rowEnds) {
        return new Dialect(new byte[] {','}, NONE, NONE, rowEnds);
    }

    /** How many bytes of the delimiter stand there, within the limit; its whole length where it stands there. */
    int delimiterBytesAt(byte[] bytes, int at, int limit) {
        int matched = 0;
        while (matched < delimiter.length && at + matched < limit && bytes[at + matched] == delimiter[matched]) {
            matched++;
        }
        return matched;
    }
}

package io.forja.jobs.csv;

import java.io.Serializable;

/**
 * What ends a row of a file.
 *
 * @param end the byte that does; LF takes the CR before it along, and any other CR is text but for one that ends the file
 * @param loneCr whether a CR without an LF ends a row too
 */
record RowEnds(byte end, boolean loneCr) implements Serializable {
    /** LF or CRLF. */
    static final RowEnds LF = new RowEnds((byte) '\n', false);
    /** LF, CRLF or a lone CR. */
    static final RowEnds ANY = new RowEnds((byte) '\n', true);

    /** Whether a CR before the end belongs to it. */
    boolean takesCr() {
        return end == '\n';
    }

    /** How many row ends stand within the bytes. */
    int count(byte[] bytes, int from, int to) {
        int count = 0;
        for (int at = from; at < to; at++) {
            if (bytes[at] == end) {
                count++;
            } else if (loneCr && bytes[at] == '\r' && (at + 1 == to || bytes[at + 1] != '\n')) {
                count++;
            }
        }
        return count;
    }

    /**
     * What ends the rows of a file that starts with these bytes: what the format declares; else, where they hold a lone
     * CR and no LF outside quotes, it is an old Macintosh file.
     */
    static RowEnds of(byte[] bytes, int from, int to, CsvFormat format) {
        if (format.lineSeparator() != null) {
            return new RowEnds((byte) format.lineSeparator().charValue(), false);
        }
        RecordFinder lines = new RecordFinder(Dialect.lines(ANY));
        RecordFinder records = new RecordFinder(Dialect.of(format, ANY));
        boolean loneCr = false;
        int at = from;
        for (int line = 0; at < to; line++) {
            RecordFinder finder = line < format.heading().skipLines() ? lines : records;
            if (!finder.find(bytes, at, to, false)) {
                break;
            }
            at = finder.next();
            if (bytes[at - 1] == '\n') {
                return LF;
            }
            loneCr = true;
        }
        return loneCr ? ANY : LF;
    }
}

package io.forja.jobs.csv;

/** What ends a row of a file. */
enum RowEnds {
    /** LF, with the CR before it if there is one; any other CR is text, but for one that ends the file. */
    LF,
    /** LF, CRLF or a lone CR. */
    ANY;

    /** How many row ends stand within the bytes. */
    int count(byte[] bytes, int from, int to) {
        int count = 0;
        for (int at = from; at < to; at++) {
            if (bytes[at] == '\n') {
                count++;
            } else if (this == ANY && bytes[at] == '\r' && (at + 1 == to || bytes[at + 1] != '\n')) {
                count++;
            }
        }
        return count;
    }

    /**
     * What ends the rows of a file that starts with these bytes: where they hold a lone CR and no LF outside quotes,
     * it is an old Macintosh file.
     */
    static RowEnds of(byte[] bytes, int from, int to, CsvFormat format) {
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

package io.forja.jobs.csv;

/**
 * Finds where a record ends. The one place that knows, for the reader of the rows as for the search for split points.
 * Not thread-safe: it remembers what it found last.
 *
 * <p>It decides by the record's own bytes alone, so a record that goes on beyond the bytes at hand is searched again
 * from its start when there are more.
 */
final class RecordFinder {
    private static final int NOWHERE = -1;

    private final Dialect dialect;
    private final QuotedText quotedText;
    private final byte rowEnd;
    private final long rowEndPattern;
    private final long quotePattern;
    private final boolean byteByByte;
    private int end;
    private int next;
    private int openQuote;
    private boolean quoted;

    RecordFinder(Dialect dialect) {
        this.dialect = dialect;
        quotedText = new QuotedText(dialect);
        rowEnd = dialect.rowEnds().end();
        rowEndPattern = Bytes.pattern(rowEnd);
        quotePattern = dialect.quote() == Dialect.NONE ? rowEndPattern : Bytes.pattern(dialect.quote());
        byteByByte = dialect.rowEnds().loneCr()
                || dialect.quote() != Dialect.NONE && dialect.delimiter().length > 1;
    }

    /**
     * Whether the record that starts at {@code from} ends within the limit.
     *
     * @param last whether nothing follows behind the limit, which then ends the record unless a quote is open
     */
    boolean find(byte[] bytes, int from, int limit, boolean last) {
        quoted = false;
        openQuote = NOWHERE;
        return search(bytes, from, from, limit, last);
    }

    /** The same where {@code from} stands within quotes that were opened earlier. */
    boolean findFromWithinQuotes(byte[] bytes, int from, int limit, boolean last) {
        quoted = true;
        openQuote = NOWHERE;
        int close = quotedText.close(bytes, from, limit, last);
        if (close < 0) {
            openQuote = from;
            return false;
        }
        return search(bytes, from, close + 1, limit, last);
    }

    /** Where the record found ends, its row end left out. */
    int end() {
        return end;
    }

    /** Where the record after the one found starts. */
    int next() {
        return next;
    }

    /** Whether the record found has quoted fields, and so may hold row ends. */
    boolean quoted() {
        return quoted;
    }

    /** The quote that was still open at the limit where no end was found, or -1. */
    int openQuote() {
        return openQuote;
    }

    private boolean search(byte[] bytes, int start, int from, int limit, boolean last) {
        int fieldStart = from == start ? start : NOWHERE;
        int at = from;
        while (true) {
            at = byteByByte ? nextSpecial(bytes, at, limit) : Bytes.indexOf(bytes, at, limit, rowEndPattern, quotePattern);
            if (at >= limit) {
                return last && found(trimmed(bytes, start, limit), limit);
            }
            byte value = bytes[at];
            if (value == rowEnd) {
                return found(trimmed(bytes, start, at), at + 1);
            } else if (value == '\r' && dialect.rowEnds().loneCr()) {
                if (at + 1 == limit && !last) {
                    return false;
                }
                return found(at, at + 1 < limit && bytes[at + 1] == '\n' ? at + 2 : at + 1);
            } else if (value == dialect.quote()) {
                if (at == fieldStart || followsDelimiterByte(bytes, at)) {
                    quoted = true;
                    int close = quotedText.close(bytes, at + 1, limit, last);
                    if (close < 0) {
                        openQuote = at;
                        return false;
                    }
                    at = close;
                }
                at++;
            } else {
                int matched = dialect.delimiterBytesAt(bytes, at, limit);
                if (matched == dialect.delimiter().length) {
                    at += matched;
                    fieldStart = at;
                } else if (matched > 0 && at + matched == limit && !last) {
                    return false;
                } else {
                    at++;
                }
            }
        }
    }

    /** Tells by a look back where delimiters have one byte; longer ones may overlap, and are followed from the left. */
    private boolean followsDelimiterByte(byte[] bytes, int at) {
        return dialect.delimiter().length == 1 && at > 0 && bytes[at - 1] == dialect.delimiter()[0];
    }

    private boolean found(int end, int next) {
        this.end = end;
        this.next = next;
        return true;
    }

    private int trimmed(byte[] bytes, int start, int end) {
        return end > start && bytes[end - 1] == '\r' && dialect.rowEnds().takesCr() ? end - 1 : end;
    }

    private int nextSpecial(byte[] bytes, int from, int limit) {
        byte delimiterStart = dialect.delimiter()[0];
        int at = from;
        while (at < limit
                && bytes[at] != rowEnd
                && bytes[at] != '\r'
                && bytes[at] != dialect.quote()
                && bytes[at] != delimiterStart) {
            at++;
        }
        return at;
    }
}

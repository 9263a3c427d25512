package io.forja.jobs.csv;

import java.io.EOFException;
import java.io.IOException;

/**
 * Goes over the records of a range of bytes, a buffer at a time. The buffer is never overwritten: what points into it
 * stays valid for as long as it is held. Not thread-safe.
 *
 * <p>A quote that is never closed does not swallow the rest of the file: its record ends with the line on which the
 * quote was opened, and the next record starts on the line after it. That costs one search of at most the size of a
 * record: a search over bytes without a closing quote meets none that opens there and stays open.
 */
final class RecordCursor implements AutoCloseable {
    /** Fits the second-level cache, and is too small for G1 to treat as humongous. */
    static final int BUFFER_BYTES = 256 << 10;

    private static final int CRLF_BYTES = 2;

    private final ByteRange range;
    private final RowEnds rowEnds;
    private final int maxRecordBytes;
    private final int bufferBytes;
    private byte[] buffer = new byte[Bytes.PADDING];
    private long bufferOffset;
    private int position;
    private int limit;
    private boolean exhausted;
    private long nextLine;
    private boolean withinQuotes;

    private int start;
    private int end;
    private long line;
    private boolean quoted;
    private boolean unclosed;
    private boolean overlong;
    private long unclosedLine;

    RecordCursor(ByteRange range, RowEnds rowEnds, long firstLine, int maxRecordBytes, int bufferBytes) {
        this.range = range;
        this.rowEnds = rowEnds;
        this.maxRecordBytes = maxRecordBytes;
        this.bufferBytes = bufferBytes;
        bufferOffset = range.from();
        nextLine = firstLine;
    }

    /** Takes the range to start within quotes that were opened before it. */
    void startWithinQuotes() {
        withinQuotes = true;
    }

    /**
     * Goes to the next record in the buffer, which may be blank; false where the buffer holds none to its end.
     *
     * @throws OverlongLineException where a line is larger than a record may be
     */
    boolean next(RecordFinder finder) {
        if (position == limit) {
            return false;
        }
        unclosed = false;
        if (search(finder, limit, isLastBuffer())) {
            if (finder.end() - position > maxRecordBytes) {
                cut(finder);
            } else {
                accept(finder.end(), finder.next(), finder.quoted());
            }
            return true;
        }
        if (limit - position > maxRecordBytes + CRLF_BYTES || isLastBuffer()) {
            cut(finder);
            return true;
        }
        return false;
    }

    /** Fills a fresh buffer, starting with what is left of this one; false where the range has no more. */
    boolean refill() throws IOException {
        if (exhausted) {
            return false;
        }
        int left = limit - position;
        int capacity = Math.max(bufferBytes, left < bufferBytes / 2 ? 0 : 2 * left);
        int wanted = (int) Math.min(capacity - left, range.to() - bufferOffset - limit);
        byte[] fresh = new byte[left + wanted + Bytes.PADDING];
        System.arraycopy(buffer, position, fresh, 0, left);
        int got = range.in().readNBytes(fresh, left, wanted);
        bufferOffset += position;
        position = 0;
        limit = left + got;
        buffer = fresh;
        exhausted = got < wanted || bufferOffset + limit == range.to();
        if (got < wanted && range.to() != ByteRange.UNKNOWN) {
            throw new EOFException("ends at byte " + (bufferOffset + limit) + " instead of " + range.to());
        }
        return limit > 0;
    }

    /** The bytes that hold the record, and {@link Bytes#PADDING} more. */
    byte[] buffer() {
        return buffer;
    }

    int start() {
        return start;
    }

    /** Behind the record's last byte, its row end left out. */
    int end() {
        return end;
    }

    boolean isBlank() {
        return start == end;
    }

    /** Whether the record has quoted fields. */
    boolean quoted() {
        return quoted;
    }

    /** The physical line on which the record starts. */
    long line() {
        return line;
    }

    /** Whether a quote is not closed, so that the record was cut. */
    boolean isUnclosed() {
        return unclosed;
    }

    /** The physical line of the quote that is not closed. */
    long unclosedLine() {
        return unclosedLine;
    }

    /** Whether the quote that is not closed may be, but beyond what a record may have. */
    boolean isOverlong() {
        return overlong;
    }

    /** The position in the file of the record after this one. */
    long nextOffset() {
        return bufferOffset + position;
    }

    /** The physical line on which the record after this one starts. */
    long nextLine() {
        return nextLine;
    }

    /** How many bytes of the range are in no record, since the range ends before their record does. */
    int pending() {
        return limit - position;
    }

    /** How many row ends stand in these bytes. */
    int pendingLines() {
        return rowEnds.count(buffer, position, limit);
    }

    @Override
    public void close() throws IOException {
        range.in().close();
    }

    private boolean search(RecordFinder finder, int to, boolean last) {
        return withinQuotes
                ? finder.findFromWithinQuotes(buffer, position, to, last)
                : finder.find(buffer, position, to, last);
    }

    private boolean isLastBuffer() {
        return exhausted && range.last();
    }

    private void accept(int recordEnd, int recordNext, boolean hasQuotes) {
        start = position;
        end = recordEnd;
        quoted = hasQuotes;
        line = nextLine;
        nextLine += 1 + (hasQuotes ? rowEnds.count(buffer, start, end) : 0);
        position = recordNext;
        withinQuotes = false;
    }

    /** Looks no further than a record may be long, so that the outcome does not depend on how buffers fell. */
    private void cut(RecordFinder finder) {
        overlong = limit - position > maxRecordBytes;
        int seen = overlong ? position + maxRecordBytes + 1 : limit;
        search(finder, seen, !overlong);
        int quote = finder.openQuote();
        int lineEnd = quote < 0 ? seen : lineEnd(quote, seen);
        if (overlong && lineEnd == seen) {
            throw new OverlongLineException(nextLine);
        }
        boolean takesCr = rowEnds.takesCr();
        int recordEnd = takesCr && lineEnd > position && buffer[lineEnd - 1] == '\r' ? lineEnd - 1 : lineEnd;
        boolean crlf = takesCr && lineEnd + 1 < limit && buffer[lineEnd] == '\r' && buffer[lineEnd + 1] == '\n';
        unclosed = true;
        unclosedLine = nextLine + rowEnds.count(buffer, position, quote);
        accept(recordEnd, Math.min(limit, lineEnd + (crlf ? 2 : 1)), true);
    }

    private int lineEnd(int from, int to) {
        int at = from;
        while (at < to && buffer[at] != rowEnds.end() && !(rowEnds.loneCr() && buffer[at] == '\r')) {
            at++;
        }
        return at;
    }

    /** A line that is larger than a record may be, with no quote to blame. */
    static final class OverlongLineException extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final long line;

        OverlongLineException(long line) {
            super("line " + line + " is too long");
            this.line = line;
        }

        CsvException in(CsvFile file) {
            return new CsvException(file.name() + ":" + line + ": the line is longer than a record may be;"
                    + " check that this is a text file, or allow larger records");
        }
    }
}

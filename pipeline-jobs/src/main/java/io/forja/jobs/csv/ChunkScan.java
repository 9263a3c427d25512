package io.forja.jobs.csv;

import java.io.IOException;
import java.io.InterruptedIOException;

/**
 * What a chunk of a file holds, seen from a given start.
 *
 * @param firstRecord where the first record starts that starts in the chunk; the chunk's end where none does
 * @param linesBefore the row ends before that
 * @param records     how many records start in the chunk, blank ones left out
 * @param lines       how many row ends stand in the chunk
 * @param openRecord  where the record starts that goes on into the next chunk; or {@link #NONE}, {@link #CARRIED} or
 *                    {@link #BROKEN}
 */
record ChunkScan(long firstRecord, long linesBefore, long records, long lines, long openRecord) {
    /** The chunk ends between two records. */
    static final long NONE = -1;
    /** The chunk lies within a record that started in an earlier one. */
    static final long CARRIED = -2;
    /** A record of the chunk is too large or its quotes are never closed. */
    static final long BROKEN = -3;

    /** Goes over a chunk with a cursor whose lines count from 0. */
    static ChunkScan of(RecordCursor cursor, RecordFinder finder, boolean withinQuotes) throws IOException {
        long firstRecord = cursor.nextOffset();
        long linesBefore = 0;
        long records = 0;
        boolean carried = withinQuotes;
        if (withinQuotes) {
            cursor.startWithinQuotes();
        }
        try {
            while (cursor.refill()) {
                if (Thread.currentThread().isInterrupted()) {
                    throw new InterruptedIOException("interrupted");
                }
                while (cursor.next(finder)) {
                    if (cursor.isUnclosed()) {
                        return new ChunkScan(firstRecord, linesBefore, records, cursor.nextLine(), BROKEN);
                    }
                    if (carried) {
                        carried = false;
                        firstRecord = cursor.nextOffset();
                        linesBefore = cursor.nextLine();
                    } else if (!cursor.isBlank()) {
                        records++;
                    }
                }
            }
        } catch (RecordCursor.OverlongLineException e) {
            return new ChunkScan(firstRecord, linesBefore, records, cursor.nextLine(), BROKEN);
        }
        long lines = cursor.nextLine() + cursor.pendingLines();
        if (carried) {
            return new ChunkScan(cursor.nextOffset() + cursor.pending(), lines, 0, lines, CARRIED);
        }
        boolean open = cursor.pending() > 0;
        return new ChunkScan(firstRecord, linesBefore, records + (open ? 1 : 0), lines,
                open ? cursor.nextOffset() : NONE);
    }

    boolean isBroken() {
        return openRecord == BROKEN;
    }
}

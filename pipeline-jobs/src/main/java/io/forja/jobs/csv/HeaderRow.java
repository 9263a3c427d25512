package io.forja.jobs.csv;

import java.io.Serializable;
import java.util.Arrays;

/**
 * The header of a file, to know it among the rows, where it stands again in exports that were joined. A record is the
 * header again where it is written just like it; with other quotes it is a row. Immutable.
 */
final class HeaderRow implements Serializable {
    /** No header, which no row is. */
    static final HeaderRow NONE = new HeaderRow(new byte[0]);

    private final byte[] written;

    private HeaderRow(byte[] written) {
        this.written = written;
    }

    static HeaderRow of(RecordCursor record) {
        return new HeaderRow(Arrays.copyOfRange(record.buffer(), record.start(), record.end()));
    }

    /** Whether the record is the header again, perhaps with the byte order mark that a joined file brings along. */
    boolean isRepeated(RecordCursor record) {
        int length = record.end() - record.start();
        // The length tells nearly every row from the header.
        return length != 0 && (length == written.length && isWrittenAt(record, 0)
                || length == written.length + FileHead.UTF8_MARK.length && startsWithMark(record)
                        && isWrittenAt(record, FileHead.UTF8_MARK.length));
    }

    private boolean isWrittenAt(RecordCursor record, int from) {
        return Arrays.equals(record.buffer(), record.start() + from, record.end(), written, 0, written.length);
    }

    private static boolean startsWithMark(RecordCursor record) {
        return Arrays.equals(record.buffer(), record.start(), record.start() + FileHead.UTF8_MARK.length,
                FileHead.UTF8_MARK, 0, FileHead.UTF8_MARK.length);
    }
}

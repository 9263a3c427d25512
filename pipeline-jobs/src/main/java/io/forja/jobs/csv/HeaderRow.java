package io.forja.jobs.csv;

import java.util.Arrays;

/** The header of a file, to know it among the rows, where it stands again in exports that were joined. Immutable. */
final class HeaderRow {
    /** No header, which no row is. */
    static final HeaderRow NONE = new HeaderRow(new byte[0][]);

    private final byte[][] names;

    private HeaderRow(byte[][] names) {
        this.names = names;
    }

    static HeaderRow of(FileHead head, CsvFormat format) {
        return format.heading().header()
                ? new HeaderRow(head.names().stream().map(name -> name.getBytes(format.charset().parsed()))
                        .toArray(byte[][]::new))
                : NONE;
    }

    /** Whether each field of the record is the name of its column. */
    boolean isRepeated(byte[] bytes, FieldSplitter fields) {
        if (names.length == 0 || fields.count() != names.length) {
            return false;
        }
        int from = fields.start(0);
        int end = fields.end(0);
        if (end - from == names[0].length + FileHead.UTF8_MARK.length) {
            // A joined file brings its byte order mark along.
            from += Arrays.mismatch(bytes, from, end, FileHead.UTF8_MARK, 0, FileHead.UTF8_MARK.length)
                    == FileHead.UTF8_MARK.length ? FileHead.UTF8_MARK.length : 0;
        }
        // The first name tells nearly every row from the header, most by its length alone.
        boolean same = Arrays.equals(bytes, from, end, names[0], 0, names[0].length);
        for (int field = 1; same && field < names.length; field++) {
            same = Arrays.equals(bytes, fields.start(field), fields.end(field), names[field], 0, names[field].length);
        }
        return same;
    }
}

package io.forja.jobs.csv;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;

/**
 * What the start of a file tells.
 *
 * @param header     what no row is
 * @param names      the header as it is written; without a header, a blank for each field of the first row
 * @param dataOffset where the first row may start, in parsed bytes
 * @param dataLine   the physical line of that position; 0 where the file has not a single byte of text
 */
record FileHead(
        CsvFile file, RowEnds rowEnds, HeaderRow header, List<String> names, long dataOffset, long dataLine)
        implements Serializable {
    private static final int LOOKED_AT = 64 << 10;
    private static final long NO_LINE = 0;
    static final byte[] UTF8_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    /** @throws CsvException where the file lacks the header or the lines above it, or cannot be read */
    static FileHead read(CsvFile file, CsvOpener opener, CsvFormat format, int maxRecordBytes) {
        try (InputStream in = opener.open(file, 0)) {
            byte[] start = in.readNBytes(LOOKED_AT);
            refuseOtherMark(file, start, format.charset());
            int mark = markLength(start);
            if (start.length == mark) {
                return new FileHead(file, RowEnds.LF, HeaderRow.NONE, List.of(), mark, NO_LINE);
            }
            byte[] padded = Arrays.copyOf(start, start.length + Bytes.PADDING);
            RowEnds rowEnds = RowEnds.of(padded, mark, start.length, format);
            if (format.lineSeparator() == null && rowEnds.equals(RowEnds.LF)) {
                refuseOtherSeparator(file, new String(start, StandardCharsets.ISO_8859_1).replace(format.delimiter(), ""));
            }
            InputStream whole = new SequenceInputStream(
                    new ByteArrayInputStream(start, mark, start.length - mark), in);
            ByteRange range = new ByteRange(whole, mark, ByteRange.UNKNOWN, true);
            RecordCursor cursor = new RecordCursor(range, rowEnds, 1, maxRecordBytes, LOOKED_AT);
            int skipped = skipLines(cursor, format, rowEnds);
            if (skipped < format.heading().skipLines()) {
                throw tooShort(file, skipped, format);
            }
            return format.heading().header()
                    ? withHeader(file, format, cursor, rowEnds)
                    : withoutHeader(file, format, cursor, rowEnds);
        } catch (Utf16Input.ByteOrderMissingException e) {
            throw new CsvException(file.name()
                    + ": no byte order mark at its start; set encoding: UTF-16LE or encoding: UTF-16BE", e);
        } catch (RecordCursor.OverlongLineException e) {
            throw e.in(file);
        } catch (IOException e) {
            throw file.unreadable(e);
        }
    }

    private static FileHead withHeader(CsvFile file, CsvFormat format, RecordCursor cursor, RowEnds rowEnds)
            throws IOException {
        if (!nextRow(cursor, new RecordFinder(Dialect.of(format, rowEnds)))) {
            throw withoutHeader(file);
        }
        FieldSplitter fields = split(cursor, format, rowEnds);
        FieldText text = new FieldText(format.charset());
        RowProblem problem = new RowCheck(format, text, List.of(), HeaderRow.NONE).find(cursor, fields);
        if (problem != null) {
            throw problem.in(file);
        }
        List<String> names = new ArrayList<>();
        for (int field = 0; field < fields.count(); field++) {
            byte[] name = new byte[fields.end(field) - fields.start(field)];
            int length = fields.copyText(cursor.buffer(), field, name, 0);
            names.add(new String(name, 0, length, format.charset().parsed()));
        }
        return new FileHead(file, rowEnds, HeaderRow.of(cursor), List.copyOf(names), cursor.nextOffset(), cursor.nextLine());
    }

    private static FileHead withoutHeader(CsvFile file, CsvFormat format, RecordCursor cursor, RowEnds rowEnds)
            throws IOException {
        long offset = cursor.nextOffset();
        long line = cursor.nextLine();
        boolean hasRow = nextRow(cursor, new RecordFinder(Dialect.of(format, rowEnds)));
        int count = hasRow ? split(cursor, format, rowEnds).count() : 0;
        return new FileHead(file, rowEnds, HeaderRow.NONE, Collections.nCopies(count, ""), offset, line);
    }

    /** Whether the file has not a single byte of text, and so neither a header nor rows. */
    boolean isEmpty() {
        return dataLine == NO_LINE;
    }

    /** @throws CsvException where the file is empty and the format wants a header or lines above the rows */
    void requireText(CsvFormat format) {
        if (isEmpty() && format.heading().header()) {
            throw withoutHeader(file);
        }
        if (isEmpty() && format.heading().skipLines() > 0) {
            throw tooShort(file, 0, format);
        }
    }

    private static CsvException withoutHeader(CsvFile file) {
        return new CsvException(file.name() + ": the file is empty, without even a header;"
                + " take it away or check what wrote it");
    }

    private static CsvException tooShort(CsvFile file, int lines, CsvFormat format) {
        return new CsvException(file.name() + ": the file has " + lines + " lines where skipLines is "
                + format.heading().skipLines() + "; lower skipLines or check what wrote the file");
    }

    /** How many bytes of UTF-8's byte order mark the file starts with. */
    static int markLength(byte[] start) {
        return Arrays.equals(UTF8_MARK, Arrays.copyOf(start, UTF8_MARK.length)) ? UTF8_MARK.length : 0;
    }

    /** Passes over the lines above the header; returns how many there were, at most those of the format. */
    static int skipLines(RecordCursor cursor, CsvFormat format, RowEnds rowEnds) throws IOException {
        RecordFinder lines = new RecordFinder(Dialect.lines(rowEnds));
        int line = 0;
        while (line < format.heading().skipLines() && next(cursor, lines)) {
            line++;
        }
        return line;
    }

    private static FieldSplitter split(RecordCursor cursor, CsvFormat format, RowEnds rowEnds) {
        Dialect dialect = Dialect.of(format, rowEnds);
        int count = new FieldSplitter(dialect, 0).split(cursor.buffer(), cursor.start(), cursor.end(), true);
        FieldSplitter fields = new FieldSplitter(dialect, count);
        fields.split(cursor.buffer(), cursor.start(), cursor.end(), true);
        return fields;
    }

    /** Goes to the next record that is not blank; false behind the last one. */
    static boolean nextRow(RecordCursor cursor, RecordFinder finder) throws IOException {
        boolean found = next(cursor, finder);
        while (found && cursor.isBlank()) {
            found = next(cursor, finder);
        }
        return found;
    }

    private static boolean next(RecordCursor cursor, RecordFinder finder) throws IOException {
        while (!cursor.next(finder)) {
            if (!cursor.refill()) {
                return false;
            }
        }
        return true;
    }

    /** With rows that end otherwise, all of them would be one row of very many columns. */
    private static void refuseOtherSeparator(CsvFile file, String start) {
        LineSeparators.in(start).ifPresent(separator -> {
            String code = "\\x" + HexFormat.of().toHexDigits((byte) separator.charValue());
            throw new CsvException(file.name() + ":1: the file has no line feed at its start, and holds the control character "
                    + code + "; where it ends the rows set lineSeparator: \"" + code + "\"");
        });
    }

    /** Read in another encoding than its mark says, a file is other text, or none. */
    private static void refuseOtherMark(CsvFile file, byte[] start, CsvCharset charset) {
        for (OtherMark mark : OtherMark.values()) {
            if (mark.isOf(start, charset)) {
                throw new CsvException(file.name() + ":1: the file starts with the byte order mark of " + mark.of.label()
                        + ", which " + charset.label() + " does not have; set encoding: " + mark.of.label());
            }
        }
    }

    /** A byte order mark as it looks where the file is parsed in an encoding that it is not in. */
    private enum OtherMark {
        UTF16LE_AS_BYTES(CsvCharset.UTF_16, false, 0xFF, 0xFE),
        UTF16BE_AS_BYTES(CsvCharset.UTF_16, false, 0xFE, 0xFF),
        UTF16_IN_THE_OTHER_ORDER(CsvCharset.UTF_16, true, 0xEF, 0xBF, 0xBE),
        UTF8_AS_UTF16LE(CsvCharset.UTF_8, true, 0xEB, 0xAF, 0xAF),
        UTF8_AS_UTF16BE(CsvCharset.UTF_8, true, 0xEE, 0xBE, 0xBB),
        UTF8_AS_SINGLE_BYTES(CsvCharset.UTF_8, false, 0xEF, 0xBB, 0xBF);

        private final CsvCharset of;
        private final boolean transcoded;
        private final int[] bytes;

        OtherMark(CsvCharset of, boolean transcoded, int... bytes) {
            this.of = of;
            this.transcoded = transcoded;
            this.bytes = bytes;
        }

        boolean isOf(byte[] start, CsvCharset charset) {
            if (charset == of || charset.isTranscoded() != transcoded || start.length < bytes.length) {
                return false;
            }
            for (int i = 0; i < bytes.length; i++) {
                if ((start[i] & 0xFF) != bytes[i]) {
                    return false;
                }
            }
            return true;
        }
    }
}

package io.forja.jobs.csv;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The records of a text, one after the other, exactly as the rows of a table would be found in it, but without Spark
 * and without an idea of how many fields a record has: for looking at a file. A header is a record like any other.
 * Not thread-safe.
 */
public final class CsvRecords {

    private static final int LOOKED_AT = 64 << 10;
    private static final int MAX_RECORD_BYTES = 16 << 20;
    private static final int USUAL_WIDTH = 64;

    private final CsvFile file;
    private final long end;
    private final Dialect dialect;
    private final RecordCursor cursor;
    private final RecordFinder finder;
    private final FieldText text;
    private final RowCheck check;
    private FieldSplitter fields;
    private HeaderRow header = HeaderRow.NONE;

    /**
     * @param file whose bytes these are, for messages
     * @param bytes the bytes as the file has them, decompressed; the text ends where they end
     * @param format its header is ignored, its skipped lines are skipped
     * @throws CsvException where UTF-16 is declared and the byte order mark is missing
     */
    public CsvRecords(CsvFile file, byte[] bytes, CsvFormat format) {
        this.file = file;
        try {
            byte[] parsed = parsed(bytes, format.charset());
            end = parsed.length;
            int mark = FileHead.markLength(parsed);
            int seen = Math.min(parsed.length, LOOKED_AT);
            RowEnds rowEnds = RowEnds.of(Arrays.copyOf(parsed, seen + Bytes.PADDING), mark, seen, format);
            InputStream in = new ByteArrayInputStream(parsed, mark, parsed.length - mark);
            dialect = Dialect.of(format, rowEnds);
            cursor = new RecordCursor(new ByteRange(in, mark, ByteRange.UNKNOWN, true), rowEnds, 1, MAX_RECORD_BYTES,
                    RecordCursor.BUFFER_BYTES);
            FileHead.skipLines(cursor, format, rowEnds);
        } catch (Utf16Input.ByteOrderMissingException e) {
            throw new CsvException(file.name()
                    + ": no byte order mark at its start; set encoding: UTF-16LE or encoding: UTF-16BE", e);
        } catch (RecordCursor.OverlongLineException e) {
            throw e.in(file);
        } catch (IOException e) {
            throw new UncheckedIOException("bytes in memory", e);
        }
        finder = new RecordFinder(dialect);
        fields = new FieldSplitter(dialect, USUAL_WIDTH);
        text = new FieldText(format.charset());
        check = new RowCheck(format, text, List.of(), HeaderRow.NONE);
    }

    /** The bytes that are parsed: those of the file, or its UTF-16 as UTF-8. */
    private static byte[] parsed(byte[] bytes, CsvCharset charset) throws IOException {
        return switch (charset) {
            case UTF_8, ISO_8859_1, WINDOWS_1252 -> bytes;
            case UTF_16 -> new Utf16Input(new ByteArrayInputStream(bytes), null).readAllBytes();
            case UTF_16LE -> new Utf16Input(new ByteArrayInputStream(bytes), false).readAllBytes();
            case UTF_16BE -> new Utf16Input(new ByteArrayInputStream(bytes), true).readAllBytes();
        };
    }

    /**
     * Goes to the next record that is not blank; false behind the last one.
     *
     * @throws CsvException where a line is longer than a record may be
     */
    public boolean next() {
        try {
            if (!FileHead.nextRow(cursor, finder)) {
                return false;
            }
        } catch (RecordCursor.OverlongLineException e) {
            throw e.in(file);
        } catch (IOException e) {
            throw new UncheckedIOException("bytes in memory", e);
        }
        int count = fields.split(cursor.buffer(), cursor.start(), cursor.end(), cursor.quoted());
        if (count > fields.remembered()) {
            fields = new FieldSplitter(dialect, count);
            fields.split(cursor.buffer(), cursor.start(), cursor.end(), cursor.quoted());
        }
        return true;
    }

    /** Takes the record for the header, which a later one may repeat. */
    public void takeHeader() {
        header = HeaderRow.of(cursor);
    }

    /** Whether the record is the header again, and so no row. */
    public boolean repeatsHeader() {
        return header.isRepeated(cursor);
    }

    /** The physical line on which the record starts. */
    public long line() {
        return cursor.line();
    }

    /** Whether the text ends with the record, so that one cut out of a longer text may be half a record. */
    public boolean isLast() {
        return cursor.nextOffset() == end;
    }

    /** How many fields the record has. */
    public int size() {
        return fields.count();
    }

    /** Whether a quote is opened and never closed. */
    public boolean isUnclosed() {
        return cursor.isUnclosed();
    }

    /** Whether a field is quoted, and so never NULL. */
    public boolean isQuoted(int field) {
        return !fields.isBare(field);
    }

    /** The text of a field, its quotes resolved; bytes that are invalid stand as {@code \xE9}. */
    public String text(int field) {
        byte[] bytes = cursor.buffer();
        int start = fields.start(field);
        int end = fields.end(field);
        if (fields.isEscaped(field)) {
            bytes = new byte[end - start];
            end = fields.copyText(cursor.buffer(), field, bytes, 0);
            start = 0;
        }
        return text.lenient(bytes, start, end);
    }

    /** What keeps the record from being a row, however many fields it has: a broken quote, an invalid byte. */
    public Optional<String> problem() {
        return Optional.ofNullable(check.find(cursor, fields)).map(RowProblem::what);
    }
}

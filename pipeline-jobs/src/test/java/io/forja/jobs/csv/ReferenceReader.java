package io.forja.jobs.csv;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules of the CSV source once more, slow and obvious: one character after the other, no buffers, no splits. Reads
 * bytes as characters of ISO-8859-1 and decodes fields last. Rows are those behind the preamble; there is no header.
 */
final class ReferenceReader {
    /** The file is no table, in the words that the source has for it. */
    static final class Refused extends RuntimeException {
        Refused(String message) {
            super(message);
        }
    }

    private final String text;
    private final CsvFormat format;
    private final int width;
    private final int maxRecordBytes;
    private final boolean loneCrEndsRows;
    private final char rowEnd;
    private final String delimiter;
    private final char quote;
    private final char escape;
    private int openQuote;
    private int recordEnd;
    private int nextRecord;

    ReferenceReader(byte[] bytes, CsvFormat format, int width, int maxRecordBytes, boolean loneCrEndsRows) {
        text = new String(bytes, StandardCharsets.ISO_8859_1);
        this.format = format;
        this.width = width;
        this.maxRecordBytes = maxRecordBytes;
        this.loneCrEndsRows = loneCrEndsRows;
        rowEnd = format.lineSeparator() == null ? '\n' : format.lineSeparator();
        delimiter = new String(format.delimiter().getBytes(format.charset().parsed()), StandardCharsets.ISO_8859_1);
        quote = format.quotes().quote() == null ? '\uFFFF' : format.quotes().quote();
        escape = format.quotes().escape() == null ? '\uFFFF' : format.quotes().escape();
    }

    List<ReadRow> rows() {
        List<ReadRow> rows = new ArrayList<>();
        int at = text.startsWith("\u00EF\u00BB\u00BF") ? 3 : 0;
        if (at > 0 && format.charset() != CsvCharset.UTF_8) {
            throw new Refused("the file starts with the byte order mark of UTF-8");
        }
        long line = 1;
        for (; line <= format.heading().skipLines(); line++) {
            if (at >= text.length()) {
                throw new Refused("the file has " + (line - 1) + " lines where skipLines is");
            }
            int end = rowEndFrom(at, text.length());
            boolean behindCr = rowEnd == '\n' && end > at && text.charAt(end - 1) == '\r';
            if (end - at - (behindCr ? 1 : 0) > maxRecordBytes) {
                throw new Refused("the line is longer than a record may be");
            }
            at = behindRowEnd(end);
        }
        while (at < text.length()) {
            boolean bad = findRecord(at);
            String record = text.substring(at, recordEnd);
            if (!record.isEmpty()) {
                List<@Nullable String> values = new ArrayList<>();
                bad |= !split(record, values);
                rows.add(new ReadRow(rows.size() + 1, line, lenient(record), bad ? "malformed" : null, values));
            }
            for (int i = at; i < nextRecord; i = Math.max(i + 1, behindRowEnd(i))) {
                line += isRowEnd(i) ? 1 : 0;
            }
            at = nextRecord;
        }
        return rows;
    }

    /** Sets where the record ends; true where a quote is not closed in it. */
    private boolean findRecord(int start) {
        boolean ended = scan(start, text.length(), true);
        boolean tooLong = (ended ? recordEnd : text.length()) - start > maxRecordBytes;
        if (ended && !tooLong) {
            return false;
        }
        int seen = text.length();
        if (tooLong) {
            seen = start + maxRecordBytes + 1;
            scan(start, seen, false);
        }
        int lineEnd = openQuote < 0 ? seen : rowEndFrom(openQuote, seen);
        if (tooLong && lineEnd == seen) {
            throw new Refused("the line is longer than a record may be");
        }
        nextRecord = Math.min(behindRowEnd(lineEnd), text.length());
        recordEnd = rowEnd == '\n' && lineEnd > start && text.charAt(lineEnd - 1) == '\r' ? lineEnd - 1 : lineEnd;
        return true;
    }

    /** Goes over one record; false where it does not end before the limit. */
    private boolean scan(int start, int limit, boolean last) {
        openQuote = -1;
        boolean fieldStarts = true;
        int at = start;
        while (at < limit) {
            if (isRowEnd(at)) {
                recordEnd = rowEnd == '\n' && at > start && text.charAt(at - 1) == '\r' && text.charAt(at) == '\n' ? at - 1 : at;
                nextRecord = behindRowEnd(at);
                return true;
            }
            if (fieldStarts && text.charAt(at) == quote) {
                int close = closingQuote(at + 1, limit, last);
                if (close < 0) {
                    openQuote = at;
                    return false;
                }
                at = close + 1;
                fieldStarts = false;
            } else if (text.startsWith(delimiter, at)) {
                at += delimiter.length();
                fieldStarts = true;
            } else {
                at++;
                fieldStarts = false;
            }
        }
        recordEnd = rowEnd == '\n' && limit > start && text.charAt(limit - 1) == '\r' ? limit - 1 : limit;
        nextRecord = limit;
        return last;
    }

    private int closingQuote(int from, int limit, boolean last) {
        int at = from;
        while (at < limit) {
            boolean hasNext = at + 1 < limit;
            char value = text.charAt(at);
            if (escape != '\uFFFF' && value == escape) {
                at += hasNext && (text.charAt(at + 1) == quote || text.charAt(at + 1) == escape) ? 2 : 1;
            } else if (value == quote && escape == '\uFFFF' && hasNext && text.charAt(at + 1) == quote) {
                at += 2;
            } else if (value == quote) {
                return hasNext || last ? at : -1;
            } else {
                at++;
            }
        }
        return -1;
    }

    /** Adds as many values as there are columns; false where the record is malformed. */
    private boolean split(String record, List<@Nullable String> values) {
        boolean sound = record.indexOf('\0') < 0 && decoded(record) != null;
        int count = 0;
        int at = 0;
        boolean more = true;
        while (more) {
            String content;
            boolean quoted = at < record.length() && record.charAt(at) == quote;
            boolean certain = true;
            if (quoted) {
                StringBuilder unescaped = new StringBuilder();
                at = unquote(record, at + 1, unescaped);
                content = unescaped.toString();
                boolean closed = at <= record.length();
                certain = closed && (at == record.length() || record.startsWith(delimiter, at));
                at = Math.min(at, record.length());
                int end = record.indexOf(delimiter, at);
                at = end < 0 ? record.length() : end;
            } else {
                int end = record.indexOf(delimiter, at);
                end = end < 0 ? record.length() : end;
                content = record.substring(at, end);
                at = end;
            }
            sound &= certain;
            if (count++ < width) {
                String value = certain && content.indexOf('\0') < 0 ? decoded(content) : null;
                values.add(!quoted && value != null && format.nullValues().contains(value) ? null : value);
            }
            more = at < record.length();
            at += delimiter.length();
        }
        while (values.size() < width) {
            values.add(null);
        }
        return sound && count == width;
    }

    /** The position behind the closing quote; beyond the record where there is none. */
    private int unquote(String record, int from, StringBuilder into) {
        int at = from;
        while (at < record.length()) {
            char value = record.charAt(at);
            char next = at + 1 < record.length() ? record.charAt(at + 1) : '\uFFFE';
            boolean pair = escape == '\uFFFF'
                    ? value == quote && next == quote
                    : value == escape && (next == quote || next == escape);
            if (pair) {
                into.append(next);
                at += 2;
            } else if (value == quote) {
                return at + 1;
            } else {
                into.append(value);
                at++;
            }
        }
        return record.length() + 1;
    }

    private int rowEndFrom(int from, int limit) {
        int at = from;
        while (at < limit && !isRowEnd(at)) {
            at++;
        }
        return at;
    }

    private boolean isRowEnd(int at) {
        return at < text.length()
                && (text.charAt(at) == rowEnd || loneCrEndsRows && text.charAt(at) == '\r');
    }

    private int behindRowEnd(int at) {
        boolean crlf = loneCrEndsRows && text.startsWith("\r\n", at);
        return crlf ? at + 2 : at + 1;
    }

    private @Nullable String decoded(String bytes) {
        try {
            return format.charset().parsed().newDecoder()
                    .decode(ByteBuffer.wrap(bytes.getBytes(StandardCharsets.ISO_8859_1))).toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    private String lenient(String record) {
        StringBuilder shown = new StringBuilder();
        int at = 0;
        while (at < record.length()) {
            String character = null;
            int length = 0;
            while (character == null && length < 4 && at + length < record.length()) {
                length++;
                character = decoded(record.substring(at, at + length));
            }
            if (character == null) {
                shown.append(String.format("\\x%02X", (int) record.charAt(at)));
                length = 1;
            } else {
                shown.append(character);
            }
            at += length;
        }
        return shown.toString();
    }
}

package io.forja.jobs.csv;

import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds what is wrong with a record: the first thing, whichever columns are asked for. Not thread-safe. */
final class RowCheck {
    private static final int NONE = -1;

    private final CsvFormat format;
    private final FieldText text;
    private final List<String> columns;
    private final HeaderRow header;

    /**
     * @param columns what the fields of a row are called in the file; empty where any number of fields will do
     * @param header what no row is
     */
    RowCheck(CsvFormat format, FieldText text, List<String> columns, HeaderRow header) {
        this.format = format;
        this.text = text;
        this.columns = columns;
        this.header = header;
    }

    /** The problem of a record that was split into these fields, or null. */
    @Nullable RowProblem find(RecordCursor record, FieldSplitter fields) {
        if (record.isUnclosed()) {
            return unclosed(record, fields);
        }
        int nul = indexOfNul(record.buffer(), record.start(), record.end());
        if (nul != NONE) {
            return new RowProblem(record.line(), "NUL byte in " + field(fieldAt(nul, fields)),
                    "the file is damaged, or is UTF-16 and needs encoding: UTF-16");
        }
        int invalid = text.invalidAt(record.buffer(), record.start(), record.end());
        if (invalid != NONE) {
            String value = HexFormat.of().withUpperCase().toHexDigits(record.buffer()[invalid]);
            return new RowProblem(record.line(),
                    "byte 0x" + value + " in " + field(fieldAt(invalid, fields)) + " is not valid in "
                            + format.charset().label(),
                    "set the encoding that the file is written in, such as "
                            + (format.charset() == CsvCharset.UTF_8 ? "windows-1252" : "UTF-8"));
        }
        if (fields.fault() == FieldSplitter.Fault.TEXT_AFTER_QUOTE) {
            return new RowProblem(record.line(), "text after the closing quote of " + field(fields.faultyField()),
                    format.quotes().escape() == null
                            ? "a quote within quotes must be written twice"
                            : "a quote within quotes must follow the escape character, and where quotes are written"
                                    + " twice there is no escape to declare");
        }
        if (!columns.isEmpty() && fields.count() != columns.size()) {
            return ragged(record, fields);
        }
        return !repeatsHeader(record) ? null : new RowProblem(record.line(), "the row is the header again",
                "take it out where files were joined; to read it as a row declare header: false, skipLines: 1 and the columns");
    }

    /** Whether a record is no row but the header. */
    boolean repeatsHeader(RecordCursor record) {
        return header.isRepeated(record);
    }

    private RowProblem unclosed(RecordCursor record, FieldSplitter fields) {
        String where = record.unclosedLine() == record.line() ? "" : " on line " + record.unclosedLine();
        boolean known = fields.fault() == FieldSplitter.Fault.UNCLOSED_QUOTE;
        return new RowProblem(record.unclosedLine(),
                "the quote opened " + (known ? "in " + field(fields.faultyField()) : "here") + where + " is not closed "
                        + (record.isOverlong()
                                ? "within the size that a record may have"
                                : "before the end of the file"),
                "close it, or declare no quote if quotes are plain text in this file");
    }

    private RowProblem ragged(RecordCursor record, FieldSplitter fields) {
        int count = fields.count();
        String expected = format.heading().header()
                ? "the header has " + columns.size()
                : format.heading().columns() != null
                        ? columns.size() + (columns.size() == 1 ? " column is" : " columns are") + " declared"
                        : "the first row has " + columns.size();
        String suspect = count < columns.size()
                ? "look for a row end inside a text without quotes"
                : "look for a delimiter inside a text without quotes";
        return new RowProblem(record.line(), count + (count == 1 ? " field" : " fields") + " where " + expected,
                suspect + ", and check that the delimiter is " + Arguments.shown(format.delimiter()));
    }

    private String field(int index) {
        return "field " + (index + 1)
                + (index < columns.size() && !columns.get(index).isBlank() ? " (" + columns.get(index) + ")" : "");
    }

    private static int fieldAt(int position, FieldSplitter fields) {
        int field = 0;
        while (field < fields.remembered() && fields.end(field) <= position) {
            field++;
        }
        return field;
    }

    private static int indexOfNul(byte[] bytes, int from, int to) {
        long nul = Bytes.pattern(0);
        int at = Bytes.indexOf(bytes, from, to, nul, nul);
        return at == to ? NONE : at;
    }
}

package io.forja.jobs.csv;

import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.jobs.csv.CsvFormat.Heading;
import io.forja.jobs.csv.CsvFormat.Quotes;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is no row of the format, in one sentence with file and line; or as a row that says what is wrong with it. */
class CsvMalformedTest {
    private static final CsvFormat STANDARD = CsvFormat.STANDARD;

    @TempDir
    Path folder;

    @Test
    void a_row_with_too_few_fields_fails_the_read_with_its_file_and_line() {
        assertFailure("a,b,c,d\n1,2,3,4\n5,6,7\n", STANDARD,
                ":3: 3 fields where the header has 4; look for a row end inside a text without quotes,"
                        + " and check that the delimiter is \",\"");
    }

    @Test
    void a_row_with_too_many_fields_fails_the_read() {
        assertFailure("a,b\n1,2\n3,4,\n", STANDARD,
                ":3: 3 fields where the header has 2; look for a delimiter inside a text without quotes,"
                        + " and check that the delimiter is \",\"");
    }

    @Test
    void the_header_again_among_the_rows_is_no_row() {
        assertFailure("a,b\n1,2\na,b\n3,4\n", STANDARD, ":3: the row is the header again; take it out where files were"
                + " joined; to read it as a row declare header: false, skipLines: 1 and the columns");
        String joined = "id,pre\u00e7o\n1,2\n\ufeffid,pre\u00e7o\n\"id\",\"pre\u00e7o\"\nid,2\nid,pre\u00e7o,\nxid,pre\u00e7o\n";
        assertThat(CsvReads.reported(CsvReads.write(folder, "joined.csv", joined), STANDARD).stream()
                .map(row -> String.valueOf(row.error()))).containsExactly("null", "the row is the header again",
                        "null", "null", "3 fields where the header has 2", "null");
        assertThat(CsvReads.rows(CsvReads.write(folder, "plain.csv", "a,b\na,b\n"),
                STANDARD.withHeading(Heading.columns("a", "b")))).hasSize(2);
    }

    @Test
    void rows_that_end_with_a_control_character_are_refused_until_it_is_declared() {
        String text = "a,b\u001e1,x\ny\r\u001e2,\"z\u001ez\"\u001e";
        assertFailure("a,b\u001e1,2\u001e", STANDARD, ":1: the file has no line feed at its start, and holds the control"
                + " character \\x1e; where it ends the rows set lineSeparator: \"\\x1e\"");
        assertFailure("a,b\f1,2\f", STANDARD, ":1: the file has no line feed at its start, and holds the"
                + " control character \\x0c;");
        assertThat(CsvReads.rows(CsvReads.write(folder, "rs.csv", text), STANDARD.withLineSeparator('\u001e')).stream()
                .map(ReadRow::values)).containsExactly(List.of("1", "x\ny\r"), List.of("2", "z\u001ez"));
        assertThat(CsvReads.rows(CsvReads.write(folder, "one.csv", "a\u001eb\u001ec"),
                STANDARD.withDelimiter("\u001e"))).isEmpty();
    }

    @Test
    void without_a_header_rows_are_counted_against_what_is_declared_or_the_first_row() {
        assertFailure("1,2\n3\n", STANDARD.withHeading(Heading.NONE), ":2: 1 field where the first row has 2; look");
        assertFailure("1,2\n", STANDARD.withHeading(Heading.columns("a", "b", "c")),
                ":1: 2 fields where 3 columns are declared; look");
    }

    @Test
    void the_line_counts_the_row_ends_within_quotes_and_the_empty_lines() {
        assertFailure("a,b\n1,\"x\n\ny\"\n\n2\n", STANDARD, ":6: 1 field where the header has 2");
    }

    @Test
    void a_quote_that_is_never_closed_is_named_with_the_line_where_it_was_opened() {
        assertFailure("a,b\n1,2\n3,\"x\n4,5\n6,7\n", STANDARD,
                ":3: the quote opened in field 2 (b) is not closed before the end of the file;"
                        + " close it, or declare no quote if quotes are plain text in this file");
        assertFailure("a,b,c\n1,\"x\ny\",\"z\n4,5,6\n", STANDARD, ":3: the quote opened in field 3 (c) on line 3 is");
    }

    @Test
    void a_quote_that_is_never_closed_costs_no_more_than_a_record_may_have() {
        String text = "a,b\n1,\"x\n" + "4,5\n".repeat(100);
        CsvRead small = CsvRead.STRICT.withMaxRecordBytes(64);
        assertThatThrownBy(() -> read(text, STANDARD, small)).isInstanceOf(CsvException.class).hasMessageEndingWith(
                ":2: the quote opened in field 2 (b) is not closed within the size that a record may have; close it,"
                        + " or declare no quote if quotes are plain text in this file");
    }

    @Test
    void a_line_larger_than_a_record_may_be_is_never_a_row() {
        String text = "a,b\n1,2\n" + "x".repeat(100) + ",4\n";
        CsvRead small = CsvRead.STRICT.withMaxRecordBytes(64).withMalformed(CsvRead.Malformed.REPORT);
        assertThatThrownBy(() -> read(text, STANDARD, small)).isInstanceOf(CsvException.class).hasMessageEndingWith(
                ":3: the line is longer than a record may be; check that this is a text file, or allow larger records");
    }

    @Test
    void a_record_as_large_as_allowed_is_a_row() {
        String field = "\"" + "x\n".repeat(29) + "\"";
        CsvRead small = CsvRead.STRICT.withMaxRecordBytes(62);
        assertThat(read("a,b\n1," + field + "\r\n", STANDARD, small)).hasSize(1);
        assertThatThrownBy(() -> read("a,b\n12," + field + "\r\n", STANDARD, small)).isInstanceOf(CsvException.class);
    }

    @Test
    void text_after_a_closing_quote_fails_the_read() {
        assertFailure("a,b\n\"x\"y,2\n", STANDARD,
                ":2: text after the closing quote of field 1 (a); a quote within quotes must be written twice");
        assertFailure("a,b\n1,\"x\" \n", STANDARD, ":2: text after the closing quote of field 2 (b); a quote");
        assertFailure("a,b\n1,\"x\"\"y\"\n", STANDARD.withQuotes(new Quotes('"', '\\')),
                ":2: text after the closing quote of field 2 (b); a quote within quotes must follow the escape"
                        + " character, and where quotes are written twice there is no escape to declare");
    }

    @Test
    void bytes_that_are_not_valid_fail_the_read_and_never_become_a_replacement_character() {
        assertFailure("cidade,uf\nS\u00E3o Paulo,SP\n".getBytes(StandardCharsets.ISO_8859_1), STANDARD,
                ":2: byte 0xE3 in field 1 (cidade) is not valid in UTF-8;"
                        + " set the encoding that the file is written in, such as windows-1252");
        assertFailure(new byte[] {'a', '\n', (byte) 0x81, '\n'}, STANDARD.withCharset(CsvCharset.WINDOWS_1252),
                ":2: byte 0x81 in field 1 (a) is not valid in windows-1252; set the encoding");
    }

    @Test
    void a_nul_byte_fails_the_read() {
        assertFailure("a,b\n1,x\0y\n", STANDARD,
                ":2: NUL byte in field 2 (b); the file is damaged, or is UTF-16 and needs encoding: UTF-16");
    }

    @Test
    void an_error_in_the_header_fails_the_read_even_where_rows_are_reported() {
        CsvRead reporting = CsvRead.STRICT.withMalformed(CsvRead.Malformed.REPORT);
        assertThatThrownBy(() -> read("a,\"b\n1,2\n", STANDARD, reporting)).isInstanceOf(CsvException.class)
                .hasMessageContaining(":1: the quote opened in field 2 is not closed before the end of the file");
    }

    @Test
    void a_reported_row_has_its_error_its_text_and_its_fields_as_far_as_they_go() {
        assertThat(reported("a,b,c\n1,2,3\n4,5\n6,7,8,9\n10,11,12\n")).containsExactly(
                new ReadRow(1, 2, "1,2,3", null, List.of("1", "2", "3")),
                new ReadRow(2, 3, "4,5", "2 fields where the header has 3", asList("4", "5", null)),
                new ReadRow(3, 4, "6,7,8,9", "4 fields where the header has 3", List.of("6", "7", "8")),
                new ReadRow(4, 5, "10,11,12", null, List.of("10", "11", "12")));
    }

    @Test
    void a_reported_row_has_no_field_that_is_not_certain() {
        assertThat(reported("a,b,c\n1,\"x\"y,3\n1,x\0,3\n")).extracting(ReadRow::values)
                .containsOnly(asList("1", null, "3"));
    }

    @Test
    void a_reported_row_shows_invalid_bytes_by_their_value() {
        byte[] bytes = "a,b\nS\u00E3o,x\n".getBytes(StandardCharsets.ISO_8859_1);
        Path file = CsvReads.write(folder, "file.csv", bytes);
        assertThat(CsvReads.reported(file, STANDARD)).containsExactly(new ReadRow(
                1, 2, "S\\xE3o,x", "byte 0xE3 in field 1 (a) is not valid in UTF-8", asList(null, "x")));
    }

    @Test
    void a_reported_row_whose_quote_is_never_closed_ends_with_its_line_and_costs_no_other_row() {
        assertThat(reported("a,b\n1,\"x\n3,4\n5,6\n")).containsExactly(
                new ReadRow(1, 2, "1,\"x", "the quote opened in field 2 (b) is not closed before the end of the file",
                        asList("1", null)),
                new ReadRow(2, 3, "3,4", null, List.of("3", "4")),
                new ReadRow(3, 4, "5,6", null, List.of("5", "6")));
    }

    @Test
    void each_quote_that_is_not_closed_within_the_size_of_a_record_is_reported_on_its_own() {
        String text = "a,b\n" + ("1,\"x\n" + "3,4\n".repeat(50)).repeat(3);
        CsvRead small = CsvRead.STRICT.withMaxRecordBytes(64).withMalformed(CsvRead.Malformed.REPORT);
        assertThat(read(text, STANDARD, small)).hasSize(153)
                .filteredOn(row -> row.error() != null).extracting(ReadRow::line).containsExactly(2L, 53L, 104L);
    }

    private void assertFailure(String text, CsvFormat format, String message) {
        assertFailure(text.getBytes(StandardCharsets.UTF_8), format, message);
    }

    private void assertFailure(byte[] bytes, CsvFormat format, String message) {
        Path file = CsvReads.write(folder, "vendas.csv", bytes);
        assertThatThrownBy(() -> CsvReads.rows(file, format))
                .isInstanceOf(CsvException.class)
                .hasMessageStartingWith(file + message);
    }

    private List<ReadRow> read(String text, CsvFormat format, CsvRead options) {
        return CsvReads.rows(List.of(CsvReads.write(folder, "file.csv", text)), format, options, 16);
    }

    private List<ReadRow> reported(String text) {
        return CsvReads.reported(CsvReads.write(folder, "file.csv", text), STANDARD);
    }
}

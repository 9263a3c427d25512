package io.forja.jobs.csv;

import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.forja.jobs.csv.CsvFormat.Heading;
import io.forja.jobs.csv.CsvFormat.Quotes;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is a row, and what are its fields. */
class CsvRecordsTest {
    private static final CsvFormat NO_HEADER = CsvFormat.STANDARD.withHeading(Heading.NONE);

    @TempDir
    Path folder;

    @Test
    void plain_fields_are_their_text() {
        assertThat(values("a,b,c\n1,2,3\n4,5,6\n")).containsExactly(List.of("1", "2", "3"), List.of("4", "5", "6"));
    }

    @Test
    void blanks_around_a_field_belong_to_it() {
        assertThat(values("a,b\n 1 ,\t2\n")).containsExactly(List.of(" 1 ", "\t2"));
    }

    @Test
    void a_quoted_delimiter_stays_in_its_field() {
        assertThat(values("first,address\nJohn,\"120 any st., Anytown, WW\"\n"))
                .containsExactly(List.of("John", "120 any st., Anytown, WW"));
    }

    @Test
    void a_quoted_newline_stays_in_its_row() {
        assertThat(values("a,b\n1,\"Once upon\na time\"\n2,x\n"))
                .containsExactly(List.of("1", "Once upon\na time"), List.of("2", "x"));
    }

    @Test
    void a_quoted_carriage_return_and_newline_stay_as_they_are() {
        assertThat(values("a,b\r\n1,\"x\r\ny\rz\"\r\n")).containsExactly(List.of("1", "x\r\ny\rz"));
    }

    @Test
    void doubled_quotes_are_one() {
        assertThat(values("a,b\n1,\"ha \"\"ha\"\" ha\"\n2,\"\"\"\"\n"))
                .containsExactly(List.of("1", "ha \"ha\" ha"), List.of("2", "\""));
    }

    @Test
    void json_in_a_quoted_field_comes_out_whole() {
        assertThat(values("key,val\n1,\"{\"\"type\"\": \"\"Point\"\", \"\"coordinates\"\": [102.0, 0.5]}\"\n"))
                .containsExactly(List.of("1", "{\"type\": \"Point\", \"coordinates\": [102.0, 0.5]}"));
    }

    @Test
    void a_quote_within_a_field_without_quotes_is_text() {
        assertThat(values("a,b\n5\" pipe,x\"y\"z\n")).containsExactly(List.of("5\" pipe", "x\"y\"z"));
    }

    @Test
    void a_quote_behind_a_blank_is_text() {
        assertThat(values("a,b\n1, \"x\"\n")).containsExactly(List.of("1", " \"x\""));
    }

    @Test
    void an_escape_character_makes_a_quote_text_within_quotes() {
        CsvFormat escaping = CsvFormat.STANDARD.withQuotes(new Quotes('"', '\\'));
        assertThat(values("a,b\n1,\"say \\\"hi\\\"\"\n2,\"C:\\\\\"\n3,\"tab\\t\"\n4,\\N\n", escaping)).containsExactly(
                List.of("1", "say \"hi\""), List.of("2", "C:\\"), List.of("3", "tab\\t"), List.of("4", "\\N"));
    }

    @Test
    void the_quote_as_its_own_escape_means_doubled_quotes() {
        CsvFormat doubling = CsvFormat.STANDARD.withQuotes(new Quotes('"', '"'));
        assertThat(values("a\n\"x\"\"y\"\n", doubling)).containsExactly(List.of("x\"y"));
    }

    @Test
    void another_quote_character_may_be_declared() {
        CsvFormat single = CsvFormat.STANDARD.withQuotes(new Quotes('\'', null));
        assertThat(values("a,b\n'x,y','it''s'\n", single)).containsExactly(List.of("x,y", "it's"));
    }

    @Test
    void without_quotes_every_character_is_text() {
        CsvFormat bare = CsvFormat.STANDARD.withQuotes(Quotes.NONE);
        assertThat(values("a,b\n\"1,2\"\n", bare)).containsExactly(List.of("\"1", "2\""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n", "\r"})
    void rows_end_with_any_of_the_three_row_ends(String rowEnd) {
        assertThat(values(String.join(rowEnd, "a,b", "1,2", "3,4", "")))
                .containsExactly(List.of("1", "2"), List.of("3", "4"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n", "\r"})
    void the_last_row_needs_no_row_end(String rowEnd) {
        assertThat(values(String.join(rowEnd, "a,b", "1,2", "3,4")))
                .containsExactly(List.of("1", "2"), List.of("3", "4"));
    }

    @Test
    void lf_and_crlf_may_be_mixed() {
        assertThat(values("a,b\r\n1,2\n3,4\r\n")).containsExactly(List.of("1", "2"), List.of("3", "4"));
    }

    @Test
    void a_lone_carriage_return_is_text_where_rows_end_with_lf() {
        assertThat(values("a,b\n1\r1,2\r\r\n")).containsExactly(List.of("1\r1", "2\r"));
    }

    @Test
    void a_newline_within_quotes_does_not_hide_that_rows_end_with_cr() {
        assertThat(values("a,b\r1,\"x\ny\"\r2,z\r")).containsExactly(List.of("1", "x\ny"), List.of("2", "z"));
    }

    @Test
    void a_carriage_return_that_ends_a_cut_file_is_no_text() {
        assertThat(values("a,b\r\n1,2\r")).containsExactly(List.of("1", "2"));
    }

    @Test
    void empty_lines_are_no_rows_wherever_they_are() {
        assertThat(rows("\n\na,b\n\r\n1,2\n\n\n3,4\n\n", CsvFormat.STANDARD))
                .extracting(ReadRow::number, ReadRow::line, ReadRow::values)
                .containsExactly(
                        tuple(1L, 5L, List.of("1", "2")),
                        tuple(2L, 8L, List.of("3", "4")));
    }

    @Test
    void a_field_without_text_is_null_and_one_with_empty_quotes_is_empty() {
        assertThat(values("a,b,c\n1,,\"\"\n,,\n"))
                .containsExactly(asList("1", null, ""), asList(null, null, null));
    }

    @Test
    void declared_texts_mean_null_where_there_are_no_quotes() {
        CsvFormat nulls = CsvFormat.STANDARD.withNullValues(List.of("NULL", "\\N"));
        assertThat(values("a,b,c,d\nNULL,\"NULL\",\\N,\n", nulls)).containsExactly(asList(null, "NULL", null, ""));
    }

    @Test
    void a_delimiter_may_be_a_tab() {
        assertThat(values("a\tb\n1\t2,3\n", CsvFormat.STANDARD.withDelimiter("\t")))
                .containsExactly(List.of("1", "2,3"));
    }

    @Test
    void a_delimiter_may_have_several_characters() {
        assertThat(values("a||b||c\n1|2||\"x||y\"||\"\"\"\"\n||z|||\n", CsvFormat.STANDARD.withDelimiter("||")))
                .containsExactly(List.of("1|2", "x||y", "\""), asList(null, "z", "|"));
    }

    @Test
    void a_delimiter_may_be_beyond_ascii() {
        assertThat(values("a§b\n1§\"2§3\"\n", CsvFormat.STANDARD.withDelimiter("§")))
                .containsExactly(List.of("1", "2§3"));
    }

    @Test
    void lines_above_the_header_are_skipped_whatever_they_hold() {
        CsvFormat preamble = CsvFormat.STANDARD.withHeading(new Heading(true, 3, null));
        assertThat(rows("Report \"of today\n\nSource: it's, me\na,b\n1,2\n", preamble))
                .extracting(ReadRow::number, ReadRow::line, ReadRow::values)
                .containsExactly(tuple(1L, 5L, List.of("1", "2")));
    }

    @Test
    void a_header_alone_has_no_rows() {
        assertThat(values("a,b\n")).isEmpty();
        assertThat(values("a,b")).isEmpty();
    }

    @Test
    void without_a_header_the_first_line_is_a_row() {
        assertThat(values("1,2\n3,4\n", NO_HEADER)).containsExactly(List.of("1", "2"), List.of("3", "4"));
    }

    @Test
    void a_single_column_is_a_table_too() {
        assertThat(values("a\n1\n\"\"\n2\n")).containsExactly(List.of("1"), List.of(""), List.of("2"));
    }

    @Test
    void rows_know_their_number_their_line_and_their_text() {
        assertThat(rows("a,b\r\n1,\"x\r\ny\"\r\n\r\n \"2,é\r\n", CsvFormat.STANDARD)).containsExactly(
                new ReadRow(1, 2, "1,\"x\r\ny\"", null, List.of("1", "x\r\ny")),
                new ReadRow(2, 5, " \"2,é", null, List.of(" \"2", "é")));
    }

    @Test
    void a_row_may_be_larger_than_the_buffer() {
        String large = "x".repeat(3 * RecordCursor.BUFFER_BYTES);
        assertThat(values("a,b\n1,2\n" + large + ",\"" + large + "\"\n3,4\n"))
                .containsExactly(List.of("1", "2"), List.of(large, large), List.of("3", "4"));
    }

    private List<List<String>> values(String text) {
        return values(text, CsvFormat.STANDARD);
    }

    private List<List<String>> values(String text, CsvFormat format) {
        return rows(text, format).stream().map(ReadRow::values).toList();
    }

    private List<ReadRow> rows(String text, CsvFormat format) {
        return CsvReads.rows(CsvReads.write(folder, "file.csv", text), format);
    }
}

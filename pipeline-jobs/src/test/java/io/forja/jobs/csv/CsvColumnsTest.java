package io.forja.jobs.csv;

import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.jobs.csv.CsvFormat.Heading;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the columns are called, and which field of which file fills them. */
class CsvColumnsTest {
    private static final CsvRead UNION = CsvRead.STRICT.withDrift(CsvRead.Drift.UNION);
    private static final CsvFormat DECLARED = CsvFormat.STANDARD.withHeading(new Heading(true, 0, List.of("b", "a")));

    @TempDir
    Path folder;

    @Test
    void names_are_spelled_as_in_the_file() {
        file("a.csv", "Regiao - Sigla,\"Valor, R$\"\n");
        assertThat(header(CsvFormat.STANDARD, CsvRead.STRICT)).isEqualTo(new CsvHeader(
                List.of("Regiao - Sigla", "Valor, R$"), List.of("Regiao - Sigla", "Valor, R$"), List.of()));
    }

    @Test
    void names_that_cannot_stand_in_a_table_are_changed_and_noted() {
        file("a.csv", "id, valor ,,nome,Nome,nome_2,_raw\n");
        CsvHeader header = header(CsvFormat.STANDARD, CsvRead.STRICT);
        assertThat(header.spelled()).containsExactly("id", " valor ", "", "nome", "Nome", "nome_2", "_raw");
        assertThat(header.names()).containsExactly("id", "valor", "_c3", "nome", "Nome_3", "nome_2", "_raw_2");
        assertThat(header.notes()).containsExactly(
                folder + "/a.csv: column 2 \" valor \" has blanks around its name: it is read as valor",
                folder + "/a.csv: column 3 has no name: it is read as _c3",
                folder + "/a.csv: column 5 \"Nome\" has a name that is taken: it is read as Nome_3",
                folder + "/a.csv: column 7 \"_raw\" has a name that is taken: it is read as _raw_2");
    }

    @Test
    void a_delimiter_behind_every_line_makes_a_nameless_column() {
        file("a.csv", "a,b,\n1,2,\n");
        assertThat(header(CsvFormat.STANDARD, CsvRead.STRICT).names()).containsExactly("a", "b", "_c3");
        assertThat(values(CsvFormat.STANDARD, CsvRead.STRICT)).containsExactly(asList("1", "2", null));
    }

    @Test
    void without_a_header_columns_are_numbered_or_declared() {
        file("a.csv", "1,2\n");
        assertThat(header(CsvFormat.STANDARD.withHeading(Heading.NONE), CsvRead.STRICT).names())
                .containsExactly("_c1", "_c2");
        assertThat(header(CsvFormat.STANDARD.withHeading(Heading.columns("x", "y")), CsvRead.STRICT).names())
                .containsExactly("x", "y");
    }

    @Test
    void columns_are_matched_by_name_whatever_their_order() {
        file("a.csv", "id,nome,valor\n1,ana,10\n");
        file("b.csv", "valor,ID,nome\n20,2,bia\n");
        assertThat(values(CsvFormat.STANDARD, CsvRead.STRICT))
                .containsExactly(List.of("1", "ana", "10"), List.of("2", "bia", "20"));
    }

    @Test
    void without_a_header_columns_are_matched_by_position() {
        file("a.csv", "1,2\n");
        file("b.csv", "3,4\n");
        assertThat(values(CsvFormat.STANDARD.withHeading(Heading.NONE), CsvRead.STRICT))
                .containsExactly(List.of("1", "2"), List.of("3", "4"));
    }

    @Test
    void a_missing_or_new_column_is_named_before_any_row_is_read() {
        file("a.csv", "id,nome,valor\n1,ana,10\n");
        file("b.csv", "id,valor,desconto\n2,20,0\n");
        assertThatThrownBy(() -> header(CsvFormat.STANDARD, CsvRead.STRICT)).isInstanceOf(CsvException.class)
                .hasMessage(folder + "/b.csv: the header lacks \"nome\" and adds \"desconto\", compared with " + folder
                        + "/a.csv; mend the file, or read files with other columns apart");
    }

    @Test
    void a_union_fills_what_is_missing_with_null_and_adds_what_is_new() {
        file("a.csv", "id,nome\n1,ana\n");
        file("b.csv", "desconto,id\n5,2\n");
        assertThat(header(CsvFormat.STANDARD, UNION)).isEqualTo(new CsvHeader(
                List.of("id", "nome", "desconto"), List.of("id", "nome", "desconto"), List.of(
                        folder + "/b.csv: adds \"desconto\", which " + folder + "/a.csv lacks",
                        folder + "/a.csv: lacks \"desconto\", which its rows have as NULL",
                        folder + "/b.csv: lacks \"nome\", which its rows have as NULL")));
        assertThat(values(CsvFormat.STANDARD, UNION))
                .containsExactly(asList("1", "ana", null), asList("2", null, "5"));
    }

    @Test
    void declared_columns_are_checked_and_put_in_their_order() {
        file("a.csv", "a,b\n1,2\n");
        assertThat(header(DECLARED, CsvRead.STRICT).names()).containsExactly("b", "a");
        assertThat(values(DECLARED, CsvRead.STRICT)).containsExactly(List.of("2", "1"));
    }

    @Test
    void a_header_that_is_not_as_declared_is_refused() {
        file("a.csv", "a,c\n1,2\n");
        assertThatThrownBy(() -> header(DECLARED, CsvRead.STRICT)).isInstanceOf(CsvException.class)
                .hasMessageStartingWith(folder + "/a.csv: the header lacks \"b\" and adds \"c\","
                        + " compared with the declared columns; mend the file");
    }

    @Test
    void an_empty_file_has_no_header() {
        file("a.csv", "");
        assertThatThrownBy(() -> header(CsvFormat.STANDARD, CsvRead.STRICT)).isInstanceOf(CsvException.class)
                .hasMessage(folder + "/a.csv: the file is empty, without even a header;"
                        + " take it away or check what wrote it");
    }

    @Test
    void an_empty_file_among_others_gives_no_rows_and_a_note() {
        file("a.csv", "");
        file("b.csv", "id,nome\n1,ana\n");
        file("c.csv", "\ufeff");
        assertThat(header(CsvFormat.STANDARD, CsvRead.STRICT)).isEqualTo(new CsvHeader(List.of("id", "nome"),
                List.of("id", "nome"), List.of(folder + "/a.csv: the file is empty, it gives no rows",
                        folder + "/c.csv: the file is empty, it gives no rows")));
        assertThat(values(CsvFormat.STANDARD, CsvRead.STRICT)).containsExactly(List.of("1", "ana"));
        assertThat(values(CsvFormat.STANDARD.withHeading(new Heading(false, 1, null)), CsvRead.STRICT))
                .containsExactly(List.of("1", "ana"));
    }

    @Test
    void an_empty_file_needs_no_header_where_columns_are_declared() {
        file("a.csv", "");
        file("b.csv", "1\n");
        assertThat(values(CsvFormat.STANDARD.withHeading(Heading.columns("x")), CsvRead.STRICT))
                .containsExactly(List.of("1"));
        assertThat(values(CsvFormat.STANDARD.withHeading(Heading.NONE), CsvRead.STRICT)).containsExactly(List.of("1"));
    }

    @Test
    void without_header_row_or_declaration_there_are_no_columns() {
        file("a.csv", "\n");
        assertThatThrownBy(() -> header(CsvFormat.STANDARD.withHeading(Heading.NONE), CsvRead.STRICT))
                .isInstanceOf(CsvException.class).hasMessage(folder + "/a.csv: no row to count columns from;"
                        + " declare the columns or check what wrote the file");
    }

    @Test
    void a_file_shorter_than_its_preamble_is_refused() {
        file("a.csv", "one\ntwo\n");
        assertThatThrownBy(() -> header(CsvFormat.STANDARD.withHeading(new Heading(true, 3, null)), CsvRead.STRICT))
                .isInstanceOf(CsvException.class).hasMessage(folder + "/a.csv: the file has 2 lines where skipLines"
                        + " is 3; lower skipLines or check what wrote the file");
    }

    @Test
    void notes_about_one_header_in_many_files_are_made_once() {
        IntStream.range(0, 20).forEach(i -> file("f" + i + ".csv", " a\n1\n"));
        assertThat(header(CsvFormat.STANDARD, CsvRead.STRICT).notes()).hasSize(1);
    }

    private CsvHeader header(CsvFormat format, CsvRead options) {
        return CsvHeader.of(CsvReads.HADOOP, List.of(folder.toString()), format, options);
    }

    private List<List<String>> values(CsvFormat format, CsvRead options) {
        return CsvReads.rows(List.of(folder), format, options, RecordCursor.BUFFER_BYTES).stream()
                .map(ReadRow::values)
                .toList();
    }

    private void file(String name, String text) {
        CsvReads.write(folder, name, text);
    }
}

package io.forja.jobs.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.forja.core.inspect.InspectedColumn;
import io.forja.core.inspect.Inspection;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How a file is written: encoding, delimiter, quotes, header and what stands above it. */
class LayoutTest {

    @TempDir
    private Path folder;

    private Given given;

    @BeforeEach
    void folder() {
        given = new Given(folder);
    }

    @ParameterizedTest
    @CsvSource({"UTF-8, UTF-8", "windows-1252, windows-1252", "UTF-16, UTF-16", "UTF-16LE, UTF-16LE",
            "UTF-16BE, UTF-16BE"})
    void the_encoding_is_told_by_the_bytes(String written, String found) {
        Inspection inspection = given.file(Charset.forName(written), "id;preço", "1;“São João”", "2;maçã");
        assertThat(inspection.layout().encoding().value()).isEqualTo(found);
        assertThat(inspection.columns()).extracting(InspectedColumn::name).containsExactly("id", "preço");
        assertThat(inspection.columns()).extracting(InspectedColumn::cleanName).containsExactly("id", "preco");
    }

    @Test
    void a_byte_order_mark_is_no_part_of_the_first_name() {
        Inspection inspection = given.file("\ufeffid;valor", "1;2");
        assertThat(inspection.layout().encoding().value()).isEqualTo("UTF-8");
        assertThat(inspection.layout().encoding().evidence()).contains("byte order mark");
        assertThat(inspection.columns().get(0).name()).isEqualTo("id");
    }

    @Test
    void latin1_is_read_as_windows_1252_which_has_the_same_letters_and_the_evidence_is_a_word() {
        Inspection inspection = given.file(StandardCharsets.ISO_8859_1, "id;cidade", "1;São Paulo");
        assertThat(inspection.layout().encoding().value()).isEqualTo("windows-1252");
        assertThat(inspection.layout().encoding().evidence()).contains("\"São\"", "ISO-8859-1 reads them the same");
    }

    @Test
    void bytes_that_windows_1252_does_not_define_leave_iso_8859_1_and_a_warning() {
        byte[] bytes = "id;nome\n1;S?o\n2;x?y\n".getBytes(StandardCharsets.ISO_8859_1);
        bytes[11] = (byte) 0xE3;
        bytes[17] = (byte) 0x81;
        Inspection inspection = given.bytes(bytes);
        assertThat(inspection.layout().encoding().value()).isEqualTo("ISO-8859-1");
        assertThat(inspection.warnings()).anyMatch(warning -> warning.contains("1 byte is a control character"));
    }

    @Test
    void a_broken_byte_among_much_utf8_is_a_row_to_be_rejected_and_not_another_encoding() {
        byte[] good = ("id;nome\n" + "1;ação\n".repeat(30) + "2;x?y\n").getBytes(StandardCharsets.UTF_8);
        good[good.length - 3] = (byte) 0xE3;
        Inspection inspection = given.bytes(good);
        assertThat(inspection.layout().encoding().value()).isEqualTo("UTF-8");
        assertThat(inspection.warnings()).anyMatch(warning -> warning.contains("1 byte") && warning.contains("line 32"))
                .anyMatch(warning -> warning.contains("1 row is broken") && warning.contains("row 31"));
    }

    @Test
    void a_few_broken_bytes_leave_a_file_in_utf8_where_more_characters_are_valid() {
        byte[] latin = "9;x\u00e9y\n9;\u00c0z\n".getBytes(StandardCharsets.ISO_8859_1);
        Inspection inspection = given.bytes(
                joined("id;nome\n1;João\n2;Łódź\n3;Inês\n".getBytes(StandardCharsets.UTF_8), latin));
        assertThat(inspection.layout().encoding().value()).isEqualTo("UTF-8");
        assertThat(inspection.layout().encoding().evidence())
                .isEqualTo("5 characters beyond ASCII are valid, 2 bytes are not");
        assertThat(inspection.warnings()).contains(
                "2 bytes are not valid in UTF-8, first in line 5, 6: such rows are rejected by the ingest");
    }

    @Test
    void a_byte_that_windows_1252_does_not_define_does_not_cost_the_euro_and_the_quotes() {
        byte[] signs = "id;nome\n1;José\n2;10 €\n3;“a”\n4;".getBytes(Charset.forName("windows-1252"));
        Inspection inspection = given.bytes(joined(signs, new byte[] {'x', (byte) 0x81, '\n'}));
        assertThat(inspection.layout().encoding().value()).isEqualTo("windows-1252");
        assertThat(inspection.layout().encoding().evidence()).isEqualTo("5 bytes beyond ASCII that are no UTF-8,"
                + " such as in \"José\"; 3 signs of them ISO-8859-1 does not have");
        assertThat(inspection.warnings()).contains(
                "1 byte is not defined in windows-1252, first in line 5: such rows are rejected by the ingest");
    }

    @Test
    void some_characters_of_utf8_among_more_of_windows_1252_are_said() {
        Inspection inspection = given.bytes(joined("id;nome\n1;São\n2;José\n".getBytes(StandardCharsets.ISO_8859_1),
                "3;Inês\n".getBytes(StandardCharsets.UTF_8)));
        assertThat(inspection.layout().encoding().value()).isEqualTo("windows-1252");
        assertThat(inspection.warnings()).containsExactly(
                "1 character is valid in UTF-8, first in line 4: look whether the file mixes two encodings");
    }

    private static byte[] joined(byte[] start, byte[] end) {
        byte[] both = Arrays.copyOf(start, start.length + end.length);
        System.arraycopy(end, 0, both, start.length, end.length);
        return both;
    }

    @ParameterizedTest
    @ValueSource(strings = {",", ";", "\t", "|", "||", "::", "~|~", "<=>", "#", "^", "\u0001"})
    void the_delimiter_is_what_makes_rows_of_the_same_width(String delimiter) {
        String row = String.join(delimiter, "%s", "%s", "%s", "%s");
        Inspection inspection = given.file(row.formatted("id", "nome", "valor", "obs"),
                row.formatted("1", "Ana, Maria", "1.5", "").replace("Ana, Maria", delimiter.equals(",") ? "\"Ana, Maria\"" : "Ana, Maria"),
                row.formatted("2", "Bia", "2.5", "nada"), row.formatted("3", "Caio", "", ""));
        assertThat(inspection.layout().delimiter().value()).isEqualTo(delimiter);
        assertThat(inspection.columns()).extracting(InspectedColumn::name).containsExactly("id", "nome", "valor", "obs");
    }

    @ParameterizedTest
    @ValueSource(strings = {"||", "~|~"})
    void a_longer_delimiter_is_found_where_quoted_texts_hold_lines_and_where_a_quote_stands_alone(String delimiter) {
        String row = String.join(delimiter, "%s", "%s", "%s");
        String broken = row.formatted("2", "\"l1\nl2\"", "1.50");
        assertThat(given.file(row.formatted("id", "nome", "valor"), row.formatted("1", "ab", "1.50"), broken, broken)
                .layout().delimiter().value()).isEqualTo(delimiter);
        assertThat(given.file(row.formatted("id", "nome", "valor"), row.formatted("1", "5\" disco", "1.50"),
                row.formatted("2", "ab", "1.50"), row.formatted("3", "7\" disco", "1.50"))
                .layout().delimiter().value()).isEqualTo(delimiter);
    }

    @Test
    void a_column_without_values_does_not_make_a_longer_delimiter() {
        Inspection inspection = given.file("a;b;c", "1;;2", "3;;4", "5;;6");
        assertThat(inspection.layout().delimiter().value()).isEqualTo(";");
    }

    @Test
    void decimal_commas_do_not_separate() {
        Inspection inspection = given.file("id;valor", "1;5,77", "2;3,20", "3;4,00");
        assertThat(inspection.layout().delimiter().value()).isEqualTo(";");
        assertThat(inspection.layout().skipLines().value()).isZero();
    }

    @Test
    void lines_of_texts_alone_are_one_column() {
        Inspection inspection = given.file("nome", "Ana", "Bia, a outra", "Caio; o um, e só", "Davi");
        assertThat(inspection.columns()).hasSize(1);
        assertThat(inspection.warnings()).isEmpty();
        assertThat(inspection.layout().delimiter().evidence()).contains("nothing separates");
    }

    @Test
    void quotes_within_quotes_are_doubled_or_escaped() {
        Inspection doubled = given.file("id,obs", "1,\"diz \"\"oi\"\", e sai\"", "2,\"duas\nlinhas\"");
        assertThat(doubled.layout().escape().value()).isEmpty();
        assertThat(doubled.sample().rows()).isEqualTo(2);
        Inspection escaped = given.file("id,obs", "1,\"diz \\\"oi\\\", e sai\"", "2,\"nada\"");
        assertThat(escaped.layout().escape().value()).isEqualTo("\\");
        assertThat(escaped.warnings()).isEmpty();
        Inspection single = given.file("'id','obs'", "'1','a, b'", "'2','c'");
        assertThat(single.layout().quote().value()).isEqualTo("'");
        Inspection none = given.file("id,obs", "1,\"Grande\" porta", "2,\"Pequena\" porta", "3,nada");
        assertThat(none.layout().quote().value()).isEmpty();
        assertThat(none.warnings()).isEmpty();
    }

    @Test
    void lines_above_the_header_are_skipped() {
        Inspection inspection = given.file("Relatório de vendas;;", "", "Emitido em 01/02/2024", "id;data;valor",
                "1;31/01/2024;5,50", "2;01/02/2024;6,50");
        assertThat(inspection.layout().skipLines().value()).isEqualTo(3);
        assertThat(inspection.columns()).extracting(Given::written)
                .containsExactly("int", "date dd/MM/yyyy", "decimal(18,2) pt-BR");
    }

    @Test
    void without_a_header_the_columns_are_numbered() {
        Inspection inspection = given.file("1;2024-01-31;abc", "2;2024-02-28;def");
        assertThat(inspection.layout().header().value()).isFalse();
        assertThat(inspection.layout().header().evidence()).contains("\"1\" in the first line");
        assertThat(inspection.columns()).extracting(InspectedColumn::name)
                .containsExactly("column_1", "column_2", "column_3");
        assertThat(inspection.pipeline()).contains("columns: [column_1, column_2, column_3]");
        assertThat(inspection.sample().rows()).isEqualTo(2);
    }

    @Test
    void texts_alone_have_a_header_where_its_words_stand_in_no_row() {
        assertThat(given.file("nome;cidade", "Ana;Recife", "Bia;Natal").layout().header().value()).isTrue();
        assertThat(given.file("Ana;Recife", "Bia;Recife", "Caio;Natal").layout().header().value()).isFalse();
    }

    @Test
    void a_header_that_is_shorter_than_its_rows_gives_its_names_and_a_warning() {
        Inspection inspection = given.file("id;data;valor", "1;2024-01-31;5;", "2;2024-01-31;6;", "3;2024-02-01;7;");
        assertThat(inspection.layout().header().value()).isFalse();
        assertThat(inspection.layout().skipLines().value()).isEqualTo(1);
        assertThat(inspection.columns()).extracting(InspectedColumn::name)
                .containsExactly("id", "data", "valor", "column_4");
        assertThat(inspection.warnings()).anyMatch(warning -> warning.contains("the header has 3 fields"));
    }

    @Test
    void names_become_ones_that_need_no_quotes_and_repeated_or_missing_ones_are_said() {
        Inspection inspection = given.file("id; Valor de Venda (R$) ;nome;nome;;2024", "1;2;a;b;c;3", "2;3;d;e;f;4");
        assertThat(inspection.columns()).extracting(InspectedColumn::name)
                .containsExactly("id", "Valor de Venda (R$)", "nome", "nome_2", "_c5", "2024");
        assertThat(inspection.columns()).extracting(InspectedColumn::cleanName)
                .containsExactly("id", "valor_de_venda_r", "nome", "nome_2", "column_5", "c_2024");
        assertThat(inspection.warnings()).anyMatch(warning -> warning.contains("a name that is taken"))
                .anyMatch(warning -> warning.contains("column 5 has no name"));
    }

    @ParameterizedTest
    @CsvSource({"Größe, grosse", "Œuvre d'Æsir, oeuvre_d_aesir", "Søren Łódź, soren_lodz", "Ação (R$), acao_r"})
    void letters_that_are_not_ascii_become_those_that_people_write_instead(String name, String clean) {
        assertThat(given.file("id;" + name, "1;2").columns().get(1).cleanName()).isEqualTo(clean);
    }

    @ParameterizedTest
    @CsvSource({"vendas/*.csv, vendas", "vendas/*/*.csv.gz, vendas", "'a/vendas_{1,2}.csv', vendas", "*.csv, dados_01",
            "*/*.csv, dados_01", "s3a://lago/vendas/[0-9]*.csv, vendas", "Vendas 2024.csv, vendas_2024"})
    void a_pipeline_is_called_as_its_file_or_else_as_the_folder_or_the_first_file(String path, String subject) {
        assertThat(Names.subject(path, "2024/dados_01.csv")).isEqualTo(subject);
    }

    @ParameterizedTest
    @ValueSource(strings = {"NULL", "NA", "N/A", "#NULO#", "-", "\\N"})
    void markers_of_missing_values_are_no_values(String marker) {
        Inspection inspection = given.file("id;valor;nome", "1;5,5;a", "2;" + marker + ";b", "3;7,5;c");
        assertThat(inspection.layout().nullValues().value()).containsExactly("", marker);
        assertThat(inspection.layout().nullValues().evidence()).contains("1 time in \"valor\"");
        assertThat(Given.written(Given.column(inspection, "valor"))).isEqualTo("decimal(18,2) pt-BR");
    }

    @Test
    void a_marker_in_texts_alone_may_be_a_value() {
        Inspection inspection = given.file("id;pais", "1;BR", "2;NA", "3;DE");
        assertThat(inspection.layout().nullValues().value()).containsExactly("");
        assertThat(given.file("id;pais", "1;BR", "2;NULL").layout().nullValues().value()).containsExactly("", "NULL");
    }

    @Test
    void a_marker_in_quotes_is_taken_out_by_a_step() {
        Inspection inspection = given.file("id;valor", "1;5", "2;\"NULL\"", "3; NA ");
        assertThat(inspection.layout().nullValues().value()).containsExactly("");
        assertThat(inspection.pipeline()).contains("if(trim(`valor`) in ('NULL', 'NA'), null, `valor`)");
    }

    @Test
    void rows_of_another_width_are_counted_and_shown() {
        Inspection inspection = given.file("id;nome;valor", "1;a;1", "2;b", "3;c;3", "4;d;4", "5;e;5;x");
        assertThat(inspection.warnings()).singleElement().asString()
                .contains("2 rows have another number of fields than the 3 columns (2 in row 2, 4 in row 5)");
        assertThat(Given.written(Given.column(inspection, "valor"))).isEqualTo("int");
    }

    @Test
    void a_compressed_file_is_read_like_any_other() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write("id;valor\n1;2,5\n".getBytes(StandardCharsets.UTF_8));
        }
        given.write("dados.csv.gz", bytes.toByteArray());
        Inspection inspection = given.inspect("dados.csv.gz");
        assertThat(inspection.sample().rows()).isEqualTo(1);
        assertThat(inspection.pipeline()).contains("pipeline: dados\n", "csv: dados.csv.gz");
    }

    @Test
    void of_a_large_file_the_beginning_is_read_and_that_is_said() {
        StringBuilder text = new StringBuilder("id;valor\n");
        for (int i = 0; i < 20_000; i++) {
            text.append(i).append(";\"x\ny").append(i).append("\"\n");
        }
        given.write("dados.csv", text.toString().getBytes(StandardCharsets.UTF_8));
        Inspection inspection = given.inspect("dados.csv", 100_000);
        assertThat(inspection.sample().complete()).isFalse();
        assertThat(inspection.sample().rows()).isBetween(5_000L, 10_000L);
        assertThat(inspection.warnings()).isEmpty();
        assertThat(inspection.pipeline()).contains("what follows was not read");
    }

    @ParameterizedTest
    @CsvSource({"UTF-8, \\n", "UTF-8, \\r\\n", "UTF-8, \\r", "UTF-16LE, \\n", "UTF-16BE, \\r\\n", "windows-1252, \\r"})
    void the_row_that_the_bound_cuts_is_no_broken_row(String charset, String rowEnd) {
        String end = rowEnd.translateEscapes();
        byte[] bytes = ("id;nome;valor" + end + ("1;ação;5" + end).repeat(500)).getBytes(Charset.forName(charset));
        given.write("dados.csv", bytes);
        for (int bound = 1500; bound < 1530; bound++) {
            Inspection inspection = given.inspect("dados.csv", bound);
            assertThat(inspection.warnings()).isEmpty();
            assertThat(inspection.sample().rows()).isGreaterThan(60);
            assertThat(inspection.layout().delimiter().evidence()).matches("(\\d+) of \\1 records at the start with 3 fields");
        }
    }

    @Test
    void rows_that_are_longer_than_what_is_looked_at_first_are_looked_at_all_the_same() {
        Inspection inspection = given.file("id;nome", "1;" + "x".repeat(300_000), "2;b");
        assertThat(inspection.layout().header().evidence()).contains("stands above numbers");
        assertThat(inspection.layout().delimiter().evidence()).isEqualTo("3 of 3 records at the start with 2 fields");
    }

    @Test
    void files_of_a_glob_are_read_together_and_another_header_is_said() {
        given.write("v/vendas_01.csv", "id;valor", "1;5,5");
        given.write("v/vendas_02.csv", "valor;id", "6,5;2");
        given.write("v/vendas_03.csv", "id;preco", "3;7");
        Inspection inspection = given.inspect("v/vendas_*.csv");
        assertThat(inspection.sample().files()).isEqualTo(List.of("vendas_01.csv", "vendas_02.csv"));
        assertThat(inspection.sample().rows()).isEqualTo(2);
        assertThat(inspection.pipeline()).contains("pipeline: vendas\n", "csv: \"v/vendas_*.csv\"");
        assertThat(inspection.warnings()).singleElement().asString()
                .contains("vendas_03.csv", "lacks \"valor\" and adds \"preco\"");
        assertThat(inspection.columns()).extracting(Given::written).containsExactly("int", "decimal(18,2) pt-BR");
    }

    @Test
    void empty_files_of_a_glob_are_named_and_the_others_are_read() {
        given.write("v/vendas_01.csv", new byte[0]);
        given.write("v/vendas_02.csv", "id;valor", "1;5,5");
        Inspection inspection = given.inspect("v/vendas_*.csv");
        assertThat(inspection.warnings()).containsExactly("vendas_01.csv: the file is empty: it gives no rows");
        assertThat(inspection.sample().rows()).isEqualTo(1);
    }

    @Test
    void a_header_that_stands_again_among_the_rows_is_said_and_spoils_no_column() {
        Inspection inspection = given.file("id;nome", "1;ana", "id;nome", "2;rui", "id;nome", "3;eva");
        assertThat(inspection.layout().header().value()).isTrue();
        assertThat(inspection.columns()).extracting(Given::written).containsExactly("int", "string");
        assertThat(inspection.warnings()).containsExactly(
                "2 rows are the header again (row 2, row 4): the ingest rejects them");
        assertThat(given.file("ana;sp", "rui;rj", "ana;sp").layout().header().value()).isFalse();
    }

    @Test
    void a_control_character_that_ends_the_rows_is_declared() {
        Inspection inspection = given.bytes("id;valor\u001e1;5,5\u001e2;6,5\u001e".getBytes(StandardCharsets.UTF_8));
        assertThat(inspection.layout().lineSeparator().value()).isEqualTo("\u001e");
        assertThat(inspection.pipeline()).contains("lineSeparator: \"\\u001E\"");
        assertThat(inspection.sample().rows()).isEqualTo(2);
        assertThat(inspection.columns()).extracting(Given::written).containsExactly("int", "decimal(18,2) pt-BR");
    }

    @Test
    void what_reports_write_below_the_rows_is_said() {
        Inspection inspection = given.file("conta;item;valor", "0001;a;10,50", "0002;b;21,00", ";Total;31,50", "Fonte: ERP;;");
        assertThat(inspection.warnings()).contains("at the end of the file stands what may be no row: \"Total\" in row 3,"
                + " \"Fonte: ERP\" in row 4; the step where takes such rows out");
        assertThat(given.file("item;valor", "total;1,5", "a;1", "b;2", "c;3").warnings()).isEmpty();
        assertThat(given.file("id;item;valor", "1;a;1", "2;b;2", "3;;").warnings()).isEmpty();
    }

    @Test
    void a_pipeline_is_called_by_the_first_file_where_the_path_has_no_name() {
        given.write("sul/vendas.csv", "id;valor", "1;5,5");
        assertThat(given.inspect("*/*.csv").pipeline()).contains("pipeline: vendas\n");
    }
}

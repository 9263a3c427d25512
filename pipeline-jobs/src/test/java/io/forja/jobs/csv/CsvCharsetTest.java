package io.forja.jobs.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts come out as they were written, in whatever charset. */
class CsvCharsetTest {
    private static final String TEXT = "cidade,nota\nSão Paulo,\"é \"\"bom\"\"\nà noite\"\nCórdoba,ok\n";
    private static final List<List<String>> VALUES =
            List.of(List.of("São Paulo", "é \"bom\"\nà noite"), List.of("Córdoba", "ok"));

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(CsvCharset.class)
    void every_charset_gives_the_same_texts(CsvCharset charset) {
        byte[] bytes = TEXT.getBytes(Charset.forName(charset.label()));
        assertThat(values(bytes, charset)).isEqualTo(VALUES);
    }

    @Test
    void a_byte_order_mark_is_no_part_of_the_first_name() {
        byte[] bytes = ("\uFEFF" + TEXT).getBytes(StandardCharsets.UTF_8);
        assertThat(values(bytes, CsvCharset.UTF_8)).isEqualTo(VALUES);
        Path file = CsvReads.write(folder, "bom.csv", bytes);
        assertThat(CsvReads.table(List.of(file), CsvFormat.STANDARD, CsvRead.STRICT).schema().fieldNames())
                .containsExactly("cidade", "nota");
    }

    @Test
    void a_byte_order_mark_does_not_hide_the_quote_behind_it() {
        byte[] bytes = "\uFEFF\"a,b\"\n1\n".getBytes(StandardCharsets.UTF_8);
        assertThat(values(bytes, CsvCharset.UTF_8)).containsExactly(List.of("1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16LE", "UTF-16BE"})
    void utf16_says_its_byte_order_by_its_mark(String order) {
        byte[] bytes = ("\uFEFF" + TEXT).getBytes(Charset.forName(order));
        assertThat(values(bytes, CsvCharset.UTF_16)).isEqualTo(VALUES);
        assertThat(values(bytes, CsvCharset.of(order))).isEqualTo(VALUES);
    }

    @Test
    void utf16_without_a_mark_must_be_told_its_byte_order() {
        byte[] bytes = TEXT.getBytes(StandardCharsets.UTF_16LE);
        assertThatThrownBy(() -> values(bytes, CsvCharset.UTF_16)).isInstanceOf(CsvException.class)
                .hasMessageEndingWith("no byte order mark at its start; set encoding: UTF-16LE or encoding: UTF-16BE");
    }

    @ParameterizedTest
    @CsvSource({"UTF-16LE, UTF-8, UTF-16", "UTF-16BE, windows-1252, UTF-16", "UTF-16LE, UTF-16BE, UTF-16",
        "UTF-16BE, UTF-16LE, UTF-16", "UTF-8, ISO-8859-1, UTF-8", "UTF-8, UTF-16LE, UTF-8", "UTF-8, UTF-16BE, UTF-8"})
    void a_file_read_as_something_else_is_recognised_by_its_mark(String written, String declared, String told) {
        byte[] bytes = ("\uFEFF" + TEXT).getBytes(Charset.forName(written));
        assertThatThrownBy(() -> values(bytes, CsvCharset.of(declared))).isInstanceOf(CsvException.class)
                .hasMessageEndingWith(":1: the file starts with the byte order mark of " + told + ", which " + declared
                        + " does not have; set encoding: " + told);
    }

    @Test
    void utf16_holds_characters_of_every_length_and_any_number_of_them() {
        String every = "x\u00E9\u20AC\uD83D\uDE00".repeat(30_000);
        byte[] bytes = ("a,b\n" + every + ",1\n2," + every + "\n").getBytes(StandardCharsets.UTF_16);
        assertThat(values(bytes, CsvCharset.UTF_16)).containsExactly(List.of(every, "1"), List.of("2", every));
    }

    @Test
    void half_a_surrogate_pair_is_an_error_on_its_line() {
        byte[] bytes = "a\nx\n\uD83Dy\n".getBytes(StandardCharsets.UTF_16LE);
        bytes[8] = 0x3D;
        bytes[9] = (byte) 0xD8;
        assertThatThrownBy(() -> values(bytes, CsvCharset.UTF_16LE)).isInstanceOf(CsvException.class)
                .hasMessageContaining(":3: byte 0xED in field 1 (a) is not valid in UTF-16LE");
    }

    @Test
    void half_a_character_at_the_end_is_an_error_on_its_line() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes("a\nx\ny".getBytes(StandardCharsets.UTF_16LE));
        bytes.write('z');
        assertThatThrownBy(() -> values(bytes.toByteArray(), CsvCharset.UTF_16LE)).isInstanceOf(CsvException.class)
                .hasMessageContaining(":3: byte 0xFF in field 1 (a) is not valid in UTF-16LE");
    }

    @Test
    void windows_1252_has_its_own_quotes_and_its_euro() {
        byte[] bytes = "a,b\n\u20AC 5,\u201Cx\u201D\n".getBytes(Charset.forName("windows-1252"));
        assertThat(CsvReads.rows(CsvReads.write(folder, "file.csv", bytes),
                CsvFormat.STANDARD.withCharset(CsvCharset.WINDOWS_1252))).containsExactly(
                        new ReadRow(1, 2, "€ 5,“x”", null, List.of("€ 5", "“x”")));
    }

    @Test
    void null_texts_and_delimiters_are_written_in_the_charset_too() {
        byte[] bytes = "a§b\nn\u00E3o§1\n".getBytes(StandardCharsets.ISO_8859_1);
        CsvFormat format = CsvFormat.STANDARD.withCharset(CsvCharset.ISO_8859_1).withDelimiter("§")
                .withNullValues(List.of("não"));
        assertThat(CsvReads.rows(CsvReads.write(folder, "file.csv", bytes), format))
                .extracting(row -> row.values().get(0)).containsOnlyNulls();
    }

    @ParameterizedTest
    @ValueSource(ints = {0x80, 0xC0AF, 0xC3, 0xE080, 0xEDA080, 0xF5808080, 0xF4908080, 0xFF})
    void bytes_that_utf8_forbids_are_never_text(int forbidden) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes("a,b\nabcdefgh".getBytes(StandardCharsets.UTF_8));
        for (int shift = 24; shift >= 0; shift -= 8) {
            if (forbidden >>> shift != 0) {
                bytes.write(forbidden >>> shift);
            }
        }
        bytes.writeBytes(",ijklmnop\n".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> values(bytes.toByteArray(), CsvCharset.UTF_8)).isInstanceOf(CsvException.class)
                .hasMessageContaining("in field 1 (a) is not valid in UTF-8");
    }

    @Test
    void charsets_are_known_by_all_their_names() {
        assertThat(CsvCharset.of("latin1")).isEqualTo(CsvCharset.ISO_8859_1);
        assertThat(CsvCharset.of("cp1252")).isEqualTo(CsvCharset.WINDOWS_1252);
        assertThat(CsvCharset.of("utf8")).isEqualTo(CsvCharset.UTF_8);
        assertThatThrownBy(() -> CsvCharset.of("ebcdic")).isInstanceOf(IllegalArgumentException.class).hasMessage(
                "charset \"ebcdic\" is not one of UTF-8, ISO-8859-1, windows-1252, UTF-16, UTF-16LE, UTF-16BE");
    }

    private List<List<String>> values(byte[] bytes, CsvCharset charset) {
        Path file = CsvReads.write(folder, "file.csv", bytes);
        return CsvReads.rows(file, CsvFormat.STANDARD.withCharset(charset)).stream().map(ReadRow::values).toList();
    }
}

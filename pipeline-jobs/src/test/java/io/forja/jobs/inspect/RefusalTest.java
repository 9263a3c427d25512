package io.forja.jobs.inspect;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.core.problem.ForjaException;
import io.forja.core.problem.InvalidDefinitionException;
import io.forja.core.problem.NotFoundException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What cannot be looked at is refused in one sentence. */
class RefusalTest {

    @TempDir
    private Path folder;

    private Given given;

    @BeforeEach
    void folder() {
        given = new Given(folder);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nada.csv", "nada/*.csv", "*.tsv"})
    void a_file_that_is_not_there(String path) {
        assertThatThrownBy(() -> given.inspect(path)).isInstanceOf(NotFoundException.class)
                .hasMessageContaining("there is no file " + path + "; check the path");
    }

    @Test
    void a_folder() {
        given.write("v/a.csv", "id");
        assertThatThrownBy(() -> given.inspect("v")).isInstanceOf(InvalidDefinitionException.class)
                .hasMessage("v: this is a folder; name a file of it, or all of them with v/*.csv");
    }

    @Test
    void an_empty_file_and_blank_lines_alone() {
        assertThatThrownBy(() -> given.bytes(new byte[0])).isInstanceOf(InvalidDefinitionException.class)
                .hasMessage("dados.csv: the file is empty; check what wrote it");
        assertThatThrownBy(() -> given.bytes("\n\n".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(InvalidDefinitionException.class).hasMessageContaining("blank lines alone");
    }

    @Test
    void a_compressed_file_that_was_cut() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write("id;valor\n1;2\n".getBytes(StandardCharsets.UTF_8));
        }
        given.write("dados.csv.gz", Arrays.copyOf(bytes.toByteArray(), bytes.size() - 12));
        assertThatThrownBy(() -> given.inspect("dados.csv.gz")).isInstanceOf(ForjaException.class)
                .hasMessageMatching("dados.csv.gz: the file ends too early \\(.*\\); check that it was written to its end.*");
    }

    @Test
    void a_binary_file() {
        byte[] bytes = new byte[10_000];
        new Random(7).nextBytes(bytes);
        assertThatThrownBy(() -> given.bytes(bytes)).isInstanceOf(InvalidDefinitionException.class)
                .hasMessageStartingWith("dados.csv: the file is binary, no text; name a CSV file");
    }

    @ParameterizedTest
    @CsvSource({"'PK\u0003\u0004', Excel workbook", "PAR1, Parquet", "%PDF-1.4, PDF"})
    void a_file_of_another_kind_by_its_first_bytes(String start, String kind) {
        assertThatThrownBy(() -> given.bytes((start + "\nmore").getBytes(StandardCharsets.ISO_8859_1)))
                .isInstanceOf(InvalidDefinitionException.class).hasMessageContaining(kind);
    }

    @Test
    void an_address_of_an_unknown_kind() {
        assertThatThrownBy(() -> given.inspect("nada://bucket/a.csv")).isInstanceOf(InvalidDefinitionException.class)
                .hasMessageContaining("no path that can be read");
    }
}

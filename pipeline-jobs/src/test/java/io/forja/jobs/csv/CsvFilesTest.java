package io.forja.jobs.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files are read, in which order, and what becomes of those that cannot be. */
class CsvFilesTest {
    @TempDir
    Path folder;

    @BeforeEach
    void some_files() throws IOException {
        Files.createDirectory(folder.resolve("sub"));
        for (String name : List.of("b.csv", "a.csv", "_SUCCESS", ".hidden.csv", "sub/c.csv", "x[1].csv")) {
            CsvReads.write(folder, name, "id\n" + name + "\n");
        }
    }

    @Test
    void a_directory_stands_for_its_own_visible_files_ordered_by_path() {
        assertThat(read("")).containsExactly("a.csv", "b.csv", "x[1].csv");
    }

    @Test
    void a_glob_stands_for_what_it_matches() {
        assertThat(read("/?.csv")).containsExactly("a.csv", "b.csv");
        assertThat(read("/{sub,b.csv}")).containsExactly("b.csv", "sub/c.csv");
    }

    @Test
    void a_name_with_the_characters_of_a_glob_is_read_as_it_stands() {
        assertThat(read("/x[1].csv")).containsExactly("x[1].csv");
    }

    @Test
    void several_paths_are_read_in_the_order_of_the_files_and_each_file_once() {
        assertThat(read("/sub/c.csv", "/b.csv", "")).containsExactly("a.csv", "b.csv", "sub/c.csv", "x[1].csv");
    }

    @Test
    void a_missing_file_is_said_to_be_missing() {
        assertFailure("/none.csv", "/none.csv: no such file; check the path (relative ones start at ");
    }

    @Test
    void a_glob_that_matches_nothing_is_said_to_do_so() {
        assertFailure("/none*.csv", "/none*.csv: no file matches; check the path (relative ones start at ");
        assertFailure("/none/*.csv", "/none/*.csv: no file matches");
    }

    @Test
    void a_directory_without_files_is_said_to_be_so() throws IOException {
        Files.createDirectory(folder.resolve("empty"));
        assertFailure("/empty", "/empty: the directory holds no file to read"
                + " (names that start with _ or . are left out)");
    }

    @Test
    void a_glob_leaves_out_directories_without_files() throws IOException {
        Files.createDirectory(folder.resolve("sue"));
        assertThat(read("/su?")).containsExactly("sub/c.csv");
        assertFailure("/sue*", "/sue*: no file matches");
    }

    @Test
    void no_path_is_no_input() {
        assertThatThrownBy(() -> CsvFiles.list(CsvReads.HADOOP, List.of())).isInstanceOf(CsvException.class)
                .hasMessage("no path to read CSV files from: name at least one");
    }

    @Test
    void an_unknown_file_system_is_named() {
        assertThatThrownBy(() -> CsvFiles.list(CsvReads.HADOOP, List.of("s4://bucket/a.csv")))
                .isInstanceOf(CsvException.class).hasMessageStartingWith("s4://bucket/a.csv: cannot be listed")
                .hasMessageContaining("No FileSystem for scheme \"s4\"");
    }

    @Test
    void a_file_given_by_a_relative_path_is_called_so() {
        Path here = Path.of("").toAbsolutePath();
        CsvFile file = CsvFiles.list(CsvReads.HADOOP, List.of(here.relativize(folder) + "/a.csv")).get(0);
        assertThat(file.path()).isEqualTo("file:" + folder + "/a.csv");
        assertThat(Path.of(file.name()).toAbsolutePath().normalize()).hasToString(folder + "/a.csv");
    }

    @Test
    void compressed_files_are_read_by_their_suffix() throws IOException {
        Files.write(folder.resolve("sub/d.csv.gz"), gzipped("id\n1\n\"2\n\"\n"));
        assertThat(read("/sub/d.csv.gz")).containsExactly("1", "2\n");
    }

    @Test
    void a_compressed_file_of_several_parts_is_read_to_its_end() throws IOException {
        ByteArrayOutputStream parts = new ByteArrayOutputStream();
        parts.writeBytes(gzipped("id\n1\n"));
        parts.writeBytes(gzipped("2\n"));
        Files.write(folder.resolve("sub/e.csv.gz"), parts.toByteArray());
        assertThat(read("/sub/e.csv.gz")).containsExactly("1", "2");
    }

    @Test
    void a_compressed_file_that_was_cut_fails_the_read() throws IOException {
        byte[] whole = gzipped("id\n" + "some text\n".repeat(1000) + folder);
        Files.write(folder.resolve("sub/f.csv.gz"), Arrays.copyOf(whole, whole.length - 10));
        assertFailure("/sub/f.csv.gz", "/sub/f.csv.gz: the file ends too early");
    }

    @Test
    void a_file_that_changes_between_listing_and_reading_fails_the_read() throws IOException {
        CsvTable table = CsvReads.table(List.of(folder.resolve("a.csv")), CsvFormat.STANDARD, CsvRead.STRICT);
        Files.writeString(folder.resolve("a.csv"), "id\n1\n2\n3\n4\n5\n6\n");
        ReadSpec spec = table.spec(table.schema());
        try (CsvBatchReader reader = new CsvBatchReader(table.partitions().get(0).splits(), spec)) {
            assertThatThrownBy(reader::next).isInstanceOf(CsvException.class).hasMessage(folder
                    + "/a.csv: the file changed after it was listed (9 bytes then, 15 now);"
                    + " run again once it is complete");
        }
    }

    @Test
    void a_file_that_is_gone_when_it_is_read_is_named() throws IOException {
        CsvTable table = CsvReads.table(List.of(folder.resolve("a.csv")), CsvFormat.STANDARD, CsvRead.STRICT);
        Files.delete(folder.resolve("a.csv"));
        try (CsvBatchReader reader =
                new CsvBatchReader(table.partitions().get(0).splits(), table.spec(table.schema()))) {
            assertThatThrownBy(reader::next).isInstanceOf(CsvException.class).hasCauseInstanceOf(IOException.class)
                    .hasMessageStartingWith(folder + "/a.csv: cannot be read (");
        }
    }

    private List<String> read(String... paths) {
        List<Path> files = Arrays.stream(paths).map(path -> Path.of(folder + path)).toList();
        return CsvReads.rows(files, CsvFormat.STANDARD, CsvRead.STRICT, RecordCursor.BUFFER_BYTES).stream()
                .map(row -> row.values().get(0))
                .toList();
    }

    private void assertFailure(String path, String message) {
        assertThatThrownBy(() -> read(path)).isInstanceOf(CsvException.class).hasMessageStartingWith(folder + message);
    }

    private static byte[] gzipped(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }
}

package io.forja.jobs.csv;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files are cut between records, and each part knows its place. */
class SplitPlannerTest {
    @TempDir
    Path folder;

    @Test
    void a_file_is_cut_behind_its_rows() {
        assertThat(splits("a\n1\n2\n3\n4\n", 2)).containsExactly("1\n", "2\n", "3\n", "4\n");
    }

    @Test
    void a_file_of_one_split_is_not_cut() {
        assertThat(splits("a\n1\n2\n3\n4\n", 100)).containsExactly("1\n2\n3\n4\n");
    }

    @Test
    void a_row_end_within_quotes_is_no_place_to_cut() {
        assertThat(splits("a\n1\n\"2\n2\n2\"\n3\n\"4\n\"\n", 1))
                .containsExactly("1\n", "\"2\n2\n2\"\n", "3\n", "\"4\n\"\n");
    }

    @Test
    void a_part_knows_the_number_and_the_line_of_its_first_row() {
        Path file = CsvReads.write(folder, "file.csv", "a\n\n1\n\"2\n\n\"\n\n3\n4\n");
        assertThat(planned(file, 1)).extracting(CsvSplit::firstRow).containsExactly(1L, 1L, 2L, 3L, 3L, 4L);
        assertThat(planned(file, 1)).extracting(CsvSplit::firstLine).containsExactly(2L, 3L, 4L, 7L, 8L, 9L);
    }

    @Test
    void what_follows_a_quote_that_is_never_closed_stays_together() {
        assertThat(splits("a\n1\n2\n\"3\n4\n5\n6\n", 1)).containsExactly("1\n", "2\n", "\"3\n4\n5\n6\n");
    }

    @Test
    void rows_that_end_with_cr_stay_together() {
        assertThat(splits("a\r1\r2\r", 1)).containsExactly("1\r2\r");
    }

    @Test
    void small_parts_share_a_partition() {
        for (int i = 0; i < 10; i++) {
            CsvReads.write(folder, "f" + i + ".csv", "a\n1\n2\n3\n");
        }
        CsvTable table = CsvReads.table(List.of(folder), CsvFormat.STANDARD, CsvRead.STRICT.withTargetSplitBytes(20));
        assertThat(table.partitions()).extracting(partition -> partition.splits().size())
                .containsExactly(3, 3, 3, 1);
    }

    @ParameterizedTest
    @CsvSource({"1000000, 2, 1", "20000000, 2, 3", "100000000, 2, 4", "640000000, 2, 6", "640000000, 16, 32",
            "64000000000, 8, 480"})
    void all_tasks_take_their_last_split_at_once(long bytes, int parallelism, long splits) {
        long size = CsvTable.splitBytes(bytes, parallelism);
        assertThat((bytes + size - 1) / size).isEqualTo(splits);
    }

    private List<String> splits(String text, long targetBytes) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return planned(CsvReads.write(folder, "file.csv", bytes), targetBytes).stream()
                .map(split -> new String(bytes, (int) split.from(), (int) (split.to() - split.from()),
                        StandardCharsets.UTF_8))
                .toList();
    }

    private static List<CsvSplit> planned(Path file, long targetBytes) {
        CsvRead options = CsvRead.STRICT.withTargetSplitBytes(targetBytes);
        return CsvReads.table(List.of(file), CsvFormat.STANDARD, options).partitions().stream()
                .flatMap(partition -> partition.splits().stream())
                .toList();
    }
}

package io.forja.jobs.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.core.job.JobResult;
import io.forja.core.problem.ForjaException;
import io.forja.core.problem.NotFoundException;
import io.forja.jobs.PreparedLake;
import io.forja.jobs.TestLake;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("spark")
class CheckJobTest {

    @TempDir
    Path folder;

    private static final PreparedLake THREE_ROWS = PreparedLake.of(lake ->
            lake.runJob("""
                    sql:
                      query: SELECT * FROM VALUES (1, 10.5), (1, -2.0), (2, NULL) AS t(id, valor)
                      into: {table: gold.t}
                    """));

    private TestLake lake;

    @BeforeEach
    void a_table_of_three_rows_with_a_repeated_id_and_a_missing_value() throws Exception {
        lake = THREE_ROWS.copyTo(folder);
    }

    @Test
    void a_table_that_is_as_it_has_to_be_passes_and_writes_nothing() throws Exception {
        JobResult result = lake.runJob("check: {table: gold.t, rows: {min: 1, max: 3}, versions: 1, expect: [id > 0]}");

        assertThat(result.tables()).isEmpty();
        assertThat(result.notes()).containsExactly("gold.t has 3 rows and 1 version");
        assertThat(lake.rows("select count(*) from gold.t")).containsExactly("3");
    }

    @Test
    void all_that_is_wrong_is_told_at_once() {
        assertThatThrownBy(() -> lake.runJob(
                "check: {table: gold.t, rows: 4, versions: {min: 2}, unique: id, expect: [valor >= 0]}"))
                .isInstanceOf(ForjaException.class)
                .hasMessage("the table gold.t is not as it has to be: it has 3 rows, not 4; it has 1 versions, not at"
                        + " least 2; \"valor >= 0\" is not true in 2 rows; id is not unique: 3 rows have 2 different"
                        + " values; look at the job that writes it");
    }

    @Test
    void a_table_that_is_not_there_and_a_column_that_is_not_there_are_named() {
        assertThatThrownBy(() -> lake.runJob("check: {table: gold.u, rows: 1}"))
                .isInstanceOf(NotFoundException.class).hasMessageContaining("gold.u");
        assertThatThrownBy(() -> lake.runJob("check: {table: gold.t, expect: [preco > 0]}"))
                .isInstanceOf(ForjaException.class).hasMessageContaining("preco").hasMessageNotContaining("\n");
    }
}

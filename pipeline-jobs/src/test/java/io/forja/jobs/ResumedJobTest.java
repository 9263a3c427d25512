package io.forja.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.core.definition.TableRef;
import io.forja.core.job.JobResult;
import io.forja.core.lake.TableVersion;
import io.forja.core.lake.UndoRequest;
import io.forja.core.lake.UndoneTable;
import io.forja.core.problem.NotFoundException;
import io.forja.jobs.lake.SparkLake;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a job does in a run that goes on with one whose process died: here r1, then r1.2, then r1.3. */
@Tag("spark")
class ResumedJobTest {

    private static final String RAISE =
            "update: {table: bronze.apolice, set: {valor: valor * 1.15}, where: \"cobertura = 'Básica'\"}";

    private static final PreparedLake ONE_TABLE = PreparedLake.of(lake ->
            lake.runJob("r0", 1, """
                    sql:
                      query: SELECT 1 AS id, 'Básica' AS cobertura, CAST(100 AS DECIMAL(10,2)) AS valor
                      into: {table: bronze.apolice, path: lake/apolice}
                    """));

    private TestLake lake;

    @BeforeEach
    void aTable(@TempDir Path folder) throws Exception {
        lake = ONE_TABLE.copyTo(folder);
    }

    private List<String> rows() {
        return lake.rows("select id, valor from bronze.apolice order by id");
    }

    private List<TableVersion> history() {
        return new SparkLake(lake.lakehouse()).history(new TableRef("bronze.apolice"), 10);
    }

    @Test
    void an_update_that_was_committed_before_the_ledger_heard_of_it_is_applied_once() throws Exception {
        JobResult unheard = lake.runJob("r1", 1, RAISE);
        List<String> files = lake.listing();

        JobResult resumed = lake.resumeJob("r1.2", "r1", "j", RAISE);
        JobResult again = lake.resumeJob("r1.3", "r1", "j", RAISE);

        assertThat(rows()).containsExactly("1,115.00");
        assertThat(lake.listing()).isEqualTo(files);
        assertThat(resumed.tables()).isEqualTo(unheard.tables());
        assertThat(resumed.rows()).isEqualTo(unheard.rows());
        assertThat(again).isEqualTo(resumed);
        assertThat(history()).extracting(TableVersion::run).containsExactly("r1", "r0");
    }

    @Test
    void an_update_that_was_not_committed_is_applied_without_what_the_killed_attempt_left_under_the_run_that_did_it()
            throws Exception {
        UUID ofTheJob = UUID.nameUUIDFromBytes("forja/r1/j".getBytes(StandardCharsets.UTF_8));
        String killed = "forja-" + ofTheJob + "-1-part.parquet";
        lake.file("lake/apolice/" + killed, "half a file");

        lake.resumeJob("r1.2", "r1", "j", RAISE);
        lake.resumeJob("r1.3", "r1", "j", RAISE);

        assertThat(rows()).containsExactly("1,115.00");
        assertThat(lake.path("lake/apolice").resolve(killed)).doesNotExist();
        assertThat(history()).extracting(TableVersion::run).containsExactly("r1.2", "r0");
    }

    @Test
    void rows_that_were_appended_are_not_appended_again() throws Exception {
        String append = """
                sql:
                  query: SELECT 2 AS id, 'Total' AS cobertura, CAST(7 AS DECIMAL(10,2)) AS valor
                  into: {table: bronze.apolice, path: lake/apolice, mode: append}
                """;
        lake.runJob("r1", 1, append);
        JobResult resumed = lake.resumeJob("r1.2", "r1", "j", append);
        assertThat(rows()).containsExactly("1,100.00", "2,7.00");
        assertThat(resumed.notes()).containsExactly("an earlier attempt had committed bronze.apolice already");
    }

    @Test
    void a_table_that_the_killed_attempt_dropped_is_no_failure() throws Exception {
        String drop = "drop: {table: bronze.apolice}";
        lake.runJob("r1", 1, drop);
        assertThat(lake.resumeJob("r1.2", "r1", "j", drop).notes())
                .containsExactly("there is no table bronze.apolice to drop");
        assertThatThrownBy(() -> lake.runJob("r2", 1, drop)).isInstanceOf(NotFoundException.class);
    }

    @Test
    void a_snapshot_is_taken_once() throws Exception {
        String snapshot = "snapshot: {tables: bronze.apolice}";
        JobResult unheard = lake.resumeJob("r1.2", "r1", "j", snapshot);
        List<String> files = lake.listing();
        assertThat(lake.resumeJob("r1.3", "r1", "j", snapshot)).isEqualTo(unheard);
        assertThat(lake.listing()).isEqualTo(files);
        assertThatThrownBy(() -> lake.runJob("r2", 1, snapshot)).hasMessageContaining("by the run r1");
    }

    @Test
    void undone_is_what_a_run_wrote_and_what_those_wrote_that_resume_it() throws Exception {
        lake.runJob("r1", 1, RAISE);
        lake.resumeJob("r1.2", "r1", "outro", "update: {table: bronze.apolice, set: {valor: valor + 1}}");
        UndoRequest ofRetry = new UndoRequest("r1.2", "r1", "p",
                List.of(new UndoRequest.Written(new TableRef("bronze.apolice"), 0L)),
                Instant.parse("2026-11-30T05:00:00Z"));
        SparkLake undoing = new SparkLake(lake.lakehouse());

        assertThat(undoing.undo(ofRetry, false)).extracting(UndoneTable::action)
                .containsExactly(UndoneTable.Action.RESTORED);
        assertThat(rows()).containsExactly("1,100.00");
        assertThat(undoing.undo(ofRetry, false)).extracting(UndoneTable::action)
                .containsExactly(UndoneTable.Action.DONE);
    }
}

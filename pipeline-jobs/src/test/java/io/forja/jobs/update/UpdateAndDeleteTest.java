package io.forja.jobs.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.core.job.Cancellation;
import io.forja.core.job.JobResult;
import io.forja.core.job.RowChanges;
import io.forja.core.job.RowCounts;
import io.forja.core.job.TableChange;
import io.forja.core.problem.ForjaException;
import io.forja.jobs.PreparedLake;
import io.forja.jobs.TestLake;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** UPDATE and DELETE by a condition: counted, checked before they run, and done once. */
@Tag("spark")
class UpdateAndDeleteTest {

    private static final String RAISE =
            "update: {table: bronze.apolice, set: {premio: premio * 1.15}, where: \"cobertura = 'Básica'\"}";

    private static final PreparedLake FOUR_POLICIES = PreparedLake.of(lake ->
            lake.runJob("sql: {query: \"SELECT id, cobertura, cast(premio AS decimal(9,2)) AS premio FROM VALUES"
                    + " (1, 'Básica', 100.00), (2, 'Total', 200.00), (3, 'Básica', 33.33), (4, NULL, 1.00)"
                    + " AS t(id, cobertura, premio)\", into: {table: bronze.apolice, path: lake/bronze/apolice}}"));

    private TestLake lake;

    @BeforeEach
    void fourPolicies(@TempDir Path folder) throws Exception {
        lake = FOUR_POLICIES.copyTo(folder);
    }

    private List<String> premiums() {
        return lake.rows("select id, premio from bronze.apolice order by id");
    }

    @Test
    void an_update_changes_the_rows_for_which_the_condition_is_true_and_counts_them() throws Exception {
        JobResult result = lake.runJob(RAISE);

        assertThat(premiums()).containsExactly("1,115.00", "2,200.00", "3,38.33", "4,1.00");
        assertThat(result.rows()).isEqualTo(RowCounts.copied(2));
        assertThat(result.tables())
                .containsExactly(new TableChange("bronze.apolice", 0L, 1, new RowChanges(0, 2, 0)));
    }

    @Test
    void however_often_a_run_attempts_it_the_premium_is_raised_once() throws Exception {
        JobResult first = lake.runJob("r1", 1, RAISE);
        List<String> files = lake.listing();
        JobResult second = lake.runJob("r1", 2, RAISE);
        JobResult third = lake.runJob("r1", 3, RAISE);

        assertThat(premiums()).contains("1,115.00", "3,38.33");
        assertThat(second.rows()).isEqualTo(first.rows());
        assertThat(third.tables()).isEqualTo(first.tables());
        assertThat(second.notes()).containsExactly("an earlier attempt had changed bronze.apolice already");
        assertThat(lake.listing()).isEqualTo(files);

        lake.runJob("r2", 1, RAISE);
        assertThat(premiums()).as("another run raises it again").contains("1,132.25");
    }

    @Test
    void an_attempt_takes_away_what_a_killed_one_left() throws Exception {
        String killed = "forja-" + UUID.nameUUIDFromBytes("forja/r1/j".getBytes(StandardCharsets.UTF_8)) + "-1-part.parquet";
        lake.file("lake/bronze/apolice/" + killed, "half a file");

        lake.runJob("r1", 2, RAISE);

        assertThat(lake.path("lake/bronze/apolice").resolve(killed)).doesNotExist();
        assertThat(premiums()).contains("1,115.00");
    }

    @Test
    void a_delete_takes_out_the_rows_for_which_the_condition_is_true_and_counts_them() throws Exception {
        JobResult some = lake.runJob("r1", 1, "delete: {table: bronze.apolice, where: \"cobertura <> 'Total'\"}");
        assertThat(premiums()).containsExactly("2,200.00", "4,1.00");
        assertThat(some.rows()).isEqualTo(new RowCounts(2, 0, 0, 0, 2));
        assertThat(some.tables().get(0).rows()).isEqualTo(new RowChanges(0, 0, 2));
        assertThat(lake.runJob("r1", 2, "delete: {table: bronze.apolice, where: \"true\"}").rows())
                .as("found done, whatever it says now").isEqualTo(some.rows());

        JobResult all = lake.runJob("delete: {table: lake/bronze/apolice, where: \"true\"}");
        assertThat(premiums()).isEmpty();
        assertThat(all.tables().get(0).rows()).isEqualTo(new RowChanges(0, 0, 2));

        JobResult none = lake.runJob("delete: {table: bronze.apolice, where: id = 99}");
        assertThat(none.tables()).isEmpty();
        assertThat(none.notes()).containsExactly("no row of bronze.apolice was to be changed, so it has no new version");
        assertThat(lake.versions("bronze.apolice")).isEqualTo(3);
    }

    @Test
    void deletion_vectors_change_nothing_in_what_is_counted() throws Exception {
        TestLake.session().sql("alter table delta.`" + lake.path("lake/bronze/apolice")
                + "` set tblproperties ('delta.enableDeletionVectors' = 'true')");

        assertThat(lake.runJob(RAISE).tables().get(0).rows()).isEqualTo(new RowChanges(0, 2, 0));
        assertThat(lake.runJob("delete: {table: bronze.apolice, where: id < 3}").tables().get(0).rows())
                .isEqualTo(new RowChanges(0, 0, 2));
        assertThat(premiums()).containsExactly("3,38.33", "4,1.00");
    }

    @Test
    void a_stopped_job_changes_nothing_and_leaves_no_file() {
        Cancellation stopped = new Cancellation();
        stopped.cancel("its timeout is over");
        List<String> before = lake.listing();

        for (String job : List.of(RAISE, "delete: {table: bronze.apolice, where: \"true\"}")) {
            assertThatThrownBy(() -> lake.runJob("r9", 1, stopped, job))
                    .hasMessage("the job was stopped: its timeout is over");
        }
        assertThat(lake.listing()).isEqualTo(before);
    }

    @Test
    void what_is_wrong_is_told_with_its_key_and_the_column_that_is_meant() {
        refused("update: {table: bronze.apolice, set: {premio: premo * 2}}",
                "set.premio: there is no column \"premo\"; did you mean \"premio\"?");
        refused("update: {table: bronze.apolice, set: {premo: \"1\"}}",
                "set.premo: there is no column \"premo\"; did you mean \"premio\"?");
        refused("update: {table: bronze.apolice, set: {premio: cobertura}}", "set.premio: \"cobertura\" is a string, and the"
                + " column a decimal(9,2); write cast(cobertura as decimal(9,2)) if that is meant");
        refused("update: {table: bronze.apolice, set: {premio: \"1\"}, where: target.cobertra = 'x'}",
                "where: there is no column \"target.cobertra\"; did you mean \"target.cobertura\"?");
        refused("delete: {table: bronze.apolice, where: id}",
                "where: \"id\" is no condition but a int; compare it with something");
        refused("delete: {table: bronze.apolice, where: id in (select max(id) from bronze.apolice)}",
                "where: \"id in (select max(id) from bronze.apolice)\" looks at other rows than its own");
        refused("update: {table: bronze.apolice, set: {premio: max(premio)}}",
                "set.premio: \"max(premio)\" looks at other rows than its own");
        refused("update: {table: bronze.apolice, set: {premio: max(premio) over ()}}",
                "set.premio: \"max(premio) over ()\" looks at other rows than its own");
        refused("delete: {table: bronze.apolice, where: rand() < 0.5}",
                "where: \"rand() < 0.5\" has another answer each time it is asked");
        refused("delete: {table: bronze.apolices, where: id = 1}",
                "there is no table bronze.apolices; did you mean \"bronze.apolice\"?");
        assertThatThrownBy(() -> lake.runJob("delete: {table: bronze.apolice, where: \"id = = 1\"}"))
                .isInstanceOf(ForjaException.class).hasMessageStartingWith("where: Syntax error at or near '='");
        assertThatThrownBy(() -> lake.runJob("update: {table: bronze.apolice, set: {premio: premio * 100000000}}"))
                .isInstanceOf(ForjaException.class).hasMessageContaining("column `premio` due to an overflow;");
        assertThat(lake.versions("bronze.apolice")).isEqualTo(1);
    }

    private void refused(String job, String message) {
        assertThatThrownBy(() -> lake.runJob(job)).isInstanceOf(ForjaException.class).hasMessageStartingWith(message);
    }
}

package io.forja.jobs.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.core.job.JobResult;
import io.forja.core.job.RowChanges;
import io.forja.core.job.RowCounts;
import io.forja.core.problem.ForjaException;
import io.forja.jobs.TestLake;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables that keep every version of a row: what becomes of the versions, and where every row of a source went. */
@Tag("spark")
class HistoryTest {

    private TestLake lake;

    @BeforeEach
    void anEmptyLake(@TempDir Path folder) {
        lake = TestLake.in(folder);
    }

    /** Rows of id, plan and the day from which they are valid. */
    private JobResult dated(String values, String... more) throws Exception {
        return lake.runJob(datedJob(values, more));
    }

    private static String datedJob(String values, String... more) {
        return "merge: {into: silver.planos, key: id, history: true, validFrom: desde" + String.join("", more)
                + ", query: \"SELECT id, plano, timestamp(concat('2026-03-', dia)) AS desde FROM VALUES " + values
                + " AS t(id, plano, dia)\"}";
    }

    /** Rows of id and plan as they are on a day of March. */
    private JobResult onDay(int day, String values) throws Exception {
        return lake.runningFor(Instant.parse("2026-03-%02dT00:00:00Z".formatted(day))).runJob(
                "merge: {into: silver.planos, key: id, history: true, whenNotMatchedBySource: delete,"
                        + " query: \"SELECT * FROM VALUES " + values + " AS t(id, plano)\"}");
    }

    private List<String> history() {
        return lake.rows("select id, plano, day(valid_from) || '-' || coalesce(string(day(valid_to)), 'now')"
                + " || if(is_current, '', ' closed') from silver.planos order by id, valid_from");
    }

    @Test
    void a_changed_row_closes_its_version_and_opens_another_and_a_repeated_one_changes_nothing() throws Exception {
        JobResult first = dated("(1, 'Ouro', '01'), (2, 'Prata', '01'), (2, 'Prata', '01')");
        assertThat(first.rows()).isEqualTo(new RowCounts(3, 2, 0, 1, 0));
        assertThat(lake.table("silver.planos").columns())
                .containsExactly("id", "plano", "desde", "valid_from", "valid_to", "is_current");

        JobResult second = dated("(1, 'Bronze', '05'), (2, 'Prata', '01'), (3, NULL, '05')");

        assertThat(history()).containsExactly("1,Ouro,1-5 closed", "1,Bronze,5-now", "2,Prata,1-now", "3,null,5-now");
        assertThat(second.rows()).isEqualTo(new RowCounts(3, 2, 0, 0, 1));
        assertThat(second.tables().get(0).rows()).isEqualTo(new RowChanges(2, 1, 0));

        JobResult again = dated("(1, 'Bronze', '05'), (3, NULL, '05')");
        assertThat(again.tables()).isEmpty();
        assertThat(again.rows()).isEqualTo(new RowCounts(2, 0, 0, 0, 2));
        assertThat(lake.versions("silver.planos")).isEqualTo(2);
    }

    @Test
    void several_versions_in_one_source_and_late_ones_get_their_places() throws Exception {
        dated("(1, 'C', '20'), (1, 'A', '10')");
        dated("(1, 'B', '15'), (1, 'antes', '02'), (1, 'D', '25')");

        assertThat(history()).containsExactly("1,antes,2-10 closed", "1,A,10-15 closed", "1,B,15-20 closed",
                "1,C,20-25 closed", "1,D,25-now");
    }

    @Test
    void a_column_may_have_any_name() throws Exception {
        lake.runJob("merge: {into: silver.planos, key: id, history: true, query: \"SELECT 1 AS id, 'sim' AS conflict\"}");

        assertThat(lake.rows("select id, conflict, is_current from silver.planos")).containsExactly("1,sim,true");
    }

    @Test
    void an_attempt_after_its_commit_finds_it() throws Exception {
        dated("(1, 'A', '01')");
        JobResult one = lake.runJob("r", 1, datedJob("(1, 'B', '02')"));
        JobResult two = lake.runJob("r", 2, datedJob("(1, 'B', '02')"));

        assertThat(two.tables()).isEqualTo(one.tables());
        assertThat(two.rows()).isEqualTo(one.rows());
        assertThat(lake.versions("silver.planos")).isEqualTo(2);
    }

    @Test
    void without_a_column_of_times_the_runs_time_counts_and_only_changed_values_make_a_version() throws Exception {
        onDay(1, "(1, 'Ouro'), (2, 'Prata')");
        assertThat(onDay(2, "(1, 'Ouro'), (2, 'Prata')").tables()).isEmpty();
        onDay(3, "(1, 'Ouro'), (2, NULL)");
        assertThat(onDay(4, "(1, 'Ouro'), (2, NULL)").tables()).isEmpty();

        assertThat(history()).containsExactly("1,Ouro,1-now", "2,Prata,1-3 closed", "2,null,3-now");
    }

    @Test
    void a_key_that_is_gone_is_closed_and_opens_anew_when_it_comes_back() throws Exception {
        onDay(1, "(1, 'Ouro'), (2, 'Prata')");
        JobResult gone = onDay(5, "(1, 'Ouro')");
        assertThat(gone.tables().get(0).rows()).isEqualTo(new RowChanges(0, 1, 0));
        assertThat(onDay(6, "(1, 'Ouro')").tables()).isEmpty();
        onDay(9, "(1, 'Ouro'), (2, 'Prata')");

        assertThat(history()).containsExactly("1,Ouro,1-now", "2,Prata,1-5 closed", "2,Prata,9-now");
    }

    @Test
    void a_run_for_a_time_that_was_run_before_says_it_anew() throws Exception {
        onDay(1, "(1, 'A'), (2, 'A'), (3, 'A')");
        onDay(5, "(1, 'errado'), (2, 'novo')");
        onDay(5, "(1, 'B'), (3, 'A')");

        assertThat(history()).containsExactly("1,A,1-5 closed", "1,B,5-now", "2,A,1-5 closed", "3,A,1-now");
    }

    @Test
    void a_late_run_splits_what_it_contradicts() throws Exception {
        onDay(1, "(1, 'A'), (2, 'A')");
        onDay(9, "(1, 'B'), (2, 'A')");
        onDay(5, "(1, 'B')");

        assertThat(history()).as("2 was seen on the first day, and no more after the fifth")
                .containsExactly("1,A,1-5 closed", "1,B,5-now", "2,A,1-5 closed");
    }

    @Test
    void a_dated_row_that_comes_back_as_it_was_opens_at_the_runs_time() throws Exception {
        String closes = ", whenNotMatchedBySource: delete";
        lake.runningFor(Instant.parse("2026-03-02T00:00:00Z"));
        dated("(1, 'A', '01'), (2, 'A', '01')", closes);
        lake.runningFor(Instant.parse("2026-03-05T00:00:00Z"));
        dated("(1, 'A', '01')", closes);
        lake.runningFor(Instant.parse("2026-03-09T00:00:00Z"));
        JobResult back = dated("(1, 'A', '01'), (2, 'A', '01')", closes);

        assertThat(history()).containsExactly("1,A,1-now", "2,A,1-5 closed", "2,A,9-now");
        assertThat(back.rows()).isEqualTo(new RowCounts(2, 1, 0, 0, 1));
        lake.runningFor(Instant.parse("2026-03-10T00:00:00Z"));
        assertThat(dated("(1, 'A', '01'), (2, 'A', '01')", closes).tables()).isEmpty();
    }

    @Test
    void which_load_brought_a_row_makes_no_version() throws Exception {
        lake.file("clientes.csv", "id,nome", "1,Ana");
        for (int day = 1; day <= 2; day++) {
            lake.runningFor(Instant.parse("2026-03-0" + day + "T00:00:00Z"));
            lake.runJob("ingest: {from: {csv: clientes.csv}, provenance: true, into: bronze.clientes}");
            lake.runJob("merge: {into: silver.clientes, from: bronze.clientes, key: id, history: true}");
        }
        assertThat(lake.versions("silver.clientes")).isEqualTo(1);
    }

    @Test
    void what_is_no_history_of_one_key_is_refused_by_name_and_nothing_is_changed() throws Exception {
        refused(datedJob("(7, 'A', '01'), (7, 'B', '01')"), "key: in the source there are several rows with one key"
                + " (id = 7, desde = 2026-03-01 00:00:00.0: 2 rows);");
        refused(datedJob("(NULL, 'A', '01'), (1, 'A', NULL)"), "id = NULL, desde = 2026-03-01 00:00:00.0: 1 row");
        assertThat(lake.versions("silver.planos")).isZero();

        dated("(7, 'A', '01')");
        refused(datedJob("(7, 'B', '01'), (8, 'B', '01')"), "validFrom: the source has other values than the table for"
                + " one key and time (id = 7, valid_from = 2026-03-01 00:00:00.0); give a corrected row");
        assertThat(history()).containsExactly("7,A,1-now");
    }

    @Test
    void columns_that_make_no_history_are_told_before_anything_is_read() throws Exception {
        String job = "merge: {into: silver.x, key: id, history: true, ";
        refused(job + "validFrom: quand, query: \"SELECT 1 AS id, now() AS quando\"}",
                "validFrom: there is no column \"quand\" in the source; did you mean \"quando\"?");
        refused(job + "validFrom: quando, rows: [{id: 1, quando: \"ontem\"}]}",
                "validFrom: the column quando is no timestamp and no date; cast it first");
        refused(job + "query: \"SELECT 1 AS id, true AS is_current\"}",
                "history: the source has a column is_current, which the job writes; give it another name");
        refused(job + "query: \"SELECT 1 AS id, map('a', 1) AS m\"}", "history: the column m is map<string,int>");
        lake.runJob("sql: {query: SELECT 1 AS id, into: silver.x}");
        refused(job + "rows: [{id: 1}]}", "history: the table silver.x has no column valid_from (timestamp); let the job");
    }

    private void refused(String job, String message) {
        assertThatThrownBy(() -> lake.runJob(job)).isInstanceOf(ForjaException.class).hasMessageContaining(message);
    }

    @Test
    void the_plan_tells_of_columns_that_do_not_fit() throws Exception {
        assertThat(lake.preview(datedJob("(1, 'A', '01')")).notes())
                .containsExactly("there is no such table yet; the job makes it");
        dated("(1, 'A', '01')");
        assertThat(lake.preview(datedJob("(1, 'A', '01')")).notes()).containsExactly("the columns of the source fit");
        assertThatThrownBy(() -> lake.preview(datedJob("(1, 2, '01')").replace("plano, time", "plano AS p, time")))
                .hasMessageContaining("the rows have the column p");
    }
}

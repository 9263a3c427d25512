package io.forja.jobs.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.core.job.JobResult;
import io.forja.core.job.RowChanges;
import io.forja.core.job.RowCounts;
import io.forja.core.job.TableChange;
import io.forja.core.problem.ForjaException;
import io.forja.jobs.PreparedLake;
import io.forja.jobs.TestLake;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows brought into a table by a key: what becomes of the table, and where every row went. */
@Tag("spark")
class MergeTest {

    private static final PreparedLake THREE_CLIENTS = PreparedLake.of(lake -> given(lake, "silver.clientes",
            "(1, 'Ana', 10.00), (2, 'Bia', 20.00), (3, 'Caio', 30.00) AS t(id, nome, limite)"));

    private TestLake lake;

    @BeforeEach
    void threeClients(@TempDir Path folder) throws Exception {
        lake = THREE_CLIENTS.copyTo(folder);
    }

    private void given(String table, String values) throws Exception {
        given(lake, table, values);
    }

    private static void given(TestLake lake, String table, String values) throws Exception {
        lake.runJob("sql: {query: \"SELECT * FROM VALUES " + values + "\", into: " + table + "}");
    }

    private JobResult merge(String rest) throws Exception {
        return lake.runJob("merge: {into: silver.clientes, key: id, " + rest + "}");
    }

    private List<String> clients() {
        return lake.rows("select * from silver.clientes order by id");
    }

    @Test
    void as_written_without_more_known_keys_are_updated_and_new_ones_inserted() throws Exception {
        given("bronze.clientes", "(3, 'Caio Lima', 35.50), (4, 'Duda', 40.00) AS t(id, nome, limite)");

        JobResult result = lake.runJob("""
                merge: {into: silver.clientes, from: bronze.clientes, key: id}
                """);

        assertThat(clients()).containsExactly("1,Ana,10.00", "2,Bia,20.00", "3,Caio Lima,35.50", "4,Duda,40.00");
        assertThat(result.rows()).isEqualTo(RowCounts.copied(2));
        assertThat(result.tables()).singleElement().satisfies(change -> {
            assertThat(change.before()).isZero();
            assertThat(change.after()).isEqualTo(1);
            assertThat(change.rows()).isEqualTo(new RowChanges(1, 1, 0));
        });
    }

    @Test
    void a_table_that_is_not_there_is_made_of_the_rows_each_key_once() throws Exception {
        String job = "merge: {into: silver.novos, rows: [{id: 1, nome: Ana}, {id: 2, nome: Bia}], key: id}";
        assertThatThrownBy(() -> lake.runJob(job.replace("2", "1"))).hasMessageContaining("id = 1: 2 rows");
        assertThat(lake.versions("silver.novos")).isZero();

        JobResult first = lake.runJob("r1", 1, job);
        JobResult again = lake.runJob("r1", 2, job);

        assertThat(lake.rows("select * from silver.novos order by id")).containsExactly("1,Ana", "2,Bia");
        assertThat(first.tables()).containsExactly(new TableChange("silver.novos", null, 0, RowChanges.inserted(2)));
        assertThat(first.notes()).containsExactly("there was no table silver.novos, and it was made of the rows");
        assertThat(again.tables()).isEqualTo(first.tables());
        assertThat(again.rows()).isEqualTo(RowCounts.copied(2));
    }

    @Test
    void insert_only_leaves_known_keys_and_counts_their_rows_as_filtered() throws Exception {
        JobResult result = merge("rows: [{id: 1, nome: Outra, limite: 99}, {id: 5, nome: Eva, limite: 5.5}],"
                + " whenMatched: ignore");

        assertThat(clients()).contains("1,Ana,10.00", "5,Eva,5.50").hasSize(4);
        assertThat(result.rows()).isEqualTo(new RowCounts(2, 1, 0, 0, 1));
        assertThat(result.tables().get(0).rows()).isEqualTo(RowChanges.inserted(1));
    }

    @Test
    void the_first_clause_that_applies_counts_and_a_column_that_only_conditions_speak_of_is_not_written()
            throws Exception {
        given("bronze.mudancas", "('D', 1, 'x', 0.00), ('U', 2, 'Bia Reis', 21.00), ('U', 3, 'Caio', 30.00),"
                + " ('D', 8, 'y', 0.00), ('I', 9, 'Zoe', 9.00) AS t(operacao, id, nome, limite)");

        JobResult result = lake.runJob("""
                merge:
                  into: silver.clientes
                  from: bronze.mudancas
                  key: id
                  whenMatched:
                    - {if: "source.operacao = 'D'", then: delete}
                    - {if: source.limite > target.limite, set: {limite: source.limite * 2}}
                  whenNotMatched: {if: "source.operacao <> 'D'"}
                """);

        assertThat(clients()).containsExactly("2,Bia,42.00", "3,Caio,30.00", "9,Zoe,9.00");
        assertThat(result.rows()).as("3 and 8 change nothing").isEqualTo(new RowCounts(5, 3, 0, 0, 2));
        assertThat(result.tables().get(0).rows()).isEqualTo(new RowChanges(1, 1, 1));
    }

    @Test
    void what_the_source_has_not_goes_or_is_marked_where_that_is_declared() throws Exception {
        JobResult marked = merge("rows: [{id: 2, nome: Bia, limite: 20}],"
                + " whenNotMatchedBySource: {if: target.id = 3, set: {nome: \"upper(nome)\"}}");
        assertThat(clients()).containsExactly("1,Ana,10.00", "2,Bia,20.00", "3,CAIO,30.00");
        assertThat(marked.tables().get(0).rows()).isEqualTo(new RowChanges(0, 2, 0));

        JobResult gone = merge("rows: [{id: 2, nome: Bia, limite: 20}], whenNotMatchedBySource: delete");
        assertThat(clients()).containsExactly("2,Bia,20.00");
        assertThat(gone.tables().get(0).rows()).isEqualTo(new RowChanges(0, 1, 2));
        assertThat(gone.rows()).isEqualTo(RowCounts.copied(1));
    }

    @Test
    void a_row_that_changes_many_of_one_key_is_one_row_written() throws Exception {
        given("silver.clientes", "(1, 'a', 1.00), (1, 'b', 2.00), (2, 'c', 3.00) AS t(id, nome, limite)");

        JobResult result = merge("rows: [{id: 1, nome: z, limite: 0}, {id: 7, nome: y, limite: 0}],"
                + " whenNotMatched: ignore");

        assertThat(result.tables().get(0).rows()).isEqualTo(new RowChanges(0, 2, 0));
        assertThat(result.rows()).isEqualTo(new RowCounts(2, 1, 0, 0, 1));
    }

    @Test
    void keys_that_come_twice_or_not_at_all_are_refused_by_name_and_nothing_is_changed() throws Exception {
        given("bronze.clientes", "(7, 'a', 1.00), (7, 'b', 2.00), (NULL, 'c', 3.00), (1, 'd', 4.00) AS t(id, nome, limite)");

        assertThatThrownBy(() -> merge("from: bronze.clientes")).isInstanceOf(ForjaException.class)
                .hasMessage("key: in the source there are rows without a key (id = NULL: 1 row), and there are several"
                        + " rows with one key (id = 7: 2 rows); keep one row of each key, with dropDuplicates and"
                        + " dropNulls in a clean job, or name more columns");
        assertThat(lake.versions("silver.clientes")).isEqualTo(1);
    }

    @Test
    void at_most_ten_keys_are_named() {
        assertThatThrownBy(() -> merge("query: \"SELECT cast(id % 12 AS int) AS id, 'x' AS nome,"
                + " cast(1 AS decimal(4,2)) AS limite FROM range(24)\""))
                .hasMessageContaining("id = 9: 2 rows), and more").hasMessageNotContaining("id = 10");
    }

    @Test
    void a_source_that_is_other_each_time_it_is_read_is_read_once() throws Exception {
        JobResult result = merge("query: \"SELECT 1 + cast(rand() * 100000 AS int) * 0 + id AS id, uuid() AS nome,"
                + " cast(rand() AS decimal(4,2)) AS limite FROM (SELECT cast(id AS int) AS id FROM range(0, 50, 1, 3))\"");

        assertThat(result.rows()).isEqualTo(RowCounts.copied(50));
        assertThat(result.tables().get(0).rows()).isEqualTo(new RowChanges(47, 3, 0));
        assertThat(lake.rows("select count(*), count(distinct id), count(distinct nome) from silver.clientes"))
                .containsExactly("50,50,50");
    }

    @Test
    void columns_that_do_not_fit_are_told_before_anything_is_read() {
        refused("rows: [{id: 1, nme: x, limite: 1}]", "rows[0]: there is no column \"nme\"; did you mean \"nome\"?");
        refused("query: \"SELECT 1 AS id, 'x' AS nme, 1.0 AS limite\"",
                "the rows have the column nme, which the table silver.clientes has not; did you mean \"nome\"?");
        refused("query: \"SELECT 1 AS id, 'x' AS nome\"", "the rows lack the column limite, which the table"
                + " silver.clientes has; give every row a value, if only null");
        refused("query: \"SELECT 1 AS id, 'x' AS nome, '1,5' AS limite\"", "the rows do not fit the table silver.clientes:"
                + " column limite is string and has to be decimal(4,2); cast the columns first, in a clean job or in a"
                + " query");
        refused("rows: [{id: 1, nome: x, limite: 12.345}]", "rows[0].limite: 12.345 is no decimal(4,2);"
                + " write one such as 42.5");
    }

    @Test
    void expressions_that_are_wrong_are_told_with_their_key_and_the_column_that_is_meant() {
        String rows = "rows: [{id: 1, nome: x, limite: 1}], ";
        refused(rows + "whenMatched: {if: source.limit > target.limite}",
                "whenMatched.if: there is no column \"source.limit\"; did you mean \"source.limite\"?");
        refused(rows + "whenMatched: {set: {limit: \"1\"}}",
                "whenMatched.set.limit: there is no column \"limit\"; did you mean \"limite\"?");
        refused(rows + "whenMatched: {set: {limite: source.nome}}",
                "whenMatched.set.limite: \"source.nome\" is a string, and the column a decimal(4,2);"
                        + " write cast(source.nome as decimal(4,2)) if that is meant");
        refused(rows + "whenMatched: [{if: source.nome, then: delete}]",
                "whenMatched.if: \"source.nome\" is no condition but a string; compare it with something");
        refused(rows + "whenNotMatched: {if: target.id > 1}",
                "whenNotMatched.if: there is no column \"target.id\"; the columns are id, nome, limite,"
                        + " source.id, source.nome, source.limite");
        assertThatThrownBy(() -> lake.runJob("merge: {into: silver.clientes, from: silver.clientes, key: idd}"))
                .hasMessage("key: there is no column \"idd\" in the source; did you mean \"id\"?");
        assertThatThrownBy(() -> lake.runJob("merge: {into: silver.cliente, rows: [{id: 1}], key: id, whenNotMatched: ignore}"))
                .hasMessage("there is no table silver.cliente; did you mean \"silver.clientes\"?");
    }

    private void refused(String rest, String message) {
        assertThatThrownBy(() -> merge(rest)).isInstanceOf(ForjaException.class).hasMessage(message);
    }

    @Test
    void a_merge_that_changes_no_row_makes_no_version() throws Exception {
        JobResult result = merge("rows: [{id: 1, nome: x, limite: 1}], whenMatched: ignore");

        assertThat(result.tables()).isEmpty();
        assertThat(result.rows()).isEqualTo(new RowCounts(1, 0, 0, 0, 1));
        assertThat(result.notes()).containsExactly("no row of silver.clientes was to be changed, so it has no new version");
        assertThat(lake.versions("silver.clientes")).isEqualTo(1);
    }
}

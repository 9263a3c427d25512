package io.forja.jobs.insert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.core.job.JobResult;
import io.forja.core.job.RowChanges;
import io.forja.core.job.RowCounts;
import io.forja.core.problem.ForjaException;
import io.forja.jobs.PreparedLake;
import io.forja.jobs.TestLake;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows added to a table, with the table's types or with those of their writing. */
@Tag("spark")
class InsertTest {

    private static final String EVENT = "insert: {into: bronze.eventos, rows: [{id: 4, tipo: %s, minuto: %s, quando: %s}]}";

    private static final PreparedLake ONE_EVENT = PreparedLake.of(lake ->
            lake.runJob("sql: {query: \"SELECT 1 AS id, 'Gol' AS tipo, cast(15 AS smallint) AS minuto,"
                    + " timestamp'2026-11-29 18:15:00' AS quando\", into: bronze.eventos}"));

    private TestLake lake;

    @BeforeEach
    void oneEvent(@TempDir Path folder) throws Exception {
        lake = ONE_EVENT.copyTo(folder);
    }

    @Test
    void the_values_of_rows_have_the_types_of_the_table() throws Exception {
        JobResult result = lake.runJob("""
                insert:
                  into: bronze.eventos
                  rows:
                    - {id: 4, tipo: Gol, minuto: 90, quando: 2026-11-29 19:45:00}
                    - {ID: 5, tipo: "6", minuto: null, quando: 2026-11-29T16:45:00-03:00}
                """);

        assertThat(lake.rows("select id, tipo, minuto, date_format(quando, 'HH:mm') from bronze.eventos order by id"))
                .containsExactly("1,Gol,15,18:15", "4,Gol,90,19:45", "5,6,null,19:45");
        assertThat(result.rows()).isEqualTo(RowCounts.copied(2));
        assertThat(result.tables()).singleElement().satisfies(change -> {
            assertThat(change.after()).isEqualTo(1);
            assertThat(change.rows()).isEqualTo(RowChanges.inserted(2));
        });
    }

    @Test
    void a_table_that_is_not_there_is_made_with_the_types_of_the_writing() throws Exception {
        lake.runJob("insert: {into: bronze.novos, rows: [{id: 1, preco: 1.5, ativo: true, nome: Ana, cep: \"01310\"},"
                + " {id: 2, preco: 10, ativo: null, nome: null, cep: null}]}");

        assertThat(lake.table("bronze.novos").schema().toDDL())
                .isEqualTo("id BIGINT,preco DECIMAL(38,1),ativo BOOLEAN,nome STRING,cep STRING");
        assertThat(lake.rows("select * from bronze.novos order by id"))
                .containsExactly("1,1.5,true,Ana,01310", "2,10.0,null,null,null");
    }

    @Test
    void rows_of_a_table_and_of_a_query_are_added_where_their_types_lose_nothing() throws Exception {
        lake.runJob("insert: {into: bronze.eventos, from: bronze.eventos}");
        lake.runJob("insert: {into: bronze.eventos, query: \"SELECT quando, cast(9 AS tinyint) AS minuto, tipo, id + 1 AS id"
                + " FROM bronze.eventos\"}");

        assertThat(lake.rows("select id, minuto from bronze.eventos order by id, minuto"))
                .containsExactly("1,15", "1,15", "2,9", "2,9");
    }

    @Test
    void what_does_not_fit_is_told_and_nothing_is_added() {
        refused(EVENT.formatted("Gol", "40000", "null"), "rows[0].minuto: 40000 is no smallint; write one such as 42");
        refused(EVENT.formatted("Gol", "1.5", "null"), "rows[0].minuto: 1.5 is no smallint; write one such as 42");
        refused(EVENT.formatted("Gol", "1", "ontem"),
                "rows[0].quando: ontem is no timestamp; write one such as 2026-11-29 02:00:00");
        refused("insert: {into: bronze.eventos, rows: [{id: 4, tipo: Gol}]}", "the rows lack the columns minuto, quando,"
                + " which the table bronze.eventos has; give every row a value, if only null");
        refused("insert: {into: bronze.eventos, query: SELECT 1 AS id}", "the rows lack the columns tipo, minuto, quando,"
                + " which the table bronze.eventos has; give every row a value, if only null");
        refused("insert: {into: bronze.nada, rows: [{a: 1}, {b: 2}]}",
                "rows[0] has no value for the column \"b\"; add \"b: null\" if it has none");
        refused("insert: {into: bronze.nada, rows: [{a: 1}, {a: x}]}", "the column \"a\" has values of the types bigint"
                + " and string; write all of them in one way");
        refused("insert: {into: bronze.eventos, rows: [{id: 4, tipo: Gol, minuto: 90, quando: null}], expect: [minuto < 10]}",
                "expect[0]: \"minuto < 10\" is not true in 1 row, such as"
                        + " {\"id\":4,\"tipo\":\"Gol\",\"minuto\":90,\"quando\":null}; mend the source, or say what"
                        + " becomes of such rows instead: the keys instead and onError of steps, otherwise of expectations, and"
                        + " rejects of the job name it");
        assertThat(lake.versions("bronze.eventos")).isEqualTo(1);
        assertThat(lake.versions("bronze.nada")).isZero();
    }

    private void refused(String job, String message) {
        assertThatThrownBy(() -> lake.runJob(job)).isInstanceOf(ForjaException.class).hasMessage(message);
    }
}

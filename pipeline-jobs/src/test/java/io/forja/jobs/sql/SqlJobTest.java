package io.forja.jobs.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.core.definition.TableRef;
import io.forja.core.definition.TableTarget;
import io.forja.core.definition.WriteMode;
import io.forja.core.job.JobResult;
import io.forja.core.job.RowCounts;
import io.forja.core.problem.ForjaException;
import io.forja.jobs.TestLake;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("spark")
class SqlJobTest {

    @TempDir
    Path folder;

    @Test
    void the_rows_of_a_query_become_a_table() throws Exception {
        TestLake lake = TestLake.in(folder);

        JobResult result = lake.runJob("""
                sql:
                  query: SELECT estado, sum(valor) AS total FROM VALUES ('PE', 1.5), ('PE', 2.5), ('SP', 7.0)
                    AS t(estado, valor) GROUP BY estado
                  expect: [total > 0]
                  into: {table: gold.por_estado}
                """);

        assertThat(result.rows()).isEqualTo(RowCounts.copied(2));
        assertThat(lake.rows("select * from gold.por_estado order by estado")).containsExactly("PE,4.0", "SP,7.0");
    }

    @Test
    void a_row_that_breaks_an_expectation_leaves_the_table_as_it_was() throws Exception {
        TestLake lake = TestLake.in(folder);
        lake.runJob("sql: {query: SELECT 1 AS n, into: {table: gold.n}}");

        assertThatThrownBy(() -> lake.runJob("sql: {query: SELECT 0 AS n, expect: [n > 0], into: {table: gold.n}}"))
                .isInstanceOf(ForjaException.class).hasMessageContaining("\"n > 0\" is not true in 1 row");

        assertThat(lake.rows("select * from gold.n")).containsExactly("1");
        assertThat(lake.rows("select count(*) from gold.n version as of 0")).containsExactly("1");
    }

    @Test
    void days_before_the_calendar_changed_are_kept_as_they_are() throws Exception {
        TestLake lake = TestLake.in(folder);

        lake.runJob("sql: {query: \"SELECT DATE'0001-01-01' AS d, TIMESTAMP'1753-01-01 00:00:00' AS t\", into: {table: gold.d}}");

        assertThat(lake.rows("select cast(d as string), cast(t as string) from gold.d"))
                .containsExactly("0001-01-01,1753-01-01 00:00:00");
    }

    @Test
    void an_expression_without_an_answer_fails_the_job_and_is_named() throws Exception {
        TestLake lake = TestLake.in(folder);
        lake.runJob("sql: {query: \"SELECT 2147483647 AS n, '1.234,56' AS t\", into: {table: gold.n}}");

        for (String failing : List.of(
                "sql: {query: SELECT n + 1 AS m FROM gold.n, into: {table: gold.m}}",
                "sql: {query: \"SELECT cast(t AS decimal(9,2)) AS m FROM gold.n\", into: {table: gold.m}}",
                "update: {table: gold.n, set: {n: n + 1}}",
                "check: {table: gold.n, expect: [n / 0 > 1]}")) {
            assertThatThrownBy(() -> lake.runJob(failing)).isInstanceOf(ForjaException.class)
                    .hasMessageMatching(".* failed: .*(overflow|malformed|zero).*, in \"(n \\+ 1|cast.*|n / 0)\"; mend the rows"
                            + " or the expression; where NULL is meant, try_cast, try_add, try_divide and the like say so");
        }
        assertThat(lake.rows("select n from gold.n")).containsExactly("2147483647");
    }

    @Test
    void a_statement_that_is_no_query_and_a_table_that_is_not_there_are_one_sentence_each() {
        TestLake lake = TestLake.in(folder);

        assertThatThrownBy(() -> lake.runJob("sql: {query: DROP TABLE gold.n, into: {table: gold.m}}"))
                .hasMessage("the statement is no query; write a SELECT");
        assertThatThrownBy(() -> lake.runJob("sql: {query: SELECT * FROM gold.nada, into: {table: gold.m}}"))
                .isInstanceOf(ForjaException.class).hasMessageContaining("nada").hasMessageNotContaining("\n");
    }

    @Test
    void the_tables_behind_from_and_join_are_what_a_query_reads() {
        SqlDefinition definition = new SqlDefinition("""
                SELECT * -- FROM old.comment
                FROM bronze.a JOIN `bronze`.`b` ON a.id = b.id /* JOIN old.too */
                WHERE a.x IN (SELECT x from silver.c)""", List.of(),
                new TableTarget(new TableRef("gold.d"), null, WriteMode.OVERWRITE, List.of()));

        assertThat(definition.reads()).extracting(TableRef::text).containsExactly("bronze.a", "bronze.b", "silver.c");
    }
}

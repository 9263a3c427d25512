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

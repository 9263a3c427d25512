package io.forja.jobs.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.forja.core.definition.TableRef;
import io.forja.core.lake.SqlResult;
import io.forja.core.lake.TableInfo;
import io.forja.core.lake.TableVersion;
import io.forja.core.problem.ForjaException;
import io.forja.core.problem.NotFoundException;
import io.forja.jobs.PreparedLake;
import io.forja.jobs.TestLake;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.FileUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("spark")
class SparkLakeTest {

    private static final PreparedLake TABLES = PreparedLake.of(lake -> {
        lake.file("precos.csv", "id,preco", "1,1.50", "2,", "3,20.00");
        lake.runJob("""
                clean:
                  from: {csv: precos.csv}
                  steps: [{cast: {id: int, preco: "decimal(9,2)"}}]
                  into: {table: silver.precos}
                """);
        lake.runJob("""
                sql:
                  query: SELECT id, preco * 2 AS dobro, DATE'2026-11-29' AS dia FROM silver.precos
                  into: {table: gold.dobros, path: lake/gold/dobros}
                """);
    });

    @TempDir
    Path folder;

    private TestLake given;
    private SparkLake lake;
    private Runnable detach;

    @BeforeEach
    void a_lake_with_one_managed_and_one_external_table() throws Exception {
        given = TABLES.copyTo(folder);
        lake = new SparkLake(given.lakehouse());
        detach = given.lakehouse().catalogue().attach(given.spark());
    }

    @AfterEach
    void the_session_goes_to_the_next_lake() {
        detach.run();
    }

    @Test
    void a_query_gives_typed_values_and_says_where_it_was_cut() {
        SqlResult result = lake.sql("select id, dobro, dia, id > 1 as depois from gold.dobros order by id;", 2);

        assertThat(result.columns()).extracting(SqlResult.Column::type)
                .containsExactly("int", "decimal(11,2)", "date", "boolean");
        assertThat(result.rows()).containsExactly(
                List.of(1L, new BigDecimal("3.00"), "2026-11-29", false),
                Arrays.asList(2L, null, "2026-11-29", true));
        assertThat(result.truncated()).isTrue();
    }

    @Test
    void an_old_version_can_be_read_after_a_new_one() throws Exception {
        given.file("precos.csv", "id,preco", "9,9.00");
        given.runJob("""
                clean:
                  from: {csv: precos.csv}
                  steps: [{cast: {id: int, preco: "decimal(9,2)"}}]
                  into: {table: silver.precos}
                """);

        assertThat(lake.sql("select count(*) from silver.precos version as of 0", 10).rows()).containsExactly(List.of(3L));
        assertThat(lake.sql("select count(*) from silver.precos", 10).rows()).containsExactly(List.of(1L));
        assertThat(lake.history(new TableRef("silver.precos"), 10))
                .extracting(TableVersion::version, TableVersion::operation, TableVersion::pipeline, TableVersion::job)
                .containsExactly(tuple(1L, "WRITE", "p", "j"),
                        tuple(0L, "WRITE", "p", "j"));
    }

    @Test
    void tables_are_told_with_their_type_rows_and_columns() {
        assertThat(lake.tables()).extracting(TableInfo::name, TableInfo::type, TableInfo::rows, TableInfo::version)
                .containsExactly(
                        tuple("gold.dobros", TableInfo.Type.EXTERNAL, 3L, 0L),
                        tuple("silver.precos", TableInfo.Type.MANAGED, 3L, 0L));
        assertThat(lake.table(new TableRef("silver.precos")).columns()).extracting(SqlResult.Column::name)
                .containsExactly("id", "preco");
    }

    @Test
    void dropping_a_managed_table_deletes_its_files_and_dropping_an_external_one_keeps_them() {
        Path managed = Path.of(lake.table(new TableRef("silver.precos")).location());
        Path external = Path.of(lake.table(new TableRef("gold.dobros")).location());

        lake.drop(new TableRef("silver.precos"));
        lake.drop(new TableRef("gold.dobros"));

        assertThat(lake.tables()).isEmpty();
        assertThat(managed).doesNotExist();
        assertThat(Files.isDirectory(external.resolve("_delta_log"))).isTrue();
        lake.register(new TableRef("gold.de_volta"), external.toString());
        assertThat(lake.sql("select count(*) from gold.de_volta", 1).rows()).containsExactly(List.of(3L));
        assertThat(lake.tables()).extracting(TableInfo::type).containsExactly(TableInfo.Type.EXTERNAL);
    }

    @Test
    void a_table_whose_files_are_gone_is_told_with_its_problem_and_the_others_as_ever() {
        FileUtil.fullyDelete(folder.resolve("lake/gold/dobros").toFile());

        assertThat(lake.tables()).extracting(TableInfo::name, info -> info.problem() == null)
                .containsExactly(tuple("gold.dobros", false),
                        tuple("silver.precos", true));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "drop table silver.precos | even while a job writes it",
        "drop schema silver cascade | would delete all tables of the schema",
        "alter table silver.precos rename to silver.valores | a table keeps its name",
        "create table silver.n using delta as select 1 as n | tables are made by jobs",
        "create table silver.n (n int) using parquet | tables are made by jobs",
        "create or replace table silver.precos using delta as select 1 as n | tables are made by jobs",
        "create table silver.n shallow clone silver.precos | tables are made by jobs",
        "create temp view v as select 1 | views are not kept",
        "vacuum silver.precos retain 0 hours | whatever the window of time travel says"})
    void what_goes_past_names_and_locks_is_refused_and_changes_nothing(String statement, String why) {
        assertThatThrownBy(() -> lake.sql(statement, 1)).isInstanceOf(ForjaException.class).hasMessageContaining(why);
        assertThat(lake.tables()).extracting(TableInfo::name).containsExactly("gold.dobros", "silver.precos");
        assertThat(lake.sql("select count(*) from silver.precos", 1).rows()).containsExactly(List.of(3L));
    }

    @Test
    void what_a_person_got_wrong_is_one_sentence() {
        assertThatThrownBy(() -> lake.sql("selct 1", 1)).isInstanceOf(ForjaException.class)
                .hasMessageStartingWith("the SQL does not work: ").hasMessageNotContaining("\n");
        assertThatThrownBy(() -> lake.sql("select * from silver.preco", 1)).isInstanceOf(ForjaException.class)
                .hasMessageContaining("preco").hasMessageNotContaining("\n");
        assertThatThrownBy(() -> lake.sql("create view silver.v as select 1", 1)).isInstanceOf(ForjaException.class)
                .hasMessageStartingWith("views are not kept");
        assertThatThrownBy(() -> lake.table(new TableRef("silver.preco"))).isInstanceOf(NotFoundException.class)
                .hasMessage("there is no table silver.preco; did you mean \"silver.precos\"?");
    }
}

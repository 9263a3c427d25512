package io.forja.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.forja.core.problem.ForjaException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A job that fails says why in one sentence, and leaves the lake as it was, to the last file and folder. */
@Tag("spark")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FailuresTest {

    private TestLake lake;

    @BeforeAll
    void lake(@TempDir Path folder) throws Exception {
        String url = "jdbc:h2:mem:" + folder.getFileName() + ";MODE=MSSQLServer;DB_CLOSE_DELAY=-1";
        lake = TestLake.in(folder)
                .with("biblioteca", url, "certa")
                .with("errada", url, "segredo-errado")
                .with("fechada", "jdbc:h2:tcp://127.0.0.1:1/mem:x", "segredo");
        try (Connection database = DriverManager.getConnection(url, "sa", "certa")) {
            database.createStatement().execute("create schema dbo");
            database.createStatement().execute("create table dbo.Autor (Id int, Nome varchar(20))");
        }
        lake.file("data/vendas.csv", "id,valor,dia,nota", "1,10.00,2026-01-01,", "2,20.00,2026-01-02, ",
                "3,abc,2026-01-03,x");
        lake.file("data/torta.csv", "id,valor", "1,10", "2,20,30", "3,30");
        lake.runJob("ingest: {from: {csv: data/vendas.csv}, into: {table: silver.fato}}");
        lake.runJob("ingest: {from: {csv: data/vendas.csv}, into: {table: bronze.fora, path: lake/bronze/fora}}");
    }

    @Test
    void a_missing_file_and_a_pattern_without_files_are_named() {
        assertThat(refused("ingest: {from: {csv: data/nada.csv}, into: {table: silver.fato}}"))
                .contains("data/nada.csv", "no such file");
        assertThat(refused("ingest: {from: {csv: data/nada-*.csv}, into: {table: silver.novo}}"))
                .contains("data/nada-*.csv", "no file matches");
        assertThat(refused("ingest: {from: {json: data/nada-*.json}, into: {table: silver.fato}}"))
                .contains("there is no json file", "data/nada-*.json");
        assertThat(refused("ingest: {from: {parquet: data/nada.parquet}, into: {table: silver.fato}}"))
                .contains("there is no parquet file", "data/nada.parquet");
        assertThat(refused("clean: {from: bronze.foraa, steps: [], into: {table: silver.fato}}"))
                .contains("there is no table bronze.foraa; did you mean \"bronze.fora\"?");
    }

    @Test
    void a_database_that_is_not_there_or_refuses_is_named_with_its_setting_and_without_its_password() {
        assertThat(refused("ingest: {from: {jdbc: fechada, table: dbo.Autor}, into: {table: silver.fato}}"))
                .contains("the database fechada refuses", "check the url under connections.fechada in forja.yaml");
        assertThat(refused("ingest: {from: {jdbc: errada, table: dbo.Autor}, into: {table: silver.fato}}"))
                .contains("the database errada refuses", "check user and password under connections.errada")
                .doesNotContain("segredo");
        assertThat(refused("ingest: {from: {jdbc: bibliotecca, table: dbo.Autor}, into: {table: silver.fato}}"))
                .contains("there is no connection \"bibliotecca\" in forja.yaml; did you mean \"biblioteca\"?");
        assertThat(refused("ingest: {from: {jdbc: biblioteca, table: dbo.Autr}, into: {table: silver.fato}}"))
                .contains("the database biblioteca has no table dbo.Autr; did you mean \"DBO.AUTOR\"?");
        assertThat(refused("ingest: {from: {jdbc: biblioteca, query: select nada from dbo.Autor}, into: {table: silver.fato}}"))
                .contains("the database biblioteca does not run the query", "NADA");
        assertThat(refused("ingest: {from: {jdbc: biblioteca, tables: \"x.*\"}, into: {table: \"silver.${table}\"}}"))
                .contains("no table of the database biblioteca matches \"x.*\"; it has DBO.AUTOR");
    }

    @Test
    void a_wrong_password_is_not_tried_again_and_a_database_that_is_down_is() {
        assertThat(failure("ingest: {from: {jdbc: errada, table: dbo.Autor}, into: {table: silver.fato}}").retryable())
                .isFalse();
        assertThat(failure("ingest: {from: {jdbc: fechada, table: dbo.Autor}, into: {table: silver.fato}}").retryable())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "cast: {valor: 'decimal(18,2)'} | steps[0].cast.valor | the value is no decimal(18,2) in 1 row | vendas.csv row 3",
        "dropNulls: {columns: nota, instead: fail} | steps[0].dropNulls.nota | nota has no value in 2 rows | vendas.csv row 1: nota is NULL",
        "cast: {valor: {to: date, onError: fail}} | steps[0].cast.valor | the value is no date in 3 rows | valor is \""})
    void a_value_that_does_not_fit_fails_the_job_with_its_step_its_number_and_an_example(
            String step, String place, String what, String example) {
        for (String table : List.of("silver.fato", "novo.fato")) {
            assertThat(refused(clean("data/vendas.csv", step, table))).contains(place, what, example.strip());
        }
    }

    @Test
    void an_expectation_that_fails_makes_no_version_and_no_table() {
        for (String table : List.of("silver.fato", "novo.fato")) {
            assertThat(refused("""
                    clean:
                      from: {csv: data/vendas.csv}
                      steps: []
                      expect: [id > 0, valor <> 'abc']
                      into: {table: %s, partitionBy: dia}
                    """.formatted(table))).contains("expect[1]: \"valor <> 'abc'\" is not true in 1 row, such as",
                    "vendas.csv row 3", "mend the source");
        }
        assertThat(lake.versions("silver.fato")).isEqualTo(1);
        assertThat(lake.versions("novo.fato")).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "dropDuplicates: idd                             | steps[0].dropDuplicates",
        "dropDuplicates: {key: id, orderBy: idd desc}    | steps[0].dropDuplicates",
        "dropNulls: idd                                  | steps[0].dropNulls",
        "fillNulls: {idd: '0'}                           | steps[0].fillNulls.idd",
        "flagNulls: idd                                  | steps[0].flagNulls",
        "cast: {idd: int}                                | steps[0].cast.idd",
        "trim: idd                                       | steps[0].trim",
        "rename: {idd: codigo}                           | steps[0].rename",
        "select: [idd]                                   | steps[0].select"})
    void a_column_that_is_not_there_is_told_with_its_step_and_the_one_that_is_meant(String step, String place) {
        assertThat(refused(clean("data/vendas.csv", step, "silver.fato")))
                .isEqualTo(place + ": there is no column \"idd\"; did you mean \"id\"?");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "where: idd > 0           | steps[0].where: there is no column \"idd\"; did you mean \"id\"?",
        "where: id >              | steps[0].where: Syntax error",
        "where: valor             | steps[0].where: \"valor\" is no condition but a string",
        "where: sum(id) > 1       | steps[0].where:",
        "derive: {total: id * * 2} | steps[0].derive.total: Syntax error",
        "derive: {total: nada(id)} | steps[0].derive.total: Cannot resolve function `nada`"})
    void sql_that_does_not_work_is_told_with_its_step(String step, String message) {
        assertThat(refused(clean("data/vendas.csv", step, "silver.fato"))).startsWith(message)
                .doesNotContain("_forja_", "\n", "SQLSTATE");
    }

    @Test
    void an_expectation_that_is_no_sql_is_told_with_its_place() {
        assertThat(refused("""
                clean:
                  from: {csv: data/vendas.csv}
                  steps: []
                  expect: ["id > 0", "valr > 0"]
                  into: {table: silver.fato}
                """)).isEqualTo("expect[1]: there is no column \"valr\"; did you mean \"valor\"?");
    }

    @Test
    void two_columns_do_not_get_one_name() {
        assertThat(refused(clean("data/vendas.csv", "rename: {id: Valor}", "silver.fato")))
                .contains("steps[0].rename: two columns would be called \"valor\" and \"Valor\"");
        assertThat(refused("sql: {query: 'select 1 as id, 2 as ID', into: {table: silver.fato}}"))
                .contains("two columns would be called \"ID\" and \"id\"");
    }

    @Test
    void an_append_with_other_columns_names_each_difference() {
        assertThat(refused("""
                clean:
                  from: {csv: data/vendas.csv}
                  steps:
                    - rename: {valor: preco}
                    - cast: {id: int}
                  into: {table: silver.fato, mode: append}
                """)).isEqualTo("the rows do not fit the table silver.fato: column id was string and is int, column preco"
                + " (string) is new, column valor is missing, perhaps valor was renamed to preco; change the source's"
                + " columns, or write with mode: overwrite");
    }

    @Test
    void an_append_keeps_to_the_table_s_partitions_and_no_table_is_split_by_what_is_not_there() {
        assertThat(refused("ingest: {from: {csv: data/vendas.csv}, into: {table: silver.fato, mode: append, partitionBy: dia}}"))
                .contains("the rows do not fit the table silver.fato: it is split by no column and is to be by dia");
        assertThat(refused("ingest: {from: {csv: data/vendas.csv}, into: {table: novo.dias, partitionBy: dai}}"))
                .isEqualTo("there is no column \"dai\" to split novo.dias by; did you mean \"dia\"?");
    }

    @Test
    void no_table_is_made_within_around_or_upon_another_one() {
        assertThat(refused("ingest: {from: {csv: data/vendas.csv}, into: {table: bronze.dentro, path: lake/bronze/fora/x}}"))
                .contains("lies within the folder of the table bronze.fora", "a folder of its own");
        assertThat(refused("ingest: {from: {csv: data/vendas.csv}, into: {table: bronze.acima, path: lake/bronze}}"))
                .contains("holds the folder of the table bronze.fora");
        assertThat(refused("ingest: {from: {csv: data/vendas.csv}, into: {table: bronze.outra, path: lake/bronze/fora}}"))
                .contains("which is the table bronze.fora");
    }

    @Test
    void a_managed_table_does_not_become_an_external_one_nor_an_external_one_move() {
        assertThat(refused("ingest: {from: {csv: data/vendas.csv}, into: {table: silver.fato, path: lake/silver/fato}}"))
                .contains("the table silver.fato is a managed table, but the job writes it at", "forja tables drop silver.fato");
        assertThat(refused("ingest: {from: {csv: data/vendas.csv}, into: {table: bronze.fora, path: lake/outra}}"))
                .contains("the table bronze.fora is at", "lake/bronze/fora, but the job writes it at", "lake/outra");
    }

    @Test
    void a_row_with_too_many_fields_is_told_with_its_file_and_line() {
        for (String table : List.of("silver.fato", "novo.torta")) {
            assertThat(refused("ingest: {from: {csv: data/torta.csv}, into: {table: %s}}".formatted(table)))
                    .contains("from: the text of the row is not well-formed in 1 row", "torta.csv row 2: line 3: 3 fields where the header has 2");
        }
    }

    @ParameterizedTest
    @CsvSource({"silver.fato", "novo.meio"})
    void a_task_that_throws_half_way_leaves_nothing_of_what_the_others_wrote(String table) {
        for (int i = 0; i < 6; i++) {
            lake.file("data/partes/" + i + ".csv", "id,valor", i + ",1", (i + 10) + ",2");
        }
        assertThat(refused("""
                clean:
                  from: {csv: data/partes}
                  steps:
                    - dropNulls: {columns: valor, instead: reject}
                    - where: "if(id = '15', raise_error('o disco caiu'), true)"
                  rejects: silver.rejeitados
                  into: {table: %s, partitionBy: id}
                """.formatted(table))).startsWith("cleaning csv data/partes failed: ").contains("o disco caiu");
    }

    @Test
    void rejects_that_do_not_fit_their_table_leave_the_target_as_it_was() {
        assertThat(refused("""
                clean:
                  from: {csv: data/vendas.csv}
                  steps: [cast: {valor: "decimal(18,2)"}]
                  rejects: bronze.fora
                  into: {table: novo.fato}
                """)).startsWith("the rows do not fit the table bronze.fora: column rejected_at (timestamp) is new");
    }

    private static String clean(String file, String step, String into) {
        return """
                clean:
                  from: {csv: %s}
                  steps:
                    - %s
                  into: {table: %s}
                """.formatted(file, step.strip(), into);
    }

    private String refused(String job) {
        return String.valueOf(failure(job).getMessage());
    }

    private ForjaException failure(String job) {
        List<String> before = lake.listing();
        Throwable thrown = catchThrowable(() -> lake.runJob(job));
        assertThat(thrown).isInstanceOf(ForjaException.class);
        assertThat(thrown.getMessage()).doesNotContain("\n", "\tat ", "org.apache");
        assertThat(lake.listing()).as("what is left in the lake").isEqualTo(before);
        return (ForjaException) thrown;
    }
}

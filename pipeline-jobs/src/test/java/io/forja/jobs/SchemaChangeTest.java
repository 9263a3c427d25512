package io.forja.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.core.job.JobResult;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables whose columns change, and names that not every table can have. */
@Tag("spark")
class SchemaChangeTest {

    @TempDir
    Path folder;

    @Test
    void an_overwrite_that_changes_the_schema_says_so_and_the_first_version_stays_as_it_was() throws Exception {
        TestLake lake = TestLake.in(folder);
        lake.file("data/v.csv", "id,valor,dia", "1,10,2026-01-01", "2,20,2026-01-02");
        lake.runJob("ingest: {from: {csv: data/v.csv}, into: {table: silver.v}}");

        JobResult changed = lake.runJob("""
                clean:
                  from: {csv: data/v.csv}
                  steps:
                    - cast: {valor: "decimal(9,2)"}
                    - derive: {dobro: valor * 2}
                    - select: [id, valor, dobro]
                  into: {table: silver.v}
                """);

        assertThat(changed.notes()).containsExactly("the schema of silver.v changed: column valor was string and is"
                + " decimal(9,2), column dobro (decimal(11,2)) is new, column dia is missing");
        assertThat(lake.rows("select * from silver.v order by id")).containsExactly("1,10.00,20.00", "2,20.00,40.00");
        assertThat(lake.rows("select * from silver.v version as of 0 order by id"))
                .containsExactly("1,10,2026-01-01", "2,20,2026-01-02");

        JobResult split = lake.runJob("ingest: {from: {csv: data/v.csv}, into: {table: silver.v, partitionBy: dia}}");
        assertThat(split.notes().get(0)).contains("it is split by no column and is to be by dia");
        assertThat(folder.resolve("lake/warehouse/silver/v/dia=2026-01-02")).isDirectory();
    }

    @Test
    void an_append_finds_columns_by_name() throws Exception {
        TestLake lake = TestLake.in(folder);
        lake.file("data/a.csv", "id,valor", "1,10");
        lake.file("data/b.csv", "VALOR,Id", "20,2");
        lake.runJob("ingest: {from: {csv: data/a.csv}, into: {table: silver.v}}");

        JobResult second = lake.runJob("ingest: {from: {csv: data/b.csv}, into: {table: silver.v, mode: append}}");

        assertThat(second.notes()).isEmpty();
        assertThat(lake.rows("select id, valor from silver.v order by id")).containsExactly("1,10", "2,20");
    }

    @Test
    void names_with_blanks_and_signs_are_kept_and_may_change() throws Exception {
        TestLake lake = TestLake.in(folder);
        lake.file("data/a.csv", "Regiao - Sigla,Valor (R$),a=b", "SE,1,x");
        lake.file("data/b.csv", "Regiao - Sigla,Valor; de venda", "S,2");
        lake.runJob("ingest: {from: {csv: data/a.csv}, into: {table: bronze.p, path: lake/bronze/p}}");
        assertThat(lake.table("bronze.p").columns()).containsExactly("Regiao - Sigla", "Valor (R$)", "a=b");
        assertThat(lake.rows("select `Valor (R$)` from bronze.p")).containsExactly("1");

        JobResult other = lake.runJob("ingest: {from: {csv: data/b.csv}, into: {table: bronze.p, path: lake/bronze/p}}");

        assertThat(other.notes()).hasSize(1).first().asString().contains("column valor; de venda (string) is new");
        assertThat(lake.rows("select * from bronze.p")).containsExactly("S,2");
        assertThat(lake.rows("select * from bronze.p version as of 0")).containsExactly("SE,1,x");
    }

    @Test
    void a_table_that_was_made_for_plain_names_does_not_get_others() throws Exception {
        TestLake lake = TestLake.in(folder);
        lake.file("data/a.csv", "id,valor", "1,10");
        lake.file("data/b.csv", "id,valor de venda", "1,10");
        lake.runJob("ingest: {from: {csv: data/a.csv}, into: {table: silver.v}}");

        assertThatThrownBy(() -> lake.runJob("ingest: {from: {csv: data/b.csv}, into: {table: silver.v}}"))
                .hasMessageContainingAll("silver.v was made without unusual column names", "drop the table");
    }

    @Test
    void a_table_that_may_evolve_takes_new_columns_and_goes_without_missing_ones() throws Exception {
        TestLake lake = given_a_table_with_id_and_valor();
        lake.file("data/b.csv", "id,loja", "2,centro");

        JobResult added = lake.runJob(
                "ingest: {from: {csv: data/b.csv}, into: {table: silver.v, mode: append, schema: evolve}}");

        assertThat(added.notes()).containsExactly("the schema of silver.v changed: column loja (string) is new, column"
                + " valor is missing, perhaps valor was renamed to loja");
        assertThat(lake.rows("select id, valor, loja from silver.v order by id"))
                .containsExactly("1,10,null", "2,null,centro");
        assertThatThrownBy(() -> lake.runJob("sql: {query: \"select 3 as id, '1' as valor, 'x' as loja\","
                + " into: {table: silver.v, mode: append, schema: evolve}}")).hasMessage("the rows do not fit the table"
                + " silver.v: column id was string and is int; change the source's columns, or write with mode:"
                + " overwrite");
    }

    @Test
    void a_frozen_table_refuses_any_other_column_even_from_an_overwrite() throws Exception {
        TestLake lake = given_a_table_with_id_and_valor();
        lake.file("data/b.csv", "id,valor,loja", "2,20,centro");

        assertThatThrownBy(() -> lake.runJob("ingest: {from: {csv: data/b.csv}, into: {table: silver.v, schema: freeze}}"))
                .hasMessage("the rows do not fit the table silver.v: column loja (string) is new; change the source's"
                        + " columns, or write \"schema: evolve\"");
        assertThat(lake.versions("silver.v")).isEqualTo(1);
    }

    @Test
    void columns_that_a_table_does_not_want_are_left_out_and_told() throws Exception {
        TestLake lake = given_a_table_with_id_and_valor();
        lake.file("data/b.csv", "loja,id,valor", "centro,2,20");

        JobResult kept = lake.runJob("ingest: {from: {csv: data/b.csv}, into: {table: silver.v, schema: discard}}");

        assertThat(kept.notes()).containsExactly("columns that silver.v does not have were left out: loja");
        assertThat(lake.rows("select * from silver.v")).containsExactly("2,20");
    }

    @Test
    void columns_that_were_agreed_are_kept_to_or_nothing_is_written() throws Exception {
        TestLake lake = TestLake.in(folder);
        lake.file("data/a.csv", "id,valor", "1,10", ",20");
        String job = """
                clean:
                  from: {csv: data/a.csv}
                  steps: [{cast: {valor: "decimal(9,2)"}}]
                  into: {table: silver.v, columns: {%s}}
                """;

        assertThatThrownBy(() -> lake.runJob(job.formatted("id: bigint, Valor: \"decimal(9,2)\", loja: string")))
                .hasMessage("the rows do not keep to the columns agreed for silver.v: column id is string, not bigint,"
                        + " column loja (string) is missing; rename, cast or select in the job, or change \"columns\"");
        assertThatThrownBy(() -> lake.runJob(job.formatted("id: string not null, valor: \"decimal(9,2)\"")))
                .hasMessageStartingWith("into.columns.id: id has no value in 1 row, such as ");
        assertThat(lake.versions("silver.v")).isZero();
        lake.runJob(job.formatted("id: string, valor: \"decimal(9,2) not null\""));
        assertThat(lake.rows("select valor from silver.v order by 1")).containsExactly("10.00", "20.00");
    }

    @Test
    void a_preview_tells_what_would_become_of_the_columns_and_writes_nothing() throws Exception {
        TestLake lake = given_a_table_with_id_and_valor();
        lake.file("data/b.csv", "id,valor,loja", "2,20,centro");

        assertThat(lake.preview("clean: {from: {csv: data/b.csv}, steps: [{trim: id}], into: {table: silver.v}}").notes())
                .containsExactly("the schema of silver.v changed: column loja (string) is new");
        assertThat(lake.preview("sql: {query: \"select 1 as x\", into: {table: silver.nova}}").notes())
                .containsExactly("there is no such table yet; the job makes it");
        assertThatThrownBy(() -> lake.preview("ingest: {from: {csv: data/b.csv}, into: {table: silver.v, mode: append}}"))
                .hasMessageContaining("column loja (string) is new");
        assertThat(lake.versions("silver.v")).isEqualTo(1);
    }

    private TestLake given_a_table_with_id_and_valor() throws Exception {
        TestLake lake = TestLake.in(folder);
        lake.file("data/a.csv", "id,valor", "1,10");
        lake.runJob("ingest: {from: {csv: data/a.csv}, into: {table: silver.v}}");
        return lake;
    }
}

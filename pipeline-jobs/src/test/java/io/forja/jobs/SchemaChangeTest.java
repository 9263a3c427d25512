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
        assertThat(split.notes().get(0)).endsWith("it is split by no column and is to be by dia");
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
}

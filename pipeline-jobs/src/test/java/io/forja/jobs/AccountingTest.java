package io.forja.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.core.job.JobResult;
import io.forja.core.job.RowCounts;
import io.forja.core.job.TableChange;
import java.nio.file.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every row is somewhere, and what happened to it is told. */
@Tag("spark")
class AccountingTest {

    @TempDir
    Path folder;

    @Test
    void rejected_rows_are_kept_with_their_text_their_reason_and_their_place() throws Exception {
        TestLake lake = TestLake.in(folder);
        lake.file("data/vendas.csv",
                "id;valor;nota", "1;1,50;\"com ; dentro\"", "2;1.50;", "3;5;6;7", "4;\"9\"\"9\";x", "1;2,00;repetida", ";7,00;");

        JobResult result = lake.runJob("""
                clean:
                  from: {csv: data/vendas.csv, delimiter: ";"}
                  steps:
                    - dropNulls: {columns: id, instead: reject}
                    - cast: {valor: {to: "decimal(9,2)", locale: pt-BR}}
                    - dropDuplicates: id
                    - where: nota <> 'nada'
                  rejects: {table: silver.rejeitados, path: lake/rejeitados}
                  into: {table: silver.vendas}
                """);

        assertThat(result.rows()).isEqualTo(new RowCounts(6, 1, 4, 1, 0));
        assertThat(lake.rows("select id, valor, nota from silver.vendas")).containsExactly("1,1.50,com ; dentro");
        assertThat(lake.rows("select source_row, step, column, value, reason, raw from silver.rejeitados order by 1"))
                .containsExactly(
                        "2,steps[1].cast.valor,valor,1.50,the value is no decimal(9,2) as pt-BR writes it,2;1.50;",
                        "3,from,null,null,the text of the row is not well-formed: line 4: 4 fields where the header has 3,"
                                + "3;5;6;7",
                        "4,steps[1].cast.valor,valor,9\"9,the value is no decimal(9,2) as pt-BR writes it,4;\"9\"\"9\";x",
                        "6,steps[0].dropNulls.id,id,null,id has no value,;7,00;");
        Dataset<Row> rejects = lake.table("silver.rejeitados");
        assertThat(rejects.columns()).containsExactly("rejected_at", "run_id", "pipeline", "job", "step", "column", "value",
                "reason", "raw", "source_file", "source_row");
        assertThat(lake.rows("select distinct rejected_at, pipeline, job, source_file from silver.rejeitados"))
                .containsExactly("2026-11-29 05:00:00.0,p,j," + lake.path("data/vendas.csv"));
        assertThat(result.notes()).containsExactly("from: 1 rejected, the text of the row is not well-formed",
                "steps[0].dropNulls.id: 1 rejected, id has no value",
                "steps[1].cast.valor: 2 rejected, the value is no decimal(9,2) as pt-BR writes it",
                "steps[2].dropDuplicates: 1 deduplicated, another row has the same id",
                "steps[1].cast.valor: 1 written with the other decimal sign: look whether the whole column is");
    }

    @Test
    void amounts_in_another_currency_are_rejected_and_the_sign_is_named() throws Exception {
        TestLake lake = TestLake.in(folder);
        lake.file("data/v.csv", "id;valor", "1;R$ 1,50", "2;US$ 1,50", "3;1,50 \u20ac", "4;2,50", "5;um");
        String job = """
                clean:
                  from: {csv: data/v.csv, delimiter: ";"}
                  steps: [{cast: {valor: {to: "decimal(9,2)", locale: pt-BR%s}}}]
                  into: {table: silver.v}
                """;
        String no = "the value is no decimal(9,2) as pt-BR writes it";

        assertThat(lake.runJob(job.formatted("") + "  rejects: silver.rejeitados").rows())
                .isEqualTo(new RowCounts(5, 2, 3, 0, 0));
        assertThat(lake.rows("select value, reason from silver.rejeitados order by source_row")).containsExactly(
                "US$ 1,50," + no + ": it is in US$; where the whole column is, declare it, as currency: USD",
                "1,50 \u20ac," + no + ": it is in \u20ac; where the whole column is, declare it, as currency: EUR",
                "um," + no);

        assertThatThrownBy(() -> lake.runJob(job.formatted(", currency: USD"))).hasMessageContainingAll(
                "in 3 rows", "valor is \"R$ 1,50\" (it is in R$; where the whole column is, declare it, as currency: BRL)");
    }

    @Test
    void too_many_rejects_fail_the_job_before_anything_is_kept() throws Exception {
        TestLake lake = TestLake.in(folder);
        lake.file("data/v.csv", "id,valor", "1,1.50", "2,um", "3,2.50", "4,3");
        String job = """
                clean:
                  from: {csv: data/v.csv}
                  steps: [{cast: {valor: "decimal(9,2)"}}]
                  rejects: silver.rejeitados
                  maxRejects: %s
                  into: {table: silver.v}
                """;

        assertThatThrownBy(() -> lake.runJob(job.formatted("24.9%"))).hasMessage("1 of 4 rows (25.00%) would be rejected,"
                + " more than maxRejects: 24.9%; the first one: valor \"um\": the value is no decimal(9,2); mend the"
                + " source, or allow more");
        assertThat(lake.listing()).noneMatch(path -> path.contains("silver"));

        assertThat(lake.runJob(job.formatted("1")).rows()).isEqualTo(new RowCounts(4, 3, 1, 0, 0));
    }

    @Test
    void rows_that_lose_to_another_one_are_kept_where_there_is_a_table_for_them() throws Exception {
        TestLake lake = TestLake.in(folder);
        lake.file("data/v.csv", "id,valor", "1,10", "2,20", "1,30", "1,");

        JobResult result = lake.runJob("""
                clean:
                  from: {csv: data/v.csv}
                  steps:
                    - dropNulls: {columns: valor, instead: reject}
                    - dropDuplicates: {key: id, keep: last}
                  rejects: silver.rejeitados
                  duplicates: silver.repetidos
                  into: {table: silver.v}
                """);

        assertThat(result.rows()).isEqualTo(new RowCounts(4, 2, 1, 1, 0));
        assertThat(result.tables()).extracting(TableChange::table)
                .containsExactlyInAnyOrder("silver.v", "silver.rejeitados", "silver.repetidos");
        assertThat(lake.rows("select id, valor from silver.v order by id")).containsExactly("1,30", "2,20");
        assertThat(lake.rows("select source_row, step, column, reason, raw from silver.repetidos"))
                .containsExactly("1,steps[1].dropDuplicates,null,another row has the same id,1,10");
        assertThat(lake.rows("select source_row, raw from silver.rejeitados")).containsExactly("4,1,");
    }

    @Test
    void a_month_with_the_other_decimal_sign_is_told_and_no_value_is_taken_for_another() throws Exception {
        TestLake lake = TestLake.in(folder);
        lake.file("data/v.csv", "mes,valor", "1,\"1.234,56\"", "2,1.50", "3,\"1,234.56\"", "4,um");

        JobResult result = lake.runJob("""
                clean:
                  from: {csv: data/v.csv}
                  steps: [{cast: {valor: {to: "decimal(9,2)", locale: pt-BR}}}]
                  rejects: silver.rejeitados
                  into: {table: silver.v}
                """);

        assertThat(lake.rows("select mes, valor from silver.v")).containsExactly("1,1234.56");
        assertThat(lake.rows("select value from silver.rejeitados order by source_row"))
                .containsExactly("1.50", "1,234.56", "um");
        assertThat(result.notes()).contains("steps[0].cast.valor: 2 written with the other decimal sign: look whether"
                + " the whole column is");
    }

    @Test
    void values_that_were_given_up_or_rounded_are_counted() throws Exception {
        TestLake lake = TestLake.in(folder);
        lake.file("data/a.csv", "a,b,c", "1.005,x,1", "2,2026-02-31,2", "3.1,2026-01-01,3", "abc,,4");

        JobResult result = lake.runJob("""
                clean:
                  from: {csv: data/a.csv}
                  steps:
                    - cast:
                        a: {to: "decimal(9,2)", rounding: half-up, onError: null}
                        b: {to: date, onError: null}
                    - where: c <> '3'
                    - flagNulls: a
                    - fillNulls: {a: "0"}
                  into: {table: silver.a}
                """);

        assertThat(result.rows()).isEqualTo(new RowCounts(4, 3, 0, 0, 1));
        assertThat(lake.rows("select a, b, c, a_is_null from silver.a order by c"))
                .containsExactly("1.01,null,1,false", "2.00,null,2,false", "0.00,null,4,true");
        assertThat(result.notes()).containsExactly(
                "steps[1].where: 1 filtered, \"c <> '3'\" is not true",
                "steps[0].cast.a: 1 became NULL, the value is no decimal(9,2)",
                "steps[0].cast.a: 1 rounded (half-up)",
                "steps[0].cast.b: 2 became NULL, the value is no date");
    }

    @Test
    void rows_of_a_table_without_any_row_are_none() throws Exception {
        TestLake lake = TestLake.in(folder);
        lake.file("data/vazio.csv", "id,valor");

        JobResult bronze = lake.runJob("ingest: {from: {csv: data/vazio.csv}, provenance: true, into: {table: bronze.v}}");
        JobResult silver = lake.runJob("clean: {from: bronze.v, steps: [{dropDuplicates: id}], into: {table: silver.v}}");

        assertThat(bronze.rows()).isEqualTo(RowCounts.NONE);
        assertThat(silver.rows()).isEqualTo(RowCounts.NONE);
        assertThat(lake.versions("silver.v")).isEqualTo(1);
        assertThat(lake.table("silver.v").columns()).contains("id", "valor", "_source_row");
    }

    @Test
    void json_and_parquet_are_accounted_for_like_csv() throws Exception {
        TestLake lake = TestLake.in(folder);
        lake.file("data/e.json", "{\"id\": 1, \"t\": {\"x\": [1, 2]}}", "{\"id\": 2", "{\"id\": 3}");

        JobResult json = lake.runJob("""
                ingest:
                  from: {json: data/e.json}
                  provenance: true
                  rejects: bronze.e_rejeitados
                  into: {table: bronze.e, path: lake/bronze/e}
                """);

        assertThat(json.rows()).isEqualTo(new RowCounts(3, 2, 1, 0, 0));
        assertThat(lake.rows("select id, t.x[1], _source_file, _run_id is not null from bronze.e order by id"))
                .containsExactly("1,2," + lake.path("data/e.json") + ",true", "3,null," + lake.path("data/e.json") + ",true");
        assertThat(lake.rows("select reason, raw, source_file from bronze.e_rejeitados"))
                .containsExactly("the text of the row is not well-formed: this is no JSON object,{\"id\": 2," + lake.path("data/e.json"));

        lake.query("select 1 as id, 'x' as nome").write().parquet(lake.path("data/p.parquet").toString());
        JobResult parquet = lake.runJob("ingest: {from: {parquet: data/p.parquet}, into: {table: bronze.p}}");
        assertThat(parquet.rows()).isEqualTo(RowCounts.copied(1));
        assertThat(lake.rows("select * from bronze.p")).containsExactly("1,x");
    }
}

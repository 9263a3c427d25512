package io.forja.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.forja.core.job.JobResult;
import io.forja.core.job.RowCounts;
import io.forja.core.problem.ForjaException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real files through ingest and clean, to the figures that other readers found. */
@Tag("spark")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RealTablesTest {

    private static final String ANP = "anp_ultimas-4-semanas-diesel-gnv.csv";
    private static final String MOJ = "moj-aramis-data-march-11.csv";
    private static final String ORDERS = "aw_PurchaseOrderDetail.csv";
    private static final String STATION = "[CNPJ da Revenda, Produto]";
    private static final String STATION_AND_DAY = "[CNPJ da Revenda, Produto, Data da Coleta]";

    private RealData data;
    private TestLake lake;

    @BeforeAll
    void bronze(@TempDir Path folder) throws Exception {
        data = RealData.orSkip();
        lake = TestLake.in(folder);
        JobResult anp = lake.runJob("""
                ingest:
                  from: {csv: "%s", delimiter: ";"}
                  provenance: true
                  into: {table: bronze.anp, path: lake/bronze/anp}
                """.formatted(data.file(ANP)));
        assertThat(anp.rows()).isEqualTo(RowCounts.copied(rows(ANP)));
    }

    @Test
    void bronze_keeps_names_texts_and_where_each_row_comes_from() {
        assertThat(lake.table("bronze.anp").columns()).startsWith("Regiao - Sigla", "Estado - Sigla", "Municipio")
                .endsWith("Bandeira", "_source_file", "_source_row", "_run_id", "_loaded_at");
        assertThat(lake.rows("""
                select min(_source_row), max(_source_row), count(distinct _source_row), count(distinct _source_file),
                       count_if(`CNPJ da Revenda` like ' %'), count_if(`Complemento` like '%;%') > 0
                from bronze.anp"""))
                .containsExactly("1," + rows(ANP) + "," + rows(ANP) + ",1," + rows(ANP) + ",true");
    }

    @ParameterizedTest
    @CsvSource({"1, first", "3, last", "7, first", "7, last"})
    void one_price_of_each_station_and_product_is_the_same_however_the_work_is_cut(int partitions, String keep)
            throws Exception {
        JsonNode expected = data.afterCleaning(ANP, "Valor de Venda", "station-product");

        JobResult result = lake.withShuffles(partitions).runJob(prices("bronze.anp", STATION, keep, ""));

        assertThat(result.rows()).isEqualTo(new RowCounts(
                rows(ANP), expected.get("rows").asLong(), 0, rows(ANP) - expected.get("rows").asLong(), 0));
        JsonNode kept = keep.equals("first") ? expected : expected.get("if_keep_last_instead");
        assertThat(sum("silver.precos", "Valor de Venda")).isEqualTo(kept.get("sum_exact").asText());
    }

    @Test
    void one_price_of_each_station_and_product_is_the_same_from_many_files_read_straight(@TempDir Path parts)
            throws Exception {
        JsonNode expected = data.afterCleaning(ANP, "Valor de Venda", "station-product");
        split(data.file(ANP), parts, 9);

        JobResult result = lake.runJob("""
                clean:
                  from: {csv: "%s/*.csv", delimiter: ";"}
                %s
                """.formatted(parts, prices("", STATION, "last", "").lines().skip(2).reduce("", (a, b) -> a + "\n" + b)));

        assertThat(result.rows().written()).isEqualTo(expected.get("rows").asLong());
        assertThat(sum("silver.precos", "Valor de Venda"))
                .isEqualTo(expected.get("if_keep_last_instead").get("sum_exact").asText());
    }

    @Test
    void with_the_day_in_the_key_no_price_is_a_duplicate() throws Exception {
        JsonNode expected = data.afterCleaning(ANP, "Valor de Venda", "station-product-day");

        JobResult result = lake.runJob(prices("bronze.anp", STATION_AND_DAY, "first", ""));

        assertThat(result.rows()).isEqualTo(RowCounts.copied(expected.get("rows").asLong()));
        assertThat(sum("silver.precos", "Valor de Venda")).isEqualTo(expected.get("sum_exact").asText());
    }

    @Test
    void a_column_without_any_value_filters_every_row_and_the_notes_say_so() throws Exception {
        long left = data.afterCleaning(ANP, "Valor de Venda", "station-product").get("rows").asLong();

        JobResult result = lake.runJob(prices("bronze.anp", STATION, "first", "- dropNulls: Valor de Compra"));

        assertThat(result.rows()).isEqualTo(new RowCounts(rows(ANP), 0, 0, rows(ANP) - left, left));
        assertThat(lake.table("silver.precos").count()).isZero();
        assertThat(result.notes()).anySatisfy(note -> assertThat(note).contains(left + " filtered", "Valor de Compra"))
                .contains("no row was left to write: all " + rows(ANP) + " were rejected, deduplicated or filtered");
    }

    @Test
    void a_column_without_any_value_rejects_every_row_with_its_text_where_that_is_asked_for() throws Exception {
        long left = data.afterCleaning(ANP, "Valor de Venda", "station-product").get("rows").asLong();

        JobResult result = lake.runJob("""
                clean:
                  from: bronze.anp
                  steps:
                    - trim: "*"
                    - dropDuplicates: {key: %s}
                    - dropNulls: {columns: Valor de Compra, instead: reject}
                  rejects: silver.precos_rejeitados
                  into: {table: silver.precos_rejeitaveis}
                """.formatted(STATION));

        assertThat(result.rows()).isEqualTo(new RowCounts(rows(ANP), 0, left, rows(ANP) - left, 0));
        assertThat(lake.versions("silver.precos_rejeitaveis")).isEqualTo(1);
        assertThat(lake.rows("""
                select count(*), count(distinct source_row), count_if(column = 'Valor de Compra'),
                       count_if(raw like '%"CNPJ da Revenda":" %'), count_if(value is null)
                from silver.precos_rejeitados""")).containsExactly(String.join(",", left + "", left + "", left + "",
                left + "", left + ""));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "whole row | \"*\" | first", "TRANSACTION_NUMBER | TRANSACTION_NUMBER | first",
        "TRANSACTION_NUMBER | TRANSACTION_NUMBER | last"})
    void pounds_with_thousands_and_english_months_are_exact(String name, String key, String keep) throws Exception {
        JsonNode expected = data.afterCleaning(MOJ, "AMOUNT", name);

        JobResult result = lake.runJob("""
                clean:
                  from: {csv: "%s"}
                  steps:
                    - dropDuplicates: {key: %s, keep: %s}
                    - cast:
                        AMOUNT: {to: "decimal(18,2)", locale: en-GB}
                        DATE: {to: date, format: dd-MMM-yy, locale: en-GB}
                  into: {table: silver.gastos}
                """.formatted(data.file(MOJ), key, keep));

        assertThat(result.rows()).isEqualTo(new RowCounts(
                rows(MOJ), expected.get("rows").asLong(), 0, rows(MOJ) - expected.get("rows").asLong(), 0));
        JsonNode kept = keep.equals("first") ? expected : expected.get("if_keep_last_instead");
        assertThat(sum("silver.gastos", "AMOUNT")).isEqualTo(kept.get("sum_exact").asText());
        JsonNode dates = data.truth(MOJ).get("dates").get("DATE");
        assertThat(lake.rows("select concat(min(DATE), ' 00:00:00'), concat(max(DATE), ' 00:00:00') from silver.gastos"))
                .containsExactly(dates.get("min").asText() + "," + dates.get("max").asText());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "decimal(18,4) | unnecessary | sum_before_exact", "decimal(18,2) | half-up | sum_before_each_rounded_half_up_2",
        "decimal(18,2) | half-even   | sum_before_each_rounded_half_even_2",
        "decimal(18,2) | floor       | sum_before_each_truncated_2"})
    void money_of_four_decimals_is_exact_or_rounded_as_declared_and_counted(String type, String rounding, String figure)
            throws Exception {
        JsonNode expected = data.column(ORDERS, "LineTotal");

        JobResult result = lake.runJob(orders(type, rounding));

        assertThat(result.rows()).isEqualTo(RowCounts.copied(rows(ORDERS)));
        assertThat(sum("silver.pedidos", "LineTotal")).isEqualTo(expected.get(figure).asText());
        String rounded = "steps[0].cast.LineTotal: " + expected.get("more_than_2_decimals").asText() + " rounded ("
                + rounding + ")";
        assertThat(result.notes()).filteredOn(note -> note.contains("rounded"))
                .isEqualTo(rounding.equals("unnecessary") ? List.of() : List.of(rounded));
    }

    @Test
    void money_that_does_not_fit_without_rounding_fails_the_job_with_an_example() {
        JsonNode expected = data.column(ORDERS, "LineTotal");
        long versions = lake.versions("silver.pedidos");

        assertThatThrownBy(() -> lake.runJob(orders("decimal(18,2)", "unnecessary")))
                .isInstanceOf(ForjaException.class)
                .hasMessageContainingAll("steps[0].cast.LineTotal", "the value is no decimal(18,2)",
                        expected.get("more_than_2_decimals").asText() + " rows", ORDERS + " row ", "LineTotal is \"");
        assertThat(lake.versions("silver.pedidos")).isEqualTo(versions);
    }

    private String orders(String type, String rounding) {
        return """
                clean:
                  from:
                    csv: "%s"
                    header: false
                    delimiter: "\\t"
                    quote: ""
                    columns: %s
                  steps:
                    - cast:
                        LineTotal: {to: "%s", rounding: %s}
                        RejectedQty: {to: "decimal(18,2)"}
                        DueDate: timestamp
                  into: {table: silver.pedidos}
                """.formatted(data.file(ORDERS), data.truth(ORDERS).get("columns"), type, rounding);
    }

    private static String prices(String from, String key, String keep, String step) {
        return """
                clean:
                  from: %s
                  steps:
                    - trim: "*"
                    - dropDuplicates: {key: %s, keep: %s}
                    - cast: {Valor de Venda: {to: "decimal(18,2)", locale: pt-BR}}
                    %s
                  into: {table: silver.precos}
                """.formatted(from, key, keep, step);
    }

    private long rows(String file) {
        return data.truth(file).get("data_rows").asLong();
    }

    private String sum(String table, String column) {
        return lake.rows("select sum(`" + column + "`) from " + table).get(0);
    }

    /** The file cut into several, each with the header, whose names sort as their rows do. */
    private static void split(Path file, Path into, int parts) throws IOException {
        List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        int each = lines.size() / parts + 1;
        for (int i = 0; i < parts; i++) {
            List<String> rows = lines.subList(Math.max(1, i * each), Math.min(lines.size(), (i + 1) * each));
            Files.writeString(into.resolve("parte-" + i + ".csv"),
                    lines.get(0) + "\r\n" + String.join("\r\n", rows) + "\r\n");
        }
    }
}

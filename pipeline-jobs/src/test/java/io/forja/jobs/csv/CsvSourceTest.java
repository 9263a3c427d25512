package io.forja.jobs.csv;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.first;
import static org.apache.spark.sql.functions.last;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.jobs.TestLake;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CSV files as datasets. */
@Tag("spark")
class CsvSourceTest {
    private static final String VENDAS = """
            id_transacao,cliente,valor
            101,Ana,10.50
            102,"Bruno ""B""\",
            103,Célia,7
            """;
    private static final CsvRead REPORTING = CsvRead.STRICT.withMalformed(CsvRead.Malformed.REPORT);

    @TempDir
    Path folder;

    private SparkSession spark;

    @BeforeEach
    void session() {
        spark = TestLake.in(folder).spark();
    }

    @Test
    void every_column_is_text_as_the_file_has_it() {
        CsvInput input = read("vendas.csv", VENDAS, CsvRead.STRICT);
        assertThat(input.columns()).containsExactly("id_transacao", "cliente", "valor");
        assertThat(input.notes()).isEmpty();
        assertThat(input.dataset().schema().simpleString())
                .isEqualTo("struct<id_transacao:string,cliente:string,valor:string>");
        assertThat(texts(input.dataset()))
                .containsExactly("[101,Ana,10.50]", "[102,Bruno \"B\",null]", "[103,Célia,7]");
    }

    @Test
    void metadata_columns_are_there_where_they_are_asked_for() {
        Dataset<Row> rows = read("vendas.csv", VENDAS, CsvRead.STRICT.withMetadata(CsvMetadata.values())).dataset();
        assertThat(rows.schema().simpleString()).isEqualTo("struct<id_transacao:string,cliente:string,valor:string,"
                + "_source_file:string,_source_row:bigint,_source_line:bigint,_raw:string,_error:string>");
        assertThat(texts(rows.filter("id_transacao = '102'")
                .select("_source_file", "_source_row", "_source_line", "_raw", "_error")))
                .containsExactly("[" + folder + "/vendas.csv,2,3,102,\"Bruno \"\"B\"\"\",,null]");
    }

    @Test
    void only_the_columns_of_a_query_are_made() {
        Dataset<Row> rows = read("vendas.csv", VENDAS, CsvRead.STRICT.withMetadata(CsvMetadata.values())).dataset();
        assertThat(texts(rows.select("_source_row", "cliente")))
                .containsExactly("[1,Ana]", "[2,Bruno \"B\"]", "[3,Célia]");
        assertThat(rows.select("_source_row", "cliente").queryExecution().executedPlan().toString())
                .contains("cliente").doesNotContain("valor").doesNotContain("_raw");
        assertThat(rows.count()).isEqualTo(3);
    }

    @Test
    void what_is_wrong_with_a_row_is_found_in_what_spark_throws() {
        Dataset<Row> rows = read("vendas.csv", VENDAS + "104,Davi\n", CsvRead.STRICT).dataset();
        assertThatThrownBy(rows::count).satisfies(thrown -> assertThat(CsvException.in(thrown)).hasValueSatisfying(
                found -> assertThat(found)
                        .hasMessageStartingWith(folder + "/vendas.csv:5: 2 fields where the header has 3")));
    }

    @Test
    void an_error_does_not_depend_on_the_columns_of_a_query() {
        String text = VENDAS + "104,Davi,1\0,\n";
        Dataset<Row> rows = read("vendas.csv", text, REPORTING).dataset();
        assertThat(texts(rows.select("_error").filter("_error is not null")))
                .containsExactly("[NUL byte in field 3 (valor)]");
        assertThatThrownBy(() -> read("vendas.csv", text, CsvRead.STRICT).dataset().select("cliente").collect())
                .matches(thrown -> CsvException.in(thrown).isPresent());
    }

    @Test
    void good_and_reported_rows_can_be_told_apart_by_filter_and_count() {
        Dataset<Row> rows = read("vendas.csv", VENDAS + "104,Davi\n", REPORTING).dataset();
        assertThat(rows.filter("_error is null").count()).isEqualTo(3);
        assertThat(rows.filter("_error is not null").count()).isEqualTo(1);
        assertThat(rows.count()).isEqualTo(4);
    }

    @Test
    void texts_outlive_their_batch_in_sorts_aggregates_joins_and_caches() {
        int count = 20_000;
        List<String> lines = new ArrayList<>(List.of("id,grupo,nome"));
        for (int i = 0; i < count; i++) {
            lines.add(i + ",g" + i % 7 + ",\"nome \"\"" + (count - i) + "\"\"\"");
        }
        Dataset<Row> rows = read("large.csv", String.join("\n", lines), CsvRead.STRICT.withTargetSplitBytes(150_000))
                .dataset();
        rows.createOrReplaceTempView("large");
        assertThat(texts(rows.coalesce(1).agg(min("nome"), max("nome"), first("nome"), last("nome"))))
                .containsExactly("[nome \"1\",nome \"9999\",nome \"20000\",nome \"1\"]");
        assertThat(texts(spark.sql("select grupo, count(*), min(id), max(nome) from large group by grupo order by 1")
                .limit(1))).containsExactly("[g0,2858,0,nome \"9997\"]");
        assertThat(texts(rows.sort(col("nome").desc()).limit(2)))
                .containsExactly("[10001,g5,nome \"9999\"]", "[10002,g6,nome \"9998\"]");
        assertThat(rows.join(rows.select("nome").distinct(), "nome").count()).isEqualTo(count);
        assertThat(texts(spark.sql("select sort_array(collect_list(nome))[19999], size(collect_set(nome)) from large")))
                .containsExactly("[nome \"9999\",20000]");
        Dataset<Row> cached = rows.cache();
        assertThat(cached.filter("nome = 'nome \"123\"'").count()).isEqualTo(1);
        cached.unpersist();
    }

    @Test
    void rows_come_in_the_order_of_the_file_in_any_number_of_splits() {
        StringBuilder text = new StringBuilder("id,nota\n");
        for (int i = 1; i <= 5_000; i++) {
            text.append(i).append(i % 10 == 0 ? ",\"linha\n" + i + "\"\n" : ",x\n");
        }
        CsvRead small = CsvRead.STRICT.withTargetSplitBytes(1_000).withMetadata(CsvMetadata.SOURCE_ROW);
        Dataset<Row> rows = read("ordered.csv", text.toString(), small).dataset();
        assertThat(rows.rdd().getNumPartitions()).isGreaterThan(20);
        List<Row> all = rows.select("id", "_source_row").collectAsList();
        assertThat(all).hasSize(5_000);
        for (int i = 0; i < all.size(); i++) {
            assertThat(all.get(i).getString(0)).isEqualTo(String.valueOf(i + 1));
            assertThat(all.get(i).getLong(1)).isEqualTo(i + 1);
        }
    }

    @Test
    void a_small_file_is_known_to_be_small() {
        Dataset<Row> rows = read("vendas.csv", VENDAS, CsvRead.STRICT).dataset();
        assertThat(rows.queryExecution().optimizedPlan().stats().sizeInBytes().longValue()).isLessThan(1_000);
    }

    @Test
    void parquet_gets_every_text() {
        Dataset<Row> rows = read("vendas.csv", VENDAS, CsvRead.STRICT).dataset();
        rows.write().parquet(folder + "/written");
        assertThat(texts(spark.read().parquet(folder + "/written"))).containsExactlyElementsOf(texts(rows));
    }

    private CsvInput read(String name, String text, CsvRead options) {
        Path file = CsvReads.write(folder, name, text);
        return CsvSource.read(spark, List.of(file.toString()), CsvFormat.STANDARD, options);
    }

    private static List<String> texts(Dataset<Row> rows) {
        return rows.collectAsList().stream().map(Row::toString).toList();
    }
}

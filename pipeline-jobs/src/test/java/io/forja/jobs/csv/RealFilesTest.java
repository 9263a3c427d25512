package io.forja.jobs.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.forja.jobs.TestLake;
import io.forja.jobs.csv.CsvFormat.Heading;
import io.forja.jobs.csv.CsvFormat.Quotes;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Files from the world, against figures that two other readers agree on (truth.json beside the files). Skipped where
 * there is no folder shared/data in this folder or one above it; -Dforja.data names it too.
 */
@Tag("spark")
class RealFilesTest {
    private static SparkSession spark;
    private static Path data;
    private static JsonNode truth;

    @BeforeAll
    static void session() throws IOException {
        data = data();
        assumeTrue(data != null, "no real files: found no shared/data/truth.json, and -Dforja.data names no folder");
        truth = new ObjectMapper().readTree(data.resolve("truth.json").toFile()).get("files");
        spark = TestLake.in(data).spark();
    }

    @ParameterizedTest
    @CsvSource({
        "anp_ultimas-4-semanas-diesel-gnv.csv, 1", "anp_ultimas-4-semanas-diesel-gnv.csv, 30",
        "aw_PurchaseOrderDetail.csv, 1", "aw_PurchaseOrderDetail.csv, 30",
        "moj-aramis-data-march-11.csv, 1", "moj-aramis-data-march-11.csv, 30"
    })
    void a_real_file_has_the_figures_that_others_found(String name, int splits) {
        JsonNode expected = truth.get(name);
        CsvRead options = CsvRead.STRICT
                .withMetadata(CsvMetadata.SOURCE_ROW)
                .withTargetSplitBytes(expected.get("bytes").asLong() / splits + 1);
        List<String> paths = List.of(data.resolve(name).toString());
        assertThat(CsvHeader.of(CsvReads.HADOOP, paths, format(expected), options).spelled())
                .isEqualTo(texts(expected.get("columns")));

        CsvInput input = io.forja.jobs.csv.CsvSource.read(spark, paths, format(expected), options);
        assertThat(input.dataset().rdd().getNumPartitions()).isEqualTo(splits);
        Dataset<Row> rows = input.dataset().coalesce(2).cache();
        rows.createOrReplaceTempView("real");
        checkCells(expected, input.columns());
        expected.get("values").forEach(value -> checkValue(expected, value, input.columns()));
        rows.unpersist();
    }

    private static void checkCells(JsonNode expected, List<String> columns) {
        Map<String, String> figures = new LinkedHashMap<>();
        figures.put("count(*)", expected.get("data_rows").asText());
        figures.put("max(_source_row)", expected.get("data_rows").asText());
        figures.put(sum(columns, "%s like '%%" + expected.get("delimiter").asText() + "%%'"),
                expected.get("cells_with_embedded_delimiter").asText());
        figures.put(sum(columns, "%1$s <> trim(%1$s)"), expected.get("cells_with_outer_spaces").asText());
        for (String column : columns) {
            figures.put("count_if(trim(coalesce(`" + column + "`, '')) = '')",
                    expected.get("blank_cells_by_column").path(column).asText("0"));
        }
        expected.get("distinct").fields().forEachRemaining(
                each -> figures.put("size(collect_set(`" + each.getKey() + "`))", each.getValue().asText()));
        check(figures, "real");
    }

    private static void checkValue(JsonNode expected, JsonNode value, List<String> columns) {
        String decimal = "cast(" + asNumber(value) + " as decimal(30, 10))";
        check(Map.of(
                "sum(" + decimal + ")", value.get("sum_before_exact").asText(),
                "sum(cast(" + decimal + " as decimal(18, 2)))",
                value.get("sum_before_each_rounded_half_up_2").asText()), "real");
        for (JsonNode cleaned : value.get("after_cleaning")) {
            String key = key(expected, cleaned.get("key").asText(), columns);
            String first = "(select *, row_number() over (partition by " + key
                    + " order by _source_row) as nth from real) where nth = 1";
            check(Map.of(
                    "sum(" + decimal + ")", cleaned.get("sum_exact").asText(),
                    "count(" + decimal + ")", cleaned.get("rows").asText()), first);
        }
    }

    /** Each expression over the rows gives its figure. */
    private static void check(Map<String, String> figures, String rows) {
        String expressions = figures.keySet().stream()
                .map(each -> "cast(coalesce(" + each + ", 0) as decimal(38, 10))")
                .collect(Collectors.joining(", "));
        Row found = spark.sql("select " + expressions + " from " + rows).first();
        int position = 0;
        for (Map.Entry<String, String> figure : figures.entrySet()) {
            assertThat(found.getDecimal(position++)).as("%s from %s", figure.getKey(), rows)
                    .isEqualByComparingTo(figure.getValue());
        }
    }

    private static String asNumber(JsonNode value) {
        String column = "trim(`" + value.get("column").asText() + "`)";
        return switch (value.get("number_rule").asText()) {
            case "br" -> "replace(replace(" + column + ", '.', ''), ',', '.')";
            case "en" -> "replace(replace(" + column + ", ',', ''), '£', '')";
            default -> column;
        };
    }

    private static String key(JsonNode expected, String name, List<String> columns) {
        for (JsonNode key : expected.get("keys")) {
            if (key.get("name").asText().equals(name)) {
                List<String> parts = key.get("columns").isArray() ? texts(key.get("columns")) : columns;
                return parts.stream().map(part -> "trim(`" + part + "`)").collect(Collectors.joining(", "));
            }
        }
        throw new AssertionError("no key " + name);
    }

    private static String sum(List<String> columns, String condition) {
        return columns.stream()
                .map(column -> "count_if(" + String.format(condition, "`" + column + "`") + ")")
                .collect(Collectors.joining(" + "));
    }

    private static CsvFormat format(JsonNode expected) {
        CsvFormat format = CsvFormat.STANDARD.withDelimiter(expected.get("delimiter").asText());
        return expected.get("has_header").asBoolean()
                ? format
                : format.withQuotes(Quotes.NONE)
                        .withHeading(Heading.columns(texts(expected.get("columns")).toArray(String[]::new)));
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(each -> texts.add(each.asText()));
        return texts;
    }

    private static Path data() {
        String named = System.getProperty("forja.data");
        if (named != null) {
            return Path.of(named);
        }
        for (File folder = new File("").getAbsoluteFile(); folder != null; folder = folder.getParentFile()) {
            Path candidate = folder.toPath().resolve("shared/data");
            if (Files.exists(candidate.resolve("truth.json"))) {
                return candidate;
            }
        }
        return null;
    }
}

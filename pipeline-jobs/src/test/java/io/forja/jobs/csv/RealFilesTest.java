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
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
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
        input.dataset().createOrReplaceTempView("real");
        assertThat(number("count(*)")).isEqualTo(expected.get("data_rows").asText());
        assertThat(number("max(_source_row)")).isEqualTo(expected.get("data_rows").asText());
        assertThat(number(sum(input.columns(), "%s like '%%" + expected.get("delimiter").asText() + "%%'")))
                .isEqualTo(expected.get("cells_with_embedded_delimiter").asText());
        assertThat(number(sum(input.columns(), "%1$s <> trim(%1$s)")))
                .isEqualTo(expected.get("cells_with_outer_spaces").asText());
        for (String column : input.columns()) {
            assertThat(number("count_if(trim(coalesce(`" + column + "`, '')) = '')")).as("blank in " + column)
                    .isEqualTo(expected.get("blank_cells_by_column").path(column).asText("0"));
        }
        expected.get("distinct").fields().forEachRemaining(each -> assertThat(
                        number("count(distinct `" + each.getKey() + "`)"))
                .as(each.getKey())
                .isEqualTo(each.getValue().asText()));
        expected.get("values").forEach(value -> checkValue(expected, value, input.columns()));
    }

    private static void checkValue(JsonNode expected, JsonNode value, List<String> columns) {
        String decimal = "cast(" + asNumber(value) + " as decimal(30, 10))";
        check(value.get("sum_before_exact"), "sum(" + decimal + ")", "real");
        check(value.get("sum_before_each_rounded_half_up_2"), "sum(cast(" + decimal + " as decimal(18, 2)))", "real");
        for (JsonNode cleaned : value.get("after_cleaning")) {
            String key = key(expected, cleaned.get("key").asText(), columns);
            String first = "(select *, row_number() over (partition by " + key
                    + " order by _source_row) as nth from real) where nth = 1";
            check(cleaned.get("sum_exact"), "sum(" + decimal + ")", first);
            check(cleaned.get("rows"), "count(" + decimal + ")", first);
        }
    }

    private static void check(JsonNode expected, String figure, String from) {
        BigDecimal found = spark.sql("select cast(coalesce(" + figure + ", 0) as decimal(38, 10)) from " + from)
                .first()
                .getDecimal(0);
        assertThat(found).as("%s from %s", figure, from).isEqualByComparingTo(new BigDecimal(expected.asText()));
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

    private static String number(String expression) {
        Row row = spark.sql("select " + expression + " from real").first();
        return row.get(0).toString();
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

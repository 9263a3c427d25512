package io.forja.jobs.delta;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.forja.jobs.TestLake;
import java.nio.file.Path;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the log says of a new file is what Delta itself would have said. */
@Tag("spark")
class FileStatisticsTest {

    private static final String EVERY_TYPE = """
            SELECT /*+ COALESCE(1) */ cast(n AS tinyint) t, cast(n AS smallint) s, cast(n AS int) i, cast(n AS bigint) b,
              cast(n AS float) / 3 f, cast(n AS double) / 7 d, cast(n AS decimal(9,2)) / 3 small,
              cast(n AS decimal(38,10)) / 3 large, n > 0 flag, cast(n AS string) text,
              concat(repeat('ação ', 10), cast(n AS string)) long_text, repeat('\\ud83d\\ude00', 40) emoji,
              date_add(DATE'2026-11-29', cast(n AS int)) day, TIMESTAMP'2026-11-29 10:00:00.123456' + make_dt_interval(0, cast(n AS int)) time,
              TIMESTAMP_NTZ'2026-11-29 10:00:00.123456' local_time, cast('x' AS binary) bytes,
              named_struct('a', n, 'b', named_struct('c', cast(n AS string))) deep, array(n) list,
              cast(NULL AS string) nothing, if(n < 0, NULL, n) some, '' empty
            FROM VALUES (-5), (0), (7) AS v(n)
            """;
    private static final String NULLS_ALONE = "SELECT /*+ COALESCE(1) */ cast(NULL AS int) i, cast(NULL AS decimal(9,2)) d,"
            + " cast(NULL AS timestamp) t FROM VALUES (1), (2)";

    @TempDir
    Path folder;

    @Test
    void every_type_has_the_counts_and_bounds_that_delta_finds() throws Exception {
        assertThat(byForja(EVERY_TYPE)).isEqualTo(byDelta(EVERY_TYPE));
    }

    @Test
    void columns_without_any_value_have_no_bounds() throws Exception {
        assertThat(byForja(NULLS_ALONE)).isEqualTo(byDelta(NULLS_ALONE));
    }

    @Test
    void columns_whose_names_are_mapped_are_known_by_their_names_in_the_file() throws Exception {
        assertThat(byForja("SELECT 1 AS `valor total`").get("minValues")).hasSize(1).containsExactly(
                new ObjectMapper().readTree("1"));
    }

    @Test
    void a_filter_finds_its_rows_by_them() throws Exception {
        TestLake lake = TestLake.in(folder);
        lake.runJob("sql: {query: \"SELECT id, cast(id AS string) AS texto FROM range(0, 100, 1, 4)\", into: {table: silver.v}}");

        assertThat(lake.rows("select texto from silver.v where id between 41 and 42 order by id"))
                .containsExactly("41", "42");
        assertThat(lake.query("select * from silver.v where id = 41").inputFiles()).hasSize(1);
    }

    private JsonNode byForja(String query) throws Exception {
        TestLake lake = TestLake.in(folder);
        lake.runJob("sql:\n  query: |\n" + query.strip().indent(4) + "  into: {table: silver.todos, path: forja}\n");
        return statistics(lake.spark(), folder.resolve("forja"));
    }

    private JsonNode byDelta(String query) throws Exception {
        SparkSession spark = TestLake.in(folder).spark();
        Path path = folder.resolve("delta");
        spark.sql(query).write().format("delta").save(path.toString());
        ObjectNode statistics = (ObjectNode) statistics(spark, path);
        // Footers count the elements of a list, not the rows without one.
        ((ObjectNode) statistics.get("nullCount")).remove("list");
        return statistics;
    }

    private static JsonNode statistics(SparkSession spark, Path table) throws Exception {
        Row file = DeltaLog.forTable(spark, table.toString()).update(false, scala.Option.empty(), scala.Option.empty())
                .allFiles().toDF().select("stats").head();
        return new ObjectMapper().readTree(file.getString(0));
    }
}

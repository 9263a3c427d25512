package io.forja.jobs.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.core.job.JobResult;
import io.forja.core.job.RowCounts;
import io.forja.core.problem.ForjaException;
import io.forja.jobs.TestLake;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that others read: what is in them, and that they are there whole or not at all. */
@Tag("spark")
class ExportTest {

    private static final String EVERY_TYPE = "SELECT * FROM VALUES"
            + " (1, 'a,b;c', 0.0000001BD, 1234567890123456789.1BD, timestamp'2026-11-29 05:00:00.123456', date'2026-02-28', 1234567.25D, true),"
            + " (2, 'diz \\\"oi\\\"', -5BD, -0.5BD, timestamp'1969-12-31 23:59:59', date'1900-01-01', -0.1D, false),"
            + " (3, 'uma\\nlinha\\r\\ne outra', 0BD, 0BD, timestamp'2026-11-29 05:00:00', date'9999-12-31', 0.001D, true),"
            + " (4, '', NULL, NULL, NULL, NULL, NULL, NULL), (5, NULL, NULL, NULL, NULL, NULL, NULL, NULL),"
            + " (6, '  à margem ', NULL, NULL, NULL, NULL, NULL, NULL), (7, 'NULL', NULL, NULL, NULL, NULL, NULL, NULL)"
            + " AS t(id, texto, pequeno, grande, quando, dia, real, sim)";

    private TestLake lake;

    @BeforeEach
    void anEmptyLake(@TempDir Path folder) {
        lake = TestLake.in(folder);
    }

    private JobResult export(String query, String into) throws Exception {
        return lake.runJob("export: {query: \"" + query + "\", into: {" + into + "}}");
    }

    private String text(String file, Charset charset) throws IOException {
        return Files.readString(lake.path(file), charset);
    }

    private List<String> files(String folder) throws IOException {
        try (Stream<Path> files = Files.list(lake.path(folder))) {
            return files.map(file -> file.getFileName().toString()).filter(name -> !name.endsWith(".crc")).sorted().toList();
        }
    }

    @Test
    void what_is_written_is_read_back_value_by_value() throws Exception {
        lake.runJob("sql: {query: \"" + EVERY_TYPE + "\", into: silver.tipos}");
        for (String keys : List.of("nullValue%s: \"\", delimiter: \",\"", "nullValue%s: NULL, delimiter: \"||\", encoding: UTF-16",
                "nullValue%s: \"\", delimiter: \";\", encoding: windows-1252",
                "nullValue%s: \"1\", delimiter: \".\"")) {
            JobResult result = lake.runJob("export: {from: silver.tipos, into: {csv: out/tipos.csv, "
                    + keys.formatted("") + "}}");
            lake.runJob("""
                    clean:
                      from: {csv: out/tipos.csv, %s}
                      steps:
                        - cast: {id: int, pequeno: "decimal(8,7)", grande: "decimal(20,1)", quando: timestamp, dia: date,
                                 real: double, sim: boolean}
                      into: silver.lidos
                    """.formatted(keys.formatted("s")));

            assertThat(result.rows()).isEqualTo(RowCounts.copied(7));
            String same = "select id, texto, cast(pequeno as decimal(30,7)), grande, quando, dia, real, sim from ";
            assertThat(lake.rows(same + "silver.lidos order by id")).as(keys)
                    .isEqualTo(lake.rows(same + "silver.tipos order by id"));
            assertThat(files("out")).containsExactly("tipos.csv");
        }
    }

    @Test
    void fields_are_quoted_where_they_have_to_be_and_a_rerun_replaces_the_file() throws Exception {
        export("SELECT 'velho' AS x", "csv: 'out/v_${run.date}.csv'");
        JobResult result = export("SELECT 'a;b' AS `x;y`, NULL AS n, '' AS vazio, 'José' AS z, 0.0000001BD AS d",
                "csv: 'out/v_${run.date}.csv', delimiter: \";\", encoding: ISO-8859-1");

        assertThat(text("out/v_2026-11-29.csv", Charset.forName("ISO-8859-1")))
                .isEqualTo("\"x;y\";n;vazio;z;d\n\"a;b\";;\"\";José;0.0000001\n");
        assertThat(result.notes()).containsExactly("wrote " + lake.path("out/v_2026-11-29.csv"));
        assertThat(export("SELECT 1 AS x WHERE false", "csv: out/nada.csv.gz").rows()).isEqualTo(RowCounts.copied(0));
        lake.runJob("sql: {query: \"SELECT 1 AS y\", into: silver.x}");
        lake.runJob("ingest: {from: {csv: out/nada.csv.gz}, into: silver.x}");
        assertThat(lake.table("silver.x").columns()).containsExactly("x");
    }

    @Test
    void a_row_that_says_what_the_header_says_is_quoted_and_read_back() throws Exception {
        export("SELECT * FROM VALUES ('a', 'b'), ('x', 'b') AS t(a, b)", "csv: out/a.csv");

        assertThat(text("out/a.csv", StandardCharsets.UTF_8)).isEqualTo("a,b\n\"a\",b\nx,b\n");
        lake.runJob("ingest: {from: {csv: out/a.csv}, into: bronze.a}");
        assertThat(lake.rows("select * from bronze.a order by 1")).containsExactly("a,b", "x,b");
    }

    @Test
    void a_path_with_a_slash_at_its_end_is_a_folder_of_its_own() throws Exception {
        String rows = "SELECT id FROM range(0, 10, 1, 3)";
        for (int i = 0; i < 2; i++) {
            assertThat(export(rows, "csv: out/partes/").rows()).isEqualTo(RowCounts.copied(10));
            assertThat(export(rows, "parquet: out/colunas/").rows()).isEqualTo(RowCounts.copied(10));
        }
        export(rows, "parquet: out/um.parquet");

        assertThat(files("out")).containsExactly("colunas", "partes", "um.parquet");
        assertThat(files("out/partes")).containsExactly("_forja_export", "part-00000.csv", "part-00001.csv", "part-00002.csv");
        lake.runJob("ingest: {from: {csv: out/partes}, into: bronze.csv}");
        lake.runJob("ingest: {from: {parquet: [out/colunas, out/um.parquet]}, into: bronze.parquet}");
        assertThat(lake.rows("select count(*), sum(id) from bronze.csv")).containsExactly("10,45.0");
        assertThat(lake.rows("select count(*), sum(id) from bronze.parquet")).containsExactly("20,90");
    }

    @Test
    void what_would_be_wrong_or_lost_is_refused_and_leaves_nothing_behind() throws Exception {
        lake.file("out/meu.csv", "x");
        lake.file("out/pasta/meu.csv", "x");
        refused("SELECT 'Ω' AS x", "csv: out/a.csv, encoding: windows-1252", "a value has a sign that windows-1252 has not");
        refused("SELECT array(1) AS a, 1 AS b, binary('x') AS c", "csv: out/a.csv",
                "a CSV file has no form for a (array<int>), c (binary)");
        refused("SELECT cast(NULL AS int) AS so", "csv: out/a.csv", "a NULL in the only column would be an empty line");
        refused("SELECT 1 AS x", "csv: out/pasta/", "was written by no export, which would replace all of it");
        refused("SELECT 1 AS x", "csv: out/pasta", "is a folder");
        refused("SELECT 1 AS x", "csv: out/meu.csv/", "is a file");

        assertThat(files("out")).containsExactly("meu.csv", "pasta");
        assertThat(lake.preview("export: {query: SELECT 1 AS x, into: {csv: out/a.csv}}").notes())
                .containsExactly("the columns are x");
    }

    private void refused(String query, String into, String message) {
        assertThatThrownBy(() -> export(query, into)).isInstanceOf(ForjaException.class).hasMessageContaining(message);
    }
}

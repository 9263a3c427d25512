package io.forja.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.forja.core.job.JobResult;
import io.forja.core.job.RowCounts;
import io.forja.core.job.TableChange;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A whole database at once, to the figures that others found in its script. */
@Tag("spark")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ChinookTest {

    private static final String INGEST = """
            ingest:
              from: {jdbc: chinook, tables: "dbo.*", parallel: 3}
              into: {table: "bronze.${schema}_${table}", path: "lake/bronze/${schema}_${table}"}
            """;

    private JsonNode truth;
    private TestLake lake;
    private String url;
    private JobResult result;

    @BeforeAll
    void load(@TempDir Path folder) throws Exception {
        RealData data = RealData.orSkip();
        truth = data.truth("Chinook_SqlServer.sql").get("tables");
        url = Chinook.load(data.file("Chinook_SqlServer.sql"), "chinook" + System.nanoTime());
        lake = TestLake.in(folder).with("chinook", url);
        result = lake.runJob("r1", 1, INGEST);
    }

    @Test
    void every_table_is_there_with_its_rows_in_the_spelling_of_the_source() {
        List<String> names = new ArrayList<>();
        long rows = 0;
        for (var table = truth.fields(); table.hasNext();) {
            var entry = table.next();
            names.add("bronze.dbo_" + entry.getKey());
            rows += entry.getValue().get("rows").asLong();
        }

        assertThat(result.rows()).isEqualTo(RowCounts.copied(rows));
        assertThat(result.tables()).extracting(TableChange::table).containsExactlyInAnyOrderElementsOf(names);
        assertThat(lake.store().tables("bronze")).extracting(entry -> entry.table().text())
                .containsExactlyInAnyOrderElementsOf(names);
    }

    @Test
    void every_column_has_the_counts_and_sums_that_others_found() {
        for (var table = truth.fields(); table.hasNext();) {
            var entry = table.next();
            JsonNode expected = entry.getValue();
            List<String> figures = new ArrayList<>(List.of("count(*)"));
            List<String> wanted = new ArrayList<>(List.of(expected.get("rows").asText()));
            List<String> columns = new ArrayList<>();
            for (JsonNode column : expected.get("columns")) {
                columns.add(column.asText());
                figures.add("count_if(`" + column.asText() + "` is null)");
                wanted.add(expected.get("null_counts").path(column.asText()).asText("0"));
            }
            for (var sum = expected.path("sums").fields(); sum.hasNext();) {
                var figure = sum.next();
                figures.add("sum(`" + figure.getKey() + "`)");
                wanted.add(figure.getValue().get("exact").asText());
            }
            for (var date = expected.path("dates").fields(); date.hasNext();) {
                var figure = date.next();
                figures.add("min(`" + figure.getKey() + "`)");
                wanted.add(figure.getValue().get("min").asText());
            }
            String name = "bronze.dbo_" + entry.getKey();

            assertThat(lake.table(name).columns()).as(name).containsExactly(columns.toArray(String[]::new));
            Row found = lake.query("select " + String.join(", ", figures) + " from " + name).head();
            for (int i = 0; i < wanted.size(); i++) {
                assertThat(String.valueOf(found.get(i)).replaceFirst("\\.0$", "")).as(name + ": " + figures.get(i))
                        .isEqualTo(wanted.get(i));
            }
        }
    }

    @Test
    void accents_and_decimals_are_those_of_the_source() {
        assertThat(lake.rows("select FirstName, LastName from bronze.dbo_Customer where CustomerId = 1"))
                .containsExactly("Luís,Gonçalves");
        assertThat(lake.table("bronze.dbo_Invoice").schema().apply("Total").dataType().catalogString())
                .isEqualTo("decimal(10,2)");
    }

    @Test
    void another_attempt_finds_every_table_done() throws Exception {
        List<String> before = lake.listing();

        JobResult again = lake.runJob("r1", 2, INGEST);

        assertThat(again.rows()).isEqualTo(result.rows());
        assertThat(again.notes()).hasSize(truth.size()).allSatisfy(note -> assertThat(note).contains("already"));
        assertThat(lake.listing()).isEqualTo(before);
    }

    @Test
    void of_many_tables_the_one_that_fails_is_named_and_the_others_are_done() throws Exception {
        try (var database = DriverManager.getConnection(url, "sa", "")) {
            database.createStatement().execute("create schema teste");
            database.createStatement().execute("create table teste.boa as select * from dbo.Genre");
            database.createStatement().execute("create view teste.ruim as select 1 / (GenreId - 25) as n from dbo.Genre");
        }

        assertThatThrownBy(() -> lake.runJob("""
                ingest:
                  from: {jdbc: chinook, tables: "teste.*", except: "teste.x*"}
                  into: {table: "bronze.${schema}_${table}"}
                """)).hasMessageContainingAll("teste.ruim: reading teste.ruim failed: ", "Division by zero",
                "1 of 2 tables failed, the others are done").hasMessageNotContaining("\n");

        assertThat(lake.rows("select count(*) from bronze.teste_boa"))
                .containsExactly(truth.get("Genre").get("rows").asText());
        assertThat(lake.listing()).noneMatch(path -> path.contains("teste_ruim"));
    }

    @Test
    void one_table_and_a_query_are_read_with_their_names() throws Exception {
        JobResult table = lake.runJob("ingest: {from: {jdbc: chinook, table: genre}, provenance: true, into: {table: b.g}}");
        JobResult query = lake.runJob("""
                ingest:
                  from: {jdbc: chinook, query: "select TOP 3 [Name], GenreId * 2 AS Dobro from dbo.Genre order by GenreId;"}
                  into: {table: b.q}
                """);

        assertThat(table.rows()).isEqualTo(RowCounts.copied(truth.get("Genre").get("rows").asLong()));
        assertThat(lake.table("b.g").columns()).containsExactly("GenreId", "Name", "_run_id", "_loaded_at");
        assertThat(query.rows()).isEqualTo(RowCounts.copied(3));
        assertThat(lake.table("b.q").columns()).containsExactly("Name", "Dobro");
    }
}

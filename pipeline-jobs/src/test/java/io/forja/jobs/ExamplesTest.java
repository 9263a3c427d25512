package io.forja.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.forja.core.definition.TableRef;
import io.forja.core.job.JobResult;
import io.forja.core.job.RowChanges;
import io.forja.core.lake.TableVersion;
import io.forja.jobs.lake.SparkLake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example pipelines that change tables, as they stand. */
@Tag("spark")
class ExamplesTest {

    private static final Path PIPELINES = Path.of("..", "pipelines");

    private TestLake lake;

    @BeforeEach
    void examples(@TempDir Path folder) throws IOException {
        lake = TestLake.in(folder);
        try (Stream<Path> data = Files.list(PIPELINES.resolve("data"))) {
            for (Path file : data.toList()) {
                lake.file("pipelines/data/" + file.getFileName(), Files.readAllBytes(file));
            }
        }
    }

    private Map<String, JobResult> run(String pipeline) throws Exception {
        // The schedule is another's concern.
        return lake.run(Files.readString(PIPELINES.resolve(pipeline)).replaceAll("(?m)^schedule:\\n(  .*\\n)+", ""));
    }

    private List<String> history(String table) {
        return new SparkLake(lake.lakehouse()).history(new TableRef(table), 100).stream()
                .map(TableVersion::operation).toList();
    }

    private static RowChanges changes(JobResult result) {
        return result.tables().get(0).rows();
    }

    @Test
    void insurance_from_its_database_to_files_to_tables_and_by_merge_update_and_delete() throws Exception {
        lake.with("seguros", "jdbc:h2:mem:seguros;MODE=MSSQLServer;DATABASE_TO_UPPER=FALSE;"
                + "CASE_INSENSITIVE_IDENTIFIERS=TRUE;INIT=RUNSCRIPT FROM '" + PIPELINES.resolve("data/seguros.sql") + "'");
        for (int i = 1; i <= 2; i++) {
            Map<String, JobResult> results = run("seguros.yaml");

            assertThat(results.get("exporta_apolice").rows().written()).isEqualTo(10);
            assertThat(changes(results.get("apolices_novas"))).isEqualTo(new RowChanges(1, 0, 0));
            assertThat(changes(results.get("reajuste"))).isEqualTo(new RowChanges(0, 3, 0));
            assertThat(changes(results.get("sinistros_recusados"))).isEqualTo(new RowChanges(0, 0, 2));
            assertThat(changes(results.get("carros_antigos"))).isEqualTo(new RowChanges(0, 0, 3));
            assertThat(lake.rows("select valor_premio from bronze.apolice where cobertura = 'Básica' order by id_apolice"))
                    .containsExactly("1380.00", "1553.08", "1265.12");
        }

        assertThat(history("bronze.apolice")).containsExactly("UPDATE", "MERGE", "WRITE", "UPDATE", "MERGE", "WRITE");
        assertThat(history("bronze.sinistro")).containsExactly("DELETE", "WRITE", "DELETE", "WRITE");
        assertThat(history("bronze.carro")).containsExactly("DELETE", "WRITE", "DELETE", "WRITE");
        assertThat(lake.rows("select count(*), sum(valor_premio) from bronze.apolice version as of 3"))
                .as("the second run began anew").containsExactly("10,17930.60");
    }

    @Test
    void match_events_corrected_annulled_and_appended() throws Exception {
        run("eventos.yaml");

        assertThat(lake.rows("select id_evento, id_jogador, tipo_evento, minuto_jogo, revisado_var from bronze.eventos"
                + " order by id_evento"))
                .containsExactly("1,99,Gol,15,true", "2,5,Cartão Amarelo,30,false", "4,7,Gol,90,false");
        assertThat(history("bronze.eventos")).containsExactly("WRITE", "DELETE", "UPDATE", "WRITE");
    }
}

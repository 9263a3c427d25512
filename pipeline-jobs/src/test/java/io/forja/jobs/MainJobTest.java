package io.forja.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.forja.core.job.JobResult;
import io.forja.core.job.RowCounts;
import java.nio.file.Path;
import java.util.Map;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("spark")
class MainJobTest {

    private static final String VENDAS = """
            pipeline: vendas
            jobs:
              bronze_vendas:
                ingest:
                  from: {csv: data/vendas.csv}
                  provenance: true
                  into: {table: bronze.vendas, path: lake/bronze/vendas}
              fato_vendas:
                needs: bronze_vendas
                clean:
                  from: bronze.vendas
                  steps:
                    - dropDuplicates: {key: id_transacao, keep: last, orderBy: atualizado_em desc}
                    - dropNulls: {columns: valor, instead: reject}
                    - cast: {valor: "decimal(18,2)"}
                  rejects: silver.fato_vendas_rejeitados
                  expect: [valor >= 0]
                  into: {table: silver.fato_vendas}
            """;

    @TempDir
    Path folder;

    @Test
    void six_sales_with_a_repeated_and_an_empty_one_become_four_facts() throws Exception {
        TestLake lake = TestLake.in(folder);
        lake.file("data/vendas.csv",
                "id_transacao,valor,atualizado_em",
                "101,150.00,2026-01-01",
                "102,200.50,2026-01-01",
                "103,,2026-01-01",
                "104,75.25,2026-01-01",
                "105,300.00,2026-01-01",
                "105,310.00,2026-01-02");

        Map<String, JobResult> results = lake.run(VENDAS);

        assertThat(results.get("bronze_vendas").rows()).isEqualTo(RowCounts.copied(6));
        assertThat(results.get("fato_vendas").rows()).isEqualTo(new RowCounts(6, 4, 1, 1, 0));
        assertThat(lake.rows("select id_transacao, valor from silver.fato_vendas order by 1"))
                .containsExactly("101,150.00", "102,200.50", "104,75.25", "105,310.00");
        assertThat(lake.table("silver.fato_vendas").schema().apply("valor").dataType().catalogString())
                .isEqualTo("decimal(18,2)");
        assertThat(lake.rows("select column, reason, source_row, raw from silver.fato_vendas_rejeitados"))
                .containsExactly("valor,valor has no value,3,"
                        + "{\"id_transacao\":\"103\",\"valor\":null,\"atualizado_em\":\"2026-01-01\"}");
    }

    @Test
    void no_process_is_started_for_the_files_of_a_job() throws Exception {
        TestLake lake = TestLake.in(folder);
        lake.file("data/vendas.csv", "id_transacao,valor,atualizado_em", "101,150.00,2026-01-01");
        Path recorded = folder.resolve("recorded.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.ProcessStart");
            recording.start();
            lake.run(VENDAS);
            lake.runJob("snapshot: silver.fato_vendas");
            recording.stop();
            recording.dump(recorded);
        }

        assertThat(RecordingFile.readAllEvents(recorded)).isEmpty();
    }
}

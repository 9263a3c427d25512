package io.forja.jobs.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.forja.core.definition.LoadedPipeline;
import io.forja.core.definition.TableRef;
import io.forja.core.problem.Problems;
import io.forja.jobs.TestLake;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import io.forja.jobs.snapshots.SnapshotMode;
import org.junit.jupiter.api.Test;

class SnapshotDefinitionTest {

    @Test
    void a_table_or_a_list_is_the_short_form() throws IOException {
        Problems problems = new Problems();
        LoadedPipeline pipeline = TestLake.loader().read("valid.yaml", yaml("valid.yaml"), problems).orElseThrow();
        assertThat(problems.inOrder()).isEmpty();

        assertThat(definition(pipeline, "curta"))
                .isEqualTo(new SnapshotDefinition(List.of(new TableRef("silver.fato_vendas")), null, null, SnapshotMode.FULL));
        assertThat(definition(pipeline, "lista").reads()).hasSize(3);
        assertThat(definition(pipeline, "lista").writes()).isEmpty();
        assertThat(definition(pipeline, "parcial").summary()).isEqualTo("silver.fato_vendas -> snapshots in the lake's"
                + " folder, incremental");
        assertThat(definition(pipeline, "completa").summary()).isEqualTo("silver.fato_vendas, bronze.vendas -> snapshots"
                + " in s3a://lake/snapshots, registered in snapshots");
    }

    @Test
    void what_cannot_be_is_told_with_its_place_and_a_remedy() throws IOException {
        Problems problems = new Problems();
        TestLake.loader().read("invalid.yaml", yaml("invalid.yaml"), problems);
        assertThat(problems.inOrder()).extracting(Object::toString).containsExactly(
                "invalid.yaml:4:15 jobs.mesmo_nome.snapshot: the snapshots of silver.vendas and bronze.Vendas would have"
                        + " one name; move one of them to a job of its own, with another folder in into:",
                "invalid.yaml:6:15 jobs.duas_vezes.snapshot: the table silver.vendas stands twice; remove it once",
                "invalid.yaml:8:15 jobs.sem_tabelas.snapshot: the key \"tables\" is missing; add \"tables:"
                        + " [silver.fato_vendas, bronze.vendas]\"",
                "invalid.yaml:10:51 jobs.dentro.snapshot.into: the folder is in the directory of the table"
                        + " s3a://bronze/vendas, whose VACUUM would delete the snapshots; write a folder outside of all"
                        + " tables",
                "invalid.yaml:12:49 jobs.registro.snapshot.register: \"meus snapshots\" is no name of a schema; write a"
                        + " name of letters, digits and _, such as snapshots",
                "invalid.yaml:14:61 jobs.nome_livre.snapshot.register: the snapshots of s3a://bronze/minha-tabela cannot"
                        + " have a name in the catalogue, since it has other signs than letters, digits and _; remove"
                        + " register:",
                "invalid.yaml:16:39 jobs.chave.snapshot.registe: unknown key \"registe\"; did you mean \"register\"?",
                "invalid.yaml:18:45 jobs.modo.snapshot.mode: \"partial\" is not known here; write one of full, incremental");
    }

    private static SnapshotDefinition definition(LoadedPipeline pipeline, String job) {
        return (SnapshotDefinition) pipeline.definition().jobs().get(job).definition();
    }

    private static String yaml(String name) throws IOException {
        try (InputStream in = SnapshotDefinitionTest.class.getResourceAsStream("/jobs/snapshot/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}

package io.forja.jobs.expire;

import static org.assertj.core.api.Assertions.assertThat;

import io.forja.core.definition.LoadedPipeline;
import io.forja.core.definition.TableRef;
import io.forja.core.problem.Problems;
import io.forja.jobs.TestLake;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExpireDefinitionTest {

    @Test
    void thirty_days_and_the_newest_three_are_kept_unless_told_otherwise() throws IOException {
        Problems problems = new Problems();
        LoadedPipeline pipeline = TestLake.loader().read("valid.yaml", yaml("valid.yaml"), problems).orElseThrow();
        assertThat(problems.inOrder()).isEmpty();

        ExpireSnapshots all = (ExpireSnapshots) definition(pipeline, "todas").what();
        assertThat(all).isEqualTo(new ExpireSnapshots(List.of("*"), null, Duration.ofDays(30), 3, null, false));
        assertThat(all.tables()).isEmpty();
        assertThat(all.summary()).isEqualTo("snapshots of all tables older than 30d -> removed (the newest 3 of each stay)");
        assertThat(((ExpireSnapshots) definition(pipeline, "uma").what()).tables()).containsExactly(new TableRef("silver.fato_vendas"));
        assertThat(definition(pipeline, "completa").summary()).isEqualTo("snapshots of silver.fato_vendas,"
                + " s3a://bronze/vendas older than 90d -> told (the newest 0 of each and one of each of the last 7 days, 12 months stay)");
    }

    @Test
    void what_cannot_be_is_told_with_its_place_and_a_remedy() throws IOException {
        Problems problems = new Problems();
        TestLake.loader().read("invalid.yaml", yaml("invalid.yaml"), problems);
        assertThat(problems.inOrder()).extracting(Object::toString).containsExactly(
                "invalid.yaml:4:25 jobs.misturadas.expire.snapshots: \"*\" stands for all tables and here beside others;"
                        + " keep either \"*\" or the tables",
                "invalid.yaml:6:25 jobs.sem_tabela.expire.snapshots: \"vendas\" is no table; write schema.table, such as"
                        + " silver.fato_vendas, or a path, such as s3a://bronze/vendas",
                "invalid.yaml:8:43 jobs.menos.expire.keepAtLeast: there cannot be -1 snapshots; write 0 or more",
                "invalid.yaml:10:41 jobs.idade.expire.olderThan: \"30 dias\" is no duration; write a whole number and a"
                        + " unit, such as 500ms, 30s, 5m, 12h or 7d",
                "invalid.yaml:12:13 jobs.nada.expire: nothing here says what it is; add one of snapshots, rows",
                "invalid.yaml:14:60 jobs.ja.expire.olderThan: every row with a past date would be deleted; write at least"
                        + " 1s, such as 365d",
                "invalid.yaml:16:13 jobs.sem_coluna.expire: the key \"column\" is missing; add \"column: dia\"",
                "invalid.yaml:18:40 jobs.ambos.expire.rows: it cannot be snapshots and rows at once; keep one of them");
    }

    @Test
    void rows_are_written_where_they_go_and_read_where_they_are_only_counted() throws IOException {
        LoadedPipeline pipeline = TestLake.loader().read("valid.yaml", yaml("valid.yaml"), new Problems()).orElseThrow();

        ExpireDefinition rows = definition(pipeline, "linhas");
        assertThat(rows.writes()).containsExactly(new TableRef("silver.eventos"));
        assertThat(rows.reads()).isEmpty();
        assertThat(rows.summary()).isEqualTo("rows of silver.eventos with dia older than 365d -> deleted");
        ExpireDefinition told = definition(pipeline, "linhas_so_contadas");
        assertThat(told.writes()).isEmpty();
        assertThat(told.reads()).containsExactly(new TableRef("silver.eventos"));
    }

    private static ExpireDefinition definition(LoadedPipeline pipeline, String job) {
        return (ExpireDefinition) pipeline.definition().jobs().get(job).definition();
    }

    private static String yaml(String name) throws IOException {
        try (InputStream in = ExpireDefinitionTest.class.getResourceAsStream("/jobs/expire/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}

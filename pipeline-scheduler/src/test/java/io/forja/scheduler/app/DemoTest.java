package io.forja.scheduler.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.forja.scheduler.app.Commands.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo, and then what a person does with it: each command over the real engine. */
@Tag("spark")
class DemoTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    static Path folder;

    private static final Commands COMMANDS = new Commands();

    @AfterAll
    static void close() {
        COMMANDS.close();
    }

    /** A command on the demo's project. */
    private static Ended forja(String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(0, List.of("--config", folder.resolve("forja-demo/forja.yaml").toString()));
        return COMMANDS.run(all.toArray(String[]::new));
    }

    @Test
    void from_the_source_to_the_snapshot_and_every_command_on_the_way() throws Exception {
        Path demo = folder.resolve("forja-demo");
        Ended first = COMMANDS.run("demo", "--dir", demo.toString());
        assertThat(first.code()).as(first.out() + first.err()).isZero();
        assertThat(first.out().lines().map(line -> line.replaceAll(" +", " ")).toList())
                .anyMatch(line -> line.matches("vendas bronze_vendas succeeded \\S+ 6 6 0 0 bronze.vendas v0"))
                .anyMatch(line -> line.matches("vendas fato_vendas succeeded \\S+ 6 4 1 1 silver.fato_vendas v0"))
                .anyMatch(line -> line.startsWith("biblioteca bronze succeeded") && line.contains(" 30 30 0 0 "))
                .anyMatch(line -> line.matches("snapshots copia succeeded .*fato_vendas_snapshot_\\d{8}_\\d{6} v0.*"))
                .containsSequence(
                        "id_transacao data loja produto quantidade valor",
                        " 101 2026-11-27 Recife Café torrado 500 g 2 37.80",
                        " 102 2026-11-27 São Paulo Chocolate 70 %, 100 g 1 18.90",
                        " 104 2026-11-28 Salvador Azeite de dendê 500 ml 1 24.50",
                        " 105 2026-11-28 Belo Horizonte Queijo canastra 1 kg 1 89.90");
        commandsToTryNextWork(first.out());
        droppingATableDoesToItsDataWhatItsTypeSays(demo);
        everyCommandOverTheLake();

        Files.writeString(demo.resolve("pipelines/data/vendas.csv"),
                "106,2026-11-29,Recife,Rapadura 400 g,1,9.90,2026-11-29 09:00:00\n", StandardOpenOption.APPEND);
        Ended again = COMMANDS.run("demo", "--dir", demo.toString());
        assertThat(again.code()).as(again.out() + again.err()).isZero();
        assertThat(again.out()).as("what the user changed stays, and makes a new version")
                .contains("Rapadura").containsPattern("silver.fato_vendas v3");
    }

    private void commandsToTryNextWork(String out) {
        List<String> commands = out.lines().dropWhile(line -> !line.equals("Try next")).skip(1).toList();
        assertThat(commands).hasSize(3).allMatch(line -> line.startsWith("  forja --config "));
        for (String command : commands) {
            Ended ended = COMMANDS.run(Commands.words(command));
            assertThat(ended.code()).as(command + "\n" + ended.err()).isZero();
            assertThat(ended.out()).as(command).contains(command.contains("runs show") ? "snapshots" : "0");
        }
    }

    /** What biblioteca.yaml states of DROP TABLE, and then the same by hand. */
    private void droppingATableDoesToItsDataWhatItsTypeSays(Path demo) {
        assertThat(demo.resolve("lake/warehouse/silver/categoria_gerenciada")).doesNotExist();
        assertThat(forja("tables", "show", "silver.categoria_gerenciada").code()).isEqualTo(3);
        String shown = forja("tables", "show", "silver.categoria_externa").out();
        assertThat(shown).containsPattern("type +external").containsPattern("rows +6")
                .containsPattern("writers +biblioteca/externa, biblioteca/apaga_externa, biblioteca/inclui_externa");
        Ended count = forja("sql", "select count(*) from silver.categoria_na_versao_zero", "-o", "csv");
        assertThat(count.out()).contains("5");

        Path external = demo.resolve("lake/silver/categoria_externa");
        assertThat(forja("tables", "drop", "silver.categoria_externa").code()).as("nobody can be asked").isEqualTo(2);
        assertThat(forja("tables", "drop", "silver.categoria_externa", "--yes").out()).contains("its data stays at");
        assertThat(external.resolve("_delta_log")).isDirectory();
        assertThat(forja("tables", "register", "silver.categoria_externa", "lake/silver/categoria_externa").code())
                .isZero();
        assertThat(forja("tables", "register", "--from-pipelines", "-o", "json").out())
                .contains("\"bronze.dbo_Categoria\"", "\"silver.fato_vendas\"").doesNotContain("\"added\" : true");
    }

    private void timeGoesBack(String run) throws Exception {
        assertThat(forja("tables", "restore", "silver.fato_vendas", "--version", "0", "--dry-run").out())
                .contains("would be as in version 0 again");
        Ended undone = forja("runs", "undo", run);
        assertThat(undone.out()).as(undone.err()).contains("silver.fato_vendas is as in version 0 again, which is its"
                + " version 2 now");
        assertThat(forja("runs", "undo", run).out()).isEqualTo(run + " was undone before\n");
        assertThat(JSON.readTree(forja("tables", "history", "silver.fato_vendas", "-o", "json").out()).at("/0/run")
                .asText()).isEqualTo("undo-" + run);
    }

    private void everyCommandOverTheLake() throws Exception {
        JsonNode run = JSON.readTree(forja("run", "vendas", "--date", "2026-11-28", "-o", "json").out());
        assertThat(run.at("/run/status").asText()).isEqualTo("succeeded");
        assertThat(run.at("/run/logicalTime").asText()).isEqualTo("2026-11-28T05:00:00Z");
        assertThat(run.at("/jobs/1/rows/written").asInt()).isEqualTo(4);
        assertThat(run.at("/jobs/1/tables/0/after").asInt()).isEqualTo(1);
        String id = run.at("/run/id").asText();

        Ended failed = forja("run", "vendas/bronze_vendas", "--param", "origem=nada.csv");
        assertThat(failed.code()).isEqualTo(1);
        assertThat(failed.out()).contains("bronze_vendas failed: ").contains("nada.csv");
        assertThat(forja("run", "vendas", "--param", "origm=x").code()).isEqualTo(2);
        assertThat(forja("run", "venda").code()).isEqualTo(3);

        assertThat(forja("runs", "list", "vendas").out()).contains(id).contains("failed");
        assertThat(forja("runs", "show", id).out()).contains("fato_vendas").contains("succeeded in");
        assertThat(forja("runs", "show", "vendas-1").code()).isEqualTo(3);
        assertThat(JSON.readTree(forja("tables", "history", "silver.fato_vendas", "-o", "json").out())
                .at("/0/run").asText()).isEqualTo(id);
        timeGoesBack(id);
        assertThat(forja("tables", "list").out()).contains("silver.fato_vendas", "managed", "external");
        assertThat(forja("tables", "show", "silver.fato_vendas").out()).contains("decimal(18,2)");
        assertThat(forja("tables", "show", "silver.fato").code()).isEqualTo(3);

        Ended csv = forja("sql", "select id_transacao, valor from silver.fato_vendas order by 1", "-o", "csv");
        assertThat(csv.out()).isEqualTo("id_transacao,valor\n101,37.80\n102,18.90\n104,24.50\n105,89.90\n");
        assertThat(forja("sql", "select * from silver.fato_vendas", "--max-rows", "2").err()).contains("more rows");
        Ended wrong = forja("sql", "selct 1");
        assertThat(wrong.code()).isNotZero();
        assertThat(wrong.err()).startsWith("error: ").doesNotContain("\tat ");

        assertThat(forja("snapshots", "list").out()).contains("fato_vendas_snapshot_");
        Ended expire = forja("snapshots", "expire", "--older-than", "1ms", "--keep", "0", "--dry-run");
        assertThat(expire.out()).contains("3 snapshots would be removed");
        assertThat(JSON.readTree(forja("snapshots", "list", "--table", "silver.fato_vendas", "-o", "json").out()))
                .hasSize(1);
    }
}

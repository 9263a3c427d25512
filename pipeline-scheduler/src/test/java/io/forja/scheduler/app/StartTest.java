package io.forja.scheduler.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Forja as a process of its own. */
class StartTest {

    @TempDir
    Path folder;

    private record Ended(int code, String out, String err) {}

    @BeforeEach
    void project() throws IOException {
        Files.createDirectories(folder.resolve("pipelines"));
        Files.writeString(folder.resolve("pipelines/vendas.yaml"), """
                pipeline: vendas
                schedule: {cron: "0 2 * * *", timezone: America/Sao_Paulo}
                jobs:
                  bronze: {ingest: {from: {csv: data/preços.csv}, into: {table: bronze.vendas}}}
                  fato:
                    needs: bronze
                    clean: {from: bronze.vendas, steps: [{dropNulls: valor}], into: {table: silver.fato_vendas}}
                """);
    }

    private Ended forja(String... args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(), "-XX:TieredStopAtLevel=1",
                "-Xlog:class+load:file=" + folder.resolve("classes.txt"), "-Dlog4j2.configurationFile=log4j2.xml",
                "-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(List.of(args));
        Path out = folder.resolve("out.txt");
        Path err = folder.resolve("err.txt");
        Process process = new ProcessBuilder(command).directory(folder.toFile())
                .redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    @ParameterizedTest
    @ValueSource(strings = {"validate", "plan vendas", "next", "completion bash", "run --help", "runs list"})
    void commands_that_need_no_engine_load_none_of_it(String line) throws Exception {
        forja(line.split(" "));
        try (Stream<String> loaded = Files.lines(folder.resolve("classes.txt"), StandardCharsets.UTF_8)) {
            assertThat(loaded).as(line).hasSizeGreaterThan(400).noneMatch(entry -> entry.matches(
                    ".* (org\\.apache\\.(spark|hadoop)|io\\.delta|scala)\\..*"));
        }
    }

    @Test
    void text_is_utf_8_and_the_exit_code_reaches_the_shell() throws Exception {
        Ended plan = forja("plan", "vendas");
        assertThat(plan.code()).isZero();
        assertThat(plan.out()).contains("csv data/preços.csv -> bronze.vendas");
        assertThat(plan.err()).isEmpty();
        assertThat(forja("plan", "compras").code()).isEqualTo(3);
        assertThat(forja("validate", "--nope").code()).isEqualTo(2);
    }

    @Test
    void what_is_wrong_with_the_settings_and_the_pipelines_is_told_at_once() throws Exception {
        Files.writeString(folder.resolve("forja.yaml"), "http: {prt: 1}\n");
        Files.writeString(folder.resolve("pipelines/b.yaml"), "pipeline: b\njobs: {a: {ingst: {}}}\n");
        Ended ended = forja("validate");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.out()).contains("forja.yaml:1:8 http.prt").contains("did you mean \"port\"?")
                .contains("pipelines/b.yaml:2:12").contains("pipelines: 2 problems;");
        assertThat(ended.err()).isEmpty();
        assertThat(forja("runs", "list").err()).startsWith("error: forja.yaml:1:8 http.prt");
    }

    @Test
    void relative_paths_are_meant_from_the_folder_of_the_settings() throws Exception {
        Path project = Files.createDirectories(folder.resolve("project"));
        Files.move(folder.resolve("pipelines"), project.resolve("pipelines"));
        Files.writeString(project.resolve("forja.yaml"), "state: {url: \"jdbc:sqlite:memory/f.db\"}\n");
        assertThat(forja("validate", "--config", "project/forja.yaml").out()).startsWith("project/pipelines: 1 pipeline");
        assertThat(forja("runs", "list", "--config", "project/forja.yaml").out()).isEqualTo("No runs.\n");
        assertThat(project.resolve("memory/f.db")).exists();
        assertThat(forja("runs", "list", "--config", "project/forja.yaml", "--state", "other.db").code()).isZero();
        assertThat(folder.resolve("other.db")).exists();
        assertThat(forja("runs", "list", "--state", "postgresql://forja:s3nh4@db/forja").err())
                .startsWith("error: --state-url state.url: this is the address of neither").doesNotContain("s3nh4");
    }
}

package io.forja.scheduler.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.forja.scheduler.app.Commands.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A daemon in a process of its own, and commands that go through it. */
@Tag("spark")
class DaemonProcessTest {

    private static final Duration LONG = Duration.ofMinutes(5);

    @TempDir
    Path folder;

    private Process daemon;

    @BeforeEach
    void project() throws IOException {
        Files.createDirectories(folder.resolve("pipelines"));
        Files.createDirectories(folder.resolve("data"));
        Files.writeString(folder.resolve("data/preços.csv"), "id,valor\n1,\"1,50\"\n2,\n");
        Files.writeString(folder.resolve("forja.yaml"), """
                http: {port: 0}
                daemon: {grace: 20s}
                """);
        Files.writeString(folder.resolve("pipelines/precos.yaml"), """
                pipeline: precos
                jobs:
                  bronze: {ingest: {from: {csv: data/preços.csv}, into: {table: bronze.precos}}}
                """);
    }

    /** A command of its own; it finds the daemon anew. */
    private Ended forja(String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(0, List.of("--config", folder.resolve("forja.yaml").toString()));
        try (Commands commands = new Commands()) {
            return commands.run(all.toArray(String[]::new));
        }
    }

    private void start(String... args) throws IOException {
        daemon = ForjaProcess.start(folder, Stream.concat(Stream.of("daemon"), Stream.of(args)).toArray(String[]::new));
        await().atMost(LONG).until(() -> !daemon.isAlive() || Files.exists(folder.resolve("state/daemon.json")));
        assertThat(daemon.isAlive()).as(log()).isTrue();
    }

    private String log() throws IOException {
        return Files.readString(folder.resolve("log.txt"));
    }

    @AfterEach
    void stop() throws InterruptedException {
        if (daemon != null && daemon.isAlive()) {
            daemon.destroyForcibly().waitFor();
        }
    }

    @Test
    void commands_go_through_the_daemon_and_sigterm_ends_it() throws Exception {
        start("--run", "precos", "--log", "json");
        await().atMost(LONG).until(() -> forja("runs", "list").out().contains("succeeded"));
        assertThat(forja("runs", "logs").out()).contains("bronze Attempt: done: 2 read, 2 written");

        Ended run = forja("run", "precos", "--date", "2026-11-28");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("bronze.precos v1").contains("run precos-20261128T000000 succeeded");
        assertThat(run.err()).contains("bronze succeeded");
        assertThat(forja("sql", "select id from bronze.precos order by id", "-o", "csv").out())
                .isEqualTo("id\n1\n2\n");
        assertThat(forja("tables", "list").out()).contains("bronze.precos");
        assertThat(forja("run", "preco").code()).isEqualTo(3);
        Ended second = forja("daemon");
        assertThat(second.code()).as("one daemon for one state").isEqualTo(1);
        assertThat(second.err()).startsWith("error: ").doesNotContain("\tat ");

        daemon.destroy();
        assertThat(daemon.waitFor(25, TimeUnit.SECONDS)).isTrue();
        assertThat(daemon.exitValue()).isZero();
        assertThat(folder.resolve("state/daemon.json")).doesNotExist();
        assertThat(log().lines()).allMatch(line -> line.startsWith("{") && line.endsWith("}"))
                .anyMatch(line -> line.contains("\"run\":\"precos-20261128T000000\"") && line.contains("\"job\":\"bronze\""));
        assertThat(forja("runs", "show", "precos-20261128T000000").out()).contains("succeeded");
    }

    @Test
    void a_daemon_with_wrong_settings_does_not_start() throws Exception {
        Files.writeString(folder.resolve("forja.yaml"), "http: {port: many}\n");
        Ended ended = forja("daemon");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("forja.yaml:1:14 http.port");
    }
}

package io.forja.scheduler.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.forja.core.problem.Redaction;
import io.forja.scheduler.cli.Workspace;
import io.forja.scheduler.config.StateFolder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.LoggerContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What log4j2.xml makes of log lines. */
class LogLinesTest {

    private static final String SECRET = "s3nh4-forte";

    @TempDir
    Path folder;

    private final ByteArrayOutputStream console = new ByteArrayOutputStream();
    private LoggerContext context;

    private void start(Workspace.Log log, boolean verbose) throws URISyntaxException {
        Redaction secrets = new Redaction();
        secrets.hide(SECRET);
        Logging.configure(new Workspace.Options(null, null, null, verbose, log),
                new StateFolder(folder), secrets);
        PrintStream before = System.err;
        System.setErr(new PrintStream(console, true, StandardCharsets.UTF_8));
        try {
            context = new LoggerContext("test", null, Main.class.getResource("/log4j2.xml").toURI());
            context.start();
        } finally {
            System.setErr(before);
        }
    }

    @AfterEach
    void stop() {
        ThreadContext.clearMap();
        context.stop();
    }

    private void inRun(Runnable work) {
        ThreadContext.put("run", "vendas-20261129T050000");
        ThreadContext.put("pipeline", "vendas");
        ThreadContext.put("job", "fato_vendas");
        work.run();
        ThreadContext.clearMap();
    }

    private String console() {
        return console.toString(StandardCharsets.UTF_8);
    }

    private List<String> runLog() throws IOException {
        return Files.readAllLines(folder.resolve("logs/vendas-20261129T050000.log"));
    }

    @Test
    void a_command_shows_our_own_warnings_alone_and_the_run_keeps_its_log() throws Exception {
        start(Workspace.Log.QUIET, false);
        context.getLogger("io.forja.core.run.RunEngine").info("not for the screen");
        context.getLogger("io.forja.core.run.RunEngine").warn("the ledger é lento");
        context.getLogger("org.apache.spark.SparkContext").error("not for the screen");
        inRun(() -> {
            context.getLogger("io.forja.core.run.Attempt").info("6 read");
            context.getLogger("io.forja.core.run.Attempt").error("failed");
            context.getLogger("org.apache.spark.sql.Dataset").info("not for the file");
            context.getLogger("org.apache.spark.sql.Dataset").warn("a plan is large");
        });
        assertThat(console()).isEqualTo("warn: the ledger é lento\n");
        assertThat(runLog()).hasSize(3);
        assertThat(runLog().get(0)).matches("\\d{4}-.*T.* INFO  fato_vendas Attempt: 6 read");
        assertThat(runLog().get(2)).endsWith("WARN  fato_vendas Dataset: a plan is large");
    }

    @Test
    void a_line_of_sparks_task_threads_finds_the_log_of_its_run() throws Exception {
        start(Workspace.Log.QUIET, false);
        ThreadContext.put("mdc.run", "vendas-20261129T050000");
        ThreadContext.put("mdc.job", "fato_vendas");
        context.getLogger("org.apache.spark.executor.Executor").warn("a task is slow");
        assertThat(runLog()).hasSize(1);
        assertThat(runLog().get(0)).endsWith("WARN  fato_vendas Executor: a task is slow");
    }

    @Test
    void the_daemon_says_which_run_and_job_a_line_is_of() throws Exception {
        start(Workspace.Log.TEXT, false);
        context.getLogger("io.forja.scheduler.daemon.Daemon").info("up");
        inRun(() -> context.getLogger("io.forja.core.run.Attempt").info("6 read"));
        assertThat(console().lines().map(line -> line.replaceFirst("^\\S+ ", ""))).containsExactly(
                "INFO  Daemon: up", "INFO  [vendas-20261129T050000 fato_vendas] Attempt: 6 read");
        assertThat(runLog()).hasSize(1);
    }

    @Test
    void for_machines_each_line_is_an_object() throws Exception {
        start(Workspace.Log.JSON, false);
        inRun(() -> context.getLogger("io.forja.core.run.Attempt").error("failed \"quoted\"",
                new IllegalStateException("not reachable")));
        context.getLogger("io.forja.scheduler.daemon.Daemon").info("up");
        List<String> lines = console().lines().toList();
        assertThat(lines).hasSize(2);
        JsonNode first = new ObjectMapper().readTree(lines.get(0));
        assertThat(first.get("level").asText()).isEqualTo("ERROR");
        assertThat(first.get("run").asText()).isEqualTo("vendas-20261129T050000");
        assertThat(first.get("pipeline").asText()).isEqualTo("vendas");
        assertThat(first.get("job").asText()).isEqualTo("fato_vendas");
        assertThat(first.get("message").asText()).isEqualTo("failed \"quoted\"");
        assertThat(first.get("exception").asText()).startsWith("java.lang.IllegalStateException: not reachable");
        assertThat(new ObjectMapper().readTree(lines.get(1)).get("exception").asText()).isEmpty();
    }

    @Test
    void no_secret_gets_into_any_line() throws Exception {
        for (Workspace.Log log : Workspace.Log.values()) {
            start(log, true);
            inRun(() -> context.getLogger("io.forja.x").error("password=" + SECRET,
                    new IllegalStateException("jdbc:x;password=" + SECRET, new IOException("cause " + SECRET))));
            context.getLogger("io.forja.x").error("password=" + SECRET, new IllegalStateException("with " + SECRET));
            context.stop();
        }
        assertThat(console()).contains("password=***").doesNotContain(SECRET);
        assertThat(String.join("\n", runLog())).contains("password=***", "cause ***").doesNotContain(SECRET);
    }
}

package io.forja.scheduler.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.forja.scheduler.json.Json;
import io.forja.scheduler.testing.Home;
import io.forja.scheduler.testing.RunningDaemon;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real Prometheus reads what the daemon shows. */
class PrometheusTest {

    private static final Path PROMETHEUS = Path.of("/usr/bin/prometheus");
    private static final Path PROMTOOL = Path.of("/usr/bin/promtool");

    @TempDir
    Path folder;

    @Test
    void a_real_prometheus_scrapes_every_series_and_promtool_finds_nothing_to_say_of_ours() throws Exception {
        assumeThat(PROMETHEUS).as("Debian's package prometheus is not installed").isExecutable();
        Home home = new Home(folder).pipeline("vendas.yaml", """
                pipeline: vendas
                schedule: {cron: "* * * * * ?", timezone: UTC}
                jobs: {fato: {rows: {read: 10, rejected: 3, into: silver.vendas, version: 7}}}
                """);
        try (RunningDaemon daemon = RunningDaemon.start(home, Clock.systemUTC())) {
            await().until(() -> daemon.metric("forja_table_version{table=\"silver.vendas\"}") == 7);
            assertThat(ofOurs(promtool(daemon.get("/metrics").body()))).isEmpty();
            int port = freePort();
            Process prometheus = prometheus(daemon.daemon().url(), port);
            try {
                await().atMost(Duration.ofSeconds(40)).ignoreExceptions()
                        .until(() -> query(port, "forja_job_rows_total{kind=\"rejected\"} >= 3").size() == 1);
                for (String query : List.of("forja_runs_total{state=\"succeeded\",trigger=\"schedule\"} > 0",
                        "histogram_quantile(0.95, sum by (le) (rate(forja_run_schedule_delay_seconds_bucket[5m])))",
                        "time() - forja_scheduler_heartbeat_timestamp_seconds < 30",
                        "time() - forja_last_success_timestamp_seconds < 60", "forja_table_freshness_seconds < 60",
                        "forja_table_version == 7", "forja_table_rows == 4",
                        "forja_table_bytes > 0", "forja_table_files > 0", "forja_runs_running", "forja_runs_queued", "forja_definition_errors",
                        "sum(jvm_memory_used_bytes) > 0", "process_uptime_seconds > 0",
                        "up{job=\"forja\"} == 1")) {
                    await().atMost(Duration.ofSeconds(10)).ignoreExceptions()
                            .untilAsserted(() -> assertThat(query(port, query)).as(query).hasSize(1));
                }
            } finally {
                prometheus.destroy();
                prometheus.waitFor();
            }
        }
    }

    private Process prometheus(URI target, int port) throws IOException {
        Path config = Files.writeString(folder.resolve("prometheus.yml"), """
                global: {scrape_interval: 500ms}
                scrape_configs:
                  - job_name: forja
                    static_configs: [{targets: ["%s"]}]
                """.formatted(target.getAuthority()));
        return new ProcessBuilder(PROMETHEUS.toString(), "--config.file=" + config,
                "--storage.tsdb.path=" + folder.resolve("tsdb"), "--web.listen-address=127.0.0.1:" + port,
                "--log.level=error")
                .redirectErrorStream(true).redirectOutput(folder.resolve("prometheus.log").toFile()).start();
    }

    private static JsonNode query(int port, String query) throws IOException {
        String answer = RunningDaemon.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port
                + "/api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8))).build()).body();
        return Json.mapper().readTree(answer).path("data").path("result");
    }

    private static String promtool(String metrics) throws Exception {
        assumeThat(PROMTOOL).isExecutable();
        Process promtool = new ProcessBuilder(PROMTOOL.toString(), "check", "metrics").redirectErrorStream(true).start();
        try (var in = promtool.getOutputStream()) {
            in.write(metrics.getBytes(StandardCharsets.UTF_8));
        }
        return new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static List<String> ofOurs(String findings) {
        return findings.lines().filter(line -> line.startsWith("forja_") || line.contains("error")).toList();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}

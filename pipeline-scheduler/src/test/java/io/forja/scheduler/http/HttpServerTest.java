package io.forja.scheduler.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.forja.scheduler.api.RunRequest;
import io.forja.scheduler.json.Json;
import io.forja.scheduler.testing.Home;
import io.forja.scheduler.testing.RunningDaemon;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HttpServerTest {

    private static final String TOKEN = "0123456789abcdef";

    @TempDir
    static Path folder;

    private static RunningDaemon open;
    private static RunningDaemon guarded;

    @BeforeAll
    static void start() {
        open = RunningDaemon.start(home("open", "{}"), Clock.systemUTC());
        guarded = RunningDaemon.start(home("guarded", "http: {token: " + TOKEN + "}"), Clock.systemUTC());
    }

    private static Home home(String name, String settings) {
        return new Home(folder.resolve(name), settings)
                .pipeline("vendas.yaml", """
                        pipeline: vendas
                        description: Vendas do dia
                        schedule: {cron: "0 2 * * *", timezone: America/Sao_Paulo}
                        jobs: {a: {rows: {}}}
                        """)
                .pipeline("falha.yaml", "{pipeline: falha, jobs: {a: {fail: {because: \"o token é " + TOKEN + "\"}}}}");
    }

    @AfterAll
    static void stop() {
        open.close();
        guarded.close();
    }

    @Test
    void health_says_live_and_ready_with_what_was_looked_at() throws IOException {
        HttpResponse<String> ready = open.get("/health/ready");
        assertThat(ready.statusCode()).isEqualTo(200);
        JsonNode checks = Json.mapper().readTree(ready.body()).path("checks");
        assertThat(checks.path("ledger").asText()).isEqualTo("ok");
        assertThat(checks.path("heartbeat").asText()).isEqualTo("ok");
        assertThat(checks.path("daemon").asText()).isEqualTo("ok");
        assertThat(checks.path("pipelines").asText()).isEqualTo("2 loaded");
        assertThat(open.get("/health/live").statusCode()).isEqualTo(200);
    }

    @Test
    void pipelines_are_told_with_their_next_fires_and_last_run() throws IOException {
        JsonNode pipelines = Json.mapper().readTree(open.get("/api/v1/pipelines?fires=3").body());
        JsonNode vendas = pipelines.get(1);
        assertThat(vendas.path("name").asText()).isEqualTo("vendas");
        assertThat(vendas.path("description").asText()).isEqualTo("Vendas do dia");
        assertThat(vendas.path("timezone").asText()).isEqualTo("America/Sao_Paulo");
        assertThat(vendas.path("nextFires")).hasSize(3);
        assertThat(vendas.path("nextFires").get(0).asText()).endsWith("T05:00:00Z");
        assertThat(open.get("/api/v1/pipelines/vendas").statusCode()).isEqualTo(200);
        assertThat(open.get("/api/v1/pipelines/nada").statusCode()).isEqualTo(404);
    }

    @Test
    void a_run_is_started_by_post_and_found_where_the_answer_says() throws IOException {
        HttpResponse<String> started = post(open, "/api/v1/runs", "{\"pipeline\": \"vendas\", \"date\": \"2026-11-29\"}");
        assertThat(started.statusCode()).isEqualTo(201);
        String location = started.headers().firstValue("Location").orElseThrow();
        await().until(() -> Json.mapper().readTree(open.get(location).body()).at("/run/status").asText()
                .equals("succeeded"));
        JsonNode run = Json.mapper().readTree(open.get(location).body());
        assertThat(run.at("/run/logicalTime").asText()).isEqualTo("2026-11-29T05:00:00Z");
        assertThat(run.at("/jobs/0/result/rows/read").asLong()).isEqualTo(10);
        assertThat(open.get("/api/v1/runs?status=succeeded&pipeline=vendas&limit=1").body()).contains("2026-11-29");
    }

    @Test
    void mistakes_have_the_right_status_and_say_what_to_do() throws IOException {
        fails(open.get("/api/v1/runs/nada"), 404, "there is no run");
        fails(open.get("/api/v1/nada"), 404, "there is nothing here");
        fails(open.get("/api/v1/sql"), 405, "this cannot be done here");
        fails(open.get("/api/v1/runs?status=done"), 400, "\"done\" is no status of a run");
        fails(open.get("/api/v1/runs?limit=-1"), 400, "limit is no number");
        fails(open.get("/api/v1/runs?limit=0"), 400, "a list has 1 to 10000 runs");
        fails(open.get("/api/v1/table"), 400, "name is missing");
        fails(post(open, "/api/v1/runs", "{\"pipeline\": "), 400, "the request cannot be read");
        fails(post(open, "/api/v1/runs", "{\"pipline\": \"vendas\"}"), 400, "pipline");
        fails(post(open, "/api/v1/runs", "{}"), 400, "the key \"pipeline\" is missing");
        fails(post(open, "/api/v1/runs", "null"), 400, "the request has no body");
        fails(post(open, "/api/v1/runs", "{\"pipeline\": \"vendas\", \"params\": {\"x\": \"1\"}}"), 422,
                "the pipeline vendas has no parameter \"x\"");
        fails(post(open, "/api/v1/sql", "{\"statement\": \"DROP\", \"maxRows\": 1}"), 400, "is no SQL");
        fails(post(open, "/api/v1/sql", "{\"maxRows\": 1}"), 400, "the key \"statement\" is missing");
    }

    @Test
    void a_request_that_is_too_long_is_refused() throws IOException {
        fails(post(open, "/api/v1/sql", "{\"statement\": \"" + "x".repeat(1_100_000) + "\", \"maxRows\": 1}"), 413,
                "the request is too long");
    }

    @Test
    void with_a_token_only_its_bearer_gets_in() throws IOException {
        fails(guarded.get("/api/v1/runs"), 401, "the daemon asks for its token");
        fails(send(guarded, "/api/v1/runs", "Authorization", "Bearer wrong"), 401, "this is not the daemon's token");
        fails(send(guarded, "/api/v1/runs", "Authorization", TOKEN), 401, "this is not the daemon's token");
        fails(guarded.get("/api/v1/nothing"), 401, "the daemon asks for its token");
        for (String destructive : List.of("tables/drop", "tables/restore", "tables/register", "tables/register-all",
                "runs/vendas-1/undo")) {
            fails(post(guarded, "/api/v1/" + destructive, "{}"), 401, "the daemon asks for its token");
        }
        assertThat(send(guarded, "/api/v1/runs", "Authorization", "Bearer " + TOKEN).statusCode()).isEqualTo(200);
        assertThat(guarded.get("/metrics").statusCode()).as("machines that watch need none").isEqualTo(200);
        assertThat(guarded.get("/health/ready").statusCode()).isEqualTo(200);
    }

    @Test
    void the_client_sends_its_token_and_says_when_it_is_the_wrong_one() {
        try (RemoteForja right = new RemoteForja(guarded.daemon().url(), TOKEN);
                RemoteForja wrong = new RemoteForja(guarded.daemon().url(), "another-token-123")) {
            assertThat(right.tables()).hasSize(2);
            assertThat(org.assertj.core.api.Assertions.catchThrowable(wrong::tables))
                    .hasMessageContaining("this is not the daemon's token");
        }
    }

    @Test
    void no_answer_contains_a_secret() {
        var run = guarded.daemon().forja().start(new RunRequest("falha", null, null, Map.of()));
        await().until(() -> guarded.daemon().forja().run(run.run().id()).run().status().isTerminal());
        HttpResponse<String> answer = send(guarded, "/api/v1/runs/" + run.run().id(), "Authorization", "Bearer " + TOKEN);
        assertThat(answer.body()).contains("o token é ***").doesNotContain(TOKEN);
        assertThat(guarded.daemon().forja().run(run.run().id()).run().error()).doesNotContain(TOKEN);
        assertThat(guarded.daemon().forja().run(run.run().id()).jobs().get(0).error()).doesNotContain(TOKEN);
    }

    @Test
    void without_a_token_a_web_page_in_a_browser_is_kept_off() throws IOException {
        fails(RunningDaemon.send(HttpRequest.newBuilder(open.daemon().url().resolve("/api/v1/runs"))
                .header("Content-Type", "text/plain")
                .POST(HttpRequest.BodyPublishers.ofString("{\"pipeline\": \"vendas\"}")).build()), 415, "no JSON");
        assertThat(raw("GET /api/v1/runs HTTP/1.1\r\nHost: evil.example.com\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 403");
        assertThat(raw("GET /api/v1/runs HTTP/1.1\r\nHost: localhost:1\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200");
    }

    @Test
    void a_daemon_that_is_not_there_is_told_in_one_sentence() {
        try (RemoteForja nobody = new RemoteForja(java.net.URI.create("http://127.0.0.1:1"), null)) {
            assertThat(org.assertj.core.api.Assertions.catchThrowable(nobody::tables))
                    .hasMessageContaining("the daemon at http://127.0.0.1:1 does not answer")
                    .hasMessageContaining("see whether it is up");
        }
    }

    private static String raw(String request) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", open.daemon().url().getPort())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static HttpResponse<String> post(RunningDaemon daemon, String path, String json) {
        return RunningDaemon.send(HttpRequest.newBuilder(daemon.daemon().url().resolve(path))
                .header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(json)).build());
    }

    private static HttpResponse<String> send(RunningDaemon daemon, String path, String header, String value) {
        return RunningDaemon.send(HttpRequest.newBuilder(daemon.daemon().url().resolve(path)).header(header, value)
                .build());
    }

    private static void fails(HttpResponse<String> answer, int status, String error) throws IOException {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        JsonNode body = Json.mapper().readTree(answer.body());
        assertThat(body.path("error").asText()).contains(error);
        assertThat(body.has("remedy")).isTrue();
        assertThat(body.has("problems")).isTrue();
    }
}

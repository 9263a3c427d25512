package io.forja.scheduler.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JavaType;
import io.forja.core.lake.Keepers;
import io.forja.core.lake.Registered;
import io.forja.core.lake.RestorePoint;
import io.forja.core.lake.Restored;
import io.forja.core.lake.SnapshotInfo;
import io.forja.core.lake.SqlResult;
import io.forja.core.lake.TableInfo;
import io.forja.core.lake.TableVersion;
import io.forja.core.lake.UndoneTable;
import io.forja.core.problem.ForjaException;
import io.forja.core.run.LiveRun;
import io.forja.core.run.RunQuery;
import io.forja.core.run.RunRecord;
import io.forja.scheduler.api.Forja;
import io.forja.scheduler.api.PreviewedJob;
import io.forja.scheduler.api.RunRequest;
import io.forja.scheduler.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Forja through its daemon, over HTTP. */
public final class RemoteForja implements Forja {

    private static final Duration CONNECT = Duration.ofSeconds(5);

    /** For what the daemon knows by itself. */
    private static final Duration SHORT = Duration.ofSeconds(60);

    /** For what the engine has to find out, which may have to start first. */
    private static final Duration LONG = Duration.ofHours(6);

    private final URI url;
    private final @Nullable String token;
    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT).followRedirects(HttpClient.Redirect.NEVER).build();

    /** @param token what the daemon asks for, or null where it asks for none */
    public RemoteForja(URI url, @Nullable String token) {
        this.url = url;
        this.token = token;
    }

    @Override
    public LiveRun start(RunRequest request) {
        return post("/runs", wish(request), type(LiveRun.class), SHORT);
    }

    @Override
    public LiveRun retry(String runId) {
        return post("/runs/" + encoded(runId) + "/retry", Map.of(), type(LiveRun.class), SHORT);
    }

    @Override
    public List<PreviewedJob> preview(RunRequest request) {
        return post("/previews", wish(request), list(PreviewedJob.class), LONG);
    }

    private static ApiRoutes.StartRequest wish(RunRequest request) {
        return new ApiRoutes.StartRequest(request.pipeline(), request.job(), request.date(), request.params());
    }

    @Override
    public LiveRun run(String runId) {
        return get("/runs/" + encoded(runId), Map.of(), type(LiveRun.class), SHORT);
    }

    @Override
    public List<RunRecord> runs(RunQuery query) {
        Map<String, String> parameters = new java.util.LinkedHashMap<>();
        if (query.pipeline() != null) {
            parameters.put("pipeline", query.pipeline());
        }
        if (query.status() != null) {
            parameters.put("status", Json.text(query.status()));
        }
        parameters.put("limit", String.valueOf(query.limit()));
        return get("/runs", parameters, list(RunRecord.class), SHORT);
    }

    @Override
    public LiveRun cancel(String runId) {
        return post("/runs/" + encoded(runId) + "/cancel", Map.of(), type(LiveRun.class), SHORT);
    }

    @Override
    public List<String> logs(String runId, long fromLine) {
        ApiRoutes.Lines lines = get("/runs/" + encoded(runId) + "/logs", Map.of("from", String.valueOf(fromLine)),
                type(ApiRoutes.Lines.class), SHORT);
        return lines.lines();
    }

    @Override
    public SqlResult sql(String statement, int maxRows) {
        return post("/sql", new ApiRoutes.SqlRequest(statement, maxRows), type(SqlResult.class), LONG);
    }

    @Override
    public List<TableInfo> tables() {
        return get("/tables", Map.of(), list(TableInfo.class), LONG);
    }

    @Override
    public TableInfo table(String table) {
        return get("/table", Map.of("name", table), type(TableInfo.class), LONG);
    }

    @Override
    public List<TableVersion> history(String table, int limit) {
        return get("/history", Map.of("table", table, "limit", String.valueOf(limit)), list(TableVersion.class), LONG);
    }

    @Override
    public TableInfo drop(String table) {
        return post("/tables/drop", new ApiRoutes.DropRequest(table), TableInfo.class, LONG);
    }

    @Override
    public TableInfo register(String table, String path) {
        return post("/tables/register", new ApiRoutes.RegisterRequest(table, path), TableInfo.class, LONG);
    }

    @Override
    public List<Registered> registerAll() {
        return post("/tables/register-all", Map.of(), list(Registered.class), LONG);
    }

    @Override
    public Restored restore(String table, RestorePoint to, boolean dryRun) {
        return post("/tables/restore", ApiRoutes.RestoreRequest.of(table, to, dryRun), Restored.class, LONG);
    }

    @Override
    public List<UndoneTable> undo(String runId, boolean dryRun) {
        return post("/runs/" + encoded(runId) + "/undo", new ApiRoutes.UndoWish(dryRun), list(UndoneTable.class), LONG);
    }

    @Override
    public List<SnapshotInfo> snapshots(@Nullable String table) {
        return get("/snapshots", table == null ? Map.of() : Map.of("table", table), list(SnapshotInfo.class), LONG);
    }

    @Override
    public List<SnapshotInfo> expireSnapshots(
            @Nullable String table, Duration olderThan, Keepers keepers, boolean dryRun) {
        return post("/snapshots/expire", new ApiRoutes.ExpireRequest(table, olderThan, keepers, dryRun),
                list(SnapshotInfo.class), LONG);
    }

    private <T> T get(String path, Map<String, String> parameters, JavaType type, Duration timeout) {
        String query = parameters.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + encoded(entry.getValue()))
                .collect(Collectors.joining("&"));
        return answer(request(path + (query.isEmpty() ? "" : "?" + query), timeout).GET(), type);
    }

    private <T> T post(String path, Object request, Class<T> type, Duration timeout) {
        return post(path, request, type(type), timeout);
    }

    private <T> T post(String path, Object request, JavaType type, Duration timeout) {
        return answer(request(path, timeout).header("Content-Type", "application/json").POST(body(request)), type);
    }

    private HttpRequest.Builder request(String path, Duration timeout) {
        String base = url.toString().replaceFirst("/+$", "");
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + ApiRoutes.ROOT + path)).timeout(timeout);
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        return request;
    }

    private static HttpRequest.BodyPublisher body(Object value) {
        try {
            return HttpRequest.BodyPublishers.ofByteArray(Json.mapper().writeValueAsBytes(value));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a request cannot be written as JSON", e);
        }
    }

    private <T> T answer(HttpRequest.Builder request, JavaType type) {
        HttpResponse<byte[]> response;
        try {
            response = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new ForjaException("the daemon at " + url + " does not answer (" + e.getClass().getSimpleName()
                    + (e.getMessage() == null ? "" : ": " + e.getMessage()) + ")",
                    "see whether it is up, and what its log says", true, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ForjaException("the wait for the daemon was interrupted", "", true, e);
        }
        if (response.statusCode() / 100 != 2) {
            throw failure(response);
        }
        try {
            return Json.mapper().readValue(response.body(), type);
        } catch (IOException e) {
            throw new ForjaException("the answer of " + url + " is not one of a Forja daemon", "check the address, and"
                    + " that both are of one version", false, e);
        }
    }

    private RuntimeException failure(HttpResponse<byte[]> response) {
        try {
            return Json.mapper().readValue(response.body(), Failure.class).exception();
        } catch (IOException | NullPointerException e) {
            return new ForjaException(url + " answered " + response.statusCode() + " and is no Forja daemon",
                    "check the address", false, e);
        }
    }

    private static JavaType type(Class<?> type) {
        return Json.mapper().constructType(type);
    }

    private static JavaType list(Class<?> item) {
        return Json.mapper().getTypeFactory().constructCollectionType(List.class, item);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Override
    public void close() {
        // The client has nothing open that would not close by itself.
    }
}

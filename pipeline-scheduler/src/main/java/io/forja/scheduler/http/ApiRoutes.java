package io.forja.scheduler.http;

import io.forja.core.definition.Moment;
import io.forja.core.lake.Keepers;
import io.forja.core.lake.RestorePoint;
import io.forja.core.problem.NotFoundException;
import io.forja.core.run.LiveRun;
import io.forja.core.run.RunQuery;
import io.forja.core.run.RunStatus;
import io.forja.scheduler.api.DaemonStatus;
import io.forja.scheduler.api.Forja;
import io.forja.scheduler.api.RunRequest;
import io.forja.scheduler.json.Json;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the API has, one route for each thing that {@link Forja} and {@link DaemonStatus} can do. */
final class ApiRoutes {

    static final String ROOT = "/api/v1";

    private static final int FIRES = 5;
    private static final int MOST_FIRES = 1000;
    private static final int LIST = 50;

    /** A wish for a run, see {@link RunRequest}. */
    record StartRequest(
            String pipeline, @Nullable String job, @Nullable LocalDate date, @Nullable Map<String, String> params) {}

    record SqlRequest(String statement, int maxRows) {}

    record ExpireRequest(@Nullable String table, Duration olderThan, Keepers keepers, boolean dryRun) {}

    record DropRequest(String table) {}

    record RegisterRequest(String table, String path) {}

    /** Where a table goes back to, see {@link RestorePoint}. */
    record RestoreRequest(
            String table, @Nullable Long version, @Nullable String timestamp, @Nullable String snapshot,
            boolean dryRun) {

        static RestoreRequest of(String table, RestorePoint to, boolean dryRun) {
            return new RestoreRequest(table, to.version(), to.timestamp() == null ? null : to.timestamp().text(),
                    to.snapshot(), dryRun);
        }

        RestorePoint point() {
            return new RestorePoint(version, timestamp == null ? null : Moment.parse(timestamp), snapshot);
        }
    }

    record UndoWish(boolean dryRun) {}

    record Lines(List<String> lines) {}

    record Definitions(List<Failure.Told> problems) {}

    private final Forja forja;
    private final DaemonStatus status;
    private final Answers answers;

    ApiRoutes(Forja forja, DaemonStatus status, Answers answers) {
        this.forja = forja;
        this.status = status;
        this.answers = answers;
    }

    void addTo(RoutesConfig routes) {
        routes.get(ROOT + "/pipelines", ctx ->
                answers.send(ctx, status.pipelines(number(ctx, "fires", FIRES, MOST_FIRES))));
        routes.get(ROOT + "/pipelines/{name}", ctx -> answers.send(ctx, status.pipelines(number(ctx, "fires", FIRES,
                MOST_FIRES)).stream().filter(pipeline -> pipeline.name().equals(ctx.pathParam("name"))).findFirst()
                .orElseThrow(() -> new NotFoundException("there is no pipeline \"" + ctx.pathParam("name") + "\"",
                        "see " + ROOT + "/pipelines"))));
        routes.get(ROOT + "/definitions", ctx -> answers.send(ctx,
                new Definitions(status.definitionProblems().stream().map(Failure.Told::of).toList())));
        routes.post(ROOT + "/runs", ctx -> started(ctx, forja.start(wish(ctx))));
        routes.post(ROOT + "/runs/{id}/retry", ctx -> started(ctx, forja.retry(ctx.pathParam("id"))));
        routes.post(ROOT + "/previews", ctx -> answers.send(ctx, forja.preview(wish(ctx))));
        routes.get(ROOT + "/runs", ctx -> answers.send(ctx, forja.runs(new RunQuery(ctx.queryParam("pipeline"),
                runStatus(ctx.queryParam("status")), number(ctx, "limit", LIST, 10_000)))));
        routes.get(ROOT + "/runs/{id}", ctx -> answers.send(ctx, forja.run(ctx.pathParam("id"))));
        routes.post(ROOT + "/runs/{id}/cancel", ctx -> answers.send(ctx, forja.cancel(ctx.pathParam("id"))));
        routes.get(ROOT + "/runs/{id}/logs", ctx -> answers.send(ctx, new Lines(forja.logs(ctx.pathParam("id"),
                number(ctx, "from", 0, Integer.MAX_VALUE)))));
        routes.post(ROOT + "/runs/{id}/undo", ctx -> answers.sendRows(ctx, forja.undo(ctx.pathParam("id"),
                answers.read(ctx, UndoWish.class).dryRun())));
        routes.get(ROOT + "/tables", ctx -> answers.sendRows(ctx, forja.tables()));
        // A table may be a path, which has slashes: it stands in the query.
        routes.get(ROOT + "/table", ctx -> answers.sendRows(ctx, forja.table(required(ctx, "name"))));
        routes.get(ROOT + "/history", ctx -> answers.sendRows(ctx, forja.history(required(ctx, "table"),
                number(ctx, "limit", LIST, 100_000))));
        routes.post(ROOT + "/tables/drop", ctx -> answers.sendRows(ctx,
                forja.drop(present(answers.read(ctx, DropRequest.class).table(), "table"))));
        routes.post(ROOT + "/tables/register", ctx -> {
            RegisterRequest wish = answers.read(ctx, RegisterRequest.class);
            answers.sendRows(ctx, forja.register(present(wish.table(), "table"), present(wish.path(), "path")));
        });
        routes.post(ROOT + "/tables/register-all", ctx -> answers.sendRows(ctx, forja.registerAll()));
        routes.post(ROOT + "/tables/restore", ctx -> {
            RestoreRequest wish = answers.read(ctx, RestoreRequest.class);
            answers.sendRows(ctx, forja.restore(present(wish.table(), "table"), wish.point(), wish.dryRun()));
        });
        routes.get(ROOT + "/snapshots", ctx -> answers.sendRows(ctx, forja.snapshots(ctx.queryParam("table"))));
        routes.post(ROOT + "/snapshots/expire", ctx -> {
            ExpireRequest wish = answers.read(ctx, ExpireRequest.class);
            answers.sendRows(ctx, forja.expireSnapshots(wish.table(), present(wish.olderThan(), "olderThan"),
                    present(wish.keepers(), "keepers"), wish.dryRun()));
        });
        routes.post(ROOT + "/sql", ctx -> {
            SqlRequest wish = answers.read(ctx, SqlRequest.class);
            answers.sendRows(ctx, forja.sql(present(wish.statement(), "statement"), wish.maxRows()));
        });
    }

    private void started(Context ctx, LiveRun run) {
        answers.send(ctx.status(201).header("Location", ROOT + "/runs/" + run.run().id()), run);
    }

    private RunRequest wish(Context ctx) {
        StartRequest wish = answers.read(ctx, StartRequest.class);
        return new RunRequest(present(wish.pipeline(), "pipeline"), wish.job(), wish.date(),
                Objects.requireNonNullElse(wish.params(), Map.of()));
    }

    private static <T> T present(@Nullable T value, String key) {
        if (value == null) {
            throw new HttpResponseException(400, "the key \"" + key + "\" is missing", Map.of("remedy", "send it"));
        }
        return value;
    }

    private static String required(Context ctx, String name) {
        String value = ctx.queryParam(name);
        if (value == null || value.isBlank()) {
            throw new HttpResponseException(400, name + " is missing", Map.of("remedy", "add ?" + name + "=..."));
        }
        return value;
    }

    private static int number(Context ctx, String name, int usual, int most) {
        String text = ctx.queryParam(name);
        if (text == null) {
            return usual;
        }
        if (!text.matches("[0-9]{1,10}") || Long.parseLong(text) > most) {
            throw new HttpResponseException(400, name + " is no number up to " + most, Map.of());
        }
        return Integer.parseInt(text);
    }

    private static @Nullable RunStatus runStatus(@Nullable String text) {
        if (text == null) {
            return null;
        }
        return Stream.of(RunStatus.values()).filter(known -> Json.text(known).equals(text)).findFirst()
                .orElseThrow(() -> new HttpResponseException(400, "\"" + text + "\" is no status of a run",
                        Map.of("remedy", "write one of " + String.join(", ",
                                Stream.of(RunStatus.values()).map(Json::text).toList()))));
    }
}

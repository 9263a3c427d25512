package io.forja.scheduler.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import io.forja.core.problem.ForjaException;
import io.forja.core.problem.InvalidDefinitionException;
import io.forja.core.problem.NotFoundException;
import io.forja.core.problem.Redaction;
import io.forja.core.yaml.InvalidValueException;
import io.forja.scheduler.json.Json;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** JSON in and out, failures included. */
final class Answers {

    private static final Logger LOG = LoggerFactory.getLogger(Answers.class);
    private static final String TYPE = "application/json";

    private final Redaction redaction;

    Answers(Redaction redaction) {
        this.redaction = redaction;
    }

    /** Sends a value without a secret in it. */
    void send(Context ctx, Object value) {
        ctx.contentType(TYPE).result(redaction.apply(text(value)));
    }

    /** Sends a value as it is: rows of tables, which nobody may change on their way. */
    void sendRows(Context ctx, Object value) {
        ctx.contentType(TYPE).result(text(value));
    }

    private static String text(Object value) {
        try {
            return Json.mapper().writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an answer cannot be written as JSON", e);
        }
    }

    /** Reads a request; a key that nobody knows is a mistake of the caller's and not passed over. */
    <T> T read(Context ctx, Class<T> type) {
        ObjectReader reader = Json.mapper().readerFor(type).with(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
        try {
            return Objects.requireNonNull(reader.readValue(ctx.body()));
        } catch (JsonProcessingException e) {
            throw new HttpResponseException(400, "the request cannot be read: " + e.getOriginalMessage(),
                    java.util.Map.of("remedy", "send the keys that the API documents"));
        } catch (NullPointerException e) {
            throw new HttpResponseException(400, "the request has no body", java.util.Map.of());
        }
    }

    void addFailuresTo(RoutesConfig routes) {
        routes.exception(NotFoundException.class, (e, ctx) -> fail(ctx, 404, Failure.of(e)));
        routes.exception(InvalidDefinitionException.class, (e, ctx) -> fail(ctx, 422, Failure.of(e)));
        routes.exception(ForjaException.class, (e, ctx) -> fail(ctx, e.retryable() ? 503 : 400, Failure.of(e)));
        routes.exception(InvalidValueException.class, (e, ctx) ->
                fail(ctx, 400, Failure.of(String.valueOf(e.getMessage()), e.remedy())));
        routes.exception(IllegalArgumentException.class, (e, ctx) ->
                fail(ctx, 400, Failure.of(String.valueOf(e.getMessage()), "")));
        routes.exception(HttpResponseException.class, (e, ctx) ->
                fail(ctx, e.getStatus(), Failure.of(wording(e), e.getDetails().getOrDefault("remedy", ""))));
        routes.exception(Exception.class, (e, ctx) -> {
            LOG.error("the request {} {} failed", ctx.method(), ctx.path(), e);
            fail(ctx, 500, Failure.of("the daemon made a mistake (" + e.getClass().getSimpleName() + ")",
                    "see the daemon's log"));
        });
    }

    private static String wording(HttpResponseException e) {
        return switch (e.getStatus()) {
            case 404 -> "there is nothing here";
            case 405 -> "this cannot be done here";
            case 413 -> "the request is too long";
            default -> String.valueOf(e.getMessage());
        };
    }

    private void fail(Context ctx, int status, Failure failure) {
        ctx.status(status).contentType(TYPE).result(redaction.apply(text(failure)));
    }
}

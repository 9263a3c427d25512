package io.forja.scheduler.notify;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.forja.core.problem.Redaction;
import io.forja.core.run.RunRecord;
import io.forja.core.yaml.Durations;
import io.forja.scheduler.config.NotifyTarget;
import io.forja.scheduler.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The addresses that are told of runs. Thread-safe. */
public final class Webhooks {

    private static final Duration CONNECT = Duration.ofSeconds(5);

    /**
     * What came of a message.
     *
     * @param again whether another attempt may fare better
     * @param why what went wrong, without a secret; empty where it arrived
     */
    record Answer(boolean arrived, boolean again, String why) {
        static final Answer ARRIVED = new Answer(true, false, "");
    }

    /** The document that is sent; {@code text} is what chat services show. */
    record Message(
            String text, String event, String pipeline, String run, String status, String logicalTime, String trigger,
            @Nullable String startedAt, @Nullable String finishedAt, @Nullable Double durationSeconds,
            @Nullable String error) {}

    private final Map<String, NotifyTarget> targets;
    private final Redaction redaction;
    private @Nullable HttpClient client;

    /** @param redaction what no message may contain */
    public Webhooks(Map<String, NotifyTarget> targets, Redaction redaction) {
        this.targets = targets;
        this.redaction = redaction;
    }

    int attempts(String target) {
        NotifyTarget known = targets.get(target);
        return known == null ? 1 : known.attempts();
    }

    Answer post(String name, String kind, RunRecord run) {
        NotifyTarget target = targets.get(name);
        if (target == null) {
            return new Answer(false, false, "forja.yaml has no notify." + name);
        }
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(target.webhook()))
                    .timeout(target.timeout())
                    .header("Content-Type", "application/json")
                    .header("User-Agent", "forja")
                    .header("Idempotency-Key", run.id() + "/" + kind)
                    .POST(HttpRequest.BodyPublishers.ofString(body(kind, run)))
                    .build();
            int status = client().send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
            if (status / 100 == 2) {
                return Answer.ARRIVED;
            }
            boolean again = status >= 500 || status == 408 || status == 429;
            return new Answer(false, again, "its address answered " + status);
        } catch (IOException e) {
            return new Answer(false, true, redaction.apply("its address did not answer (" + e.getClass().getSimpleName()
                    + (e.getMessage() == null ? "" : ": " + e.getMessage()) + ")"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Answer(false, true, "the process ends");
        }
    }

    /** Made for the first message: most commands send none, and a client has threads of its own. */
    private synchronized HttpClient client() {
        if (client == null) {
            client = HttpClient.newBuilder().connectTimeout(CONNECT).followRedirects(HttpClient.Redirect.NEVER).build();
        }
        return client;
    }

    private String body(String kind, RunRecord run) throws JsonProcessingException {
        String error = run.error() == null ? null : redaction.apply(run.error());
        Double seconds = run.finishedAt() == null ? null : run.duration(run.finishedAt())
                .map(duration -> duration.toMillis() / 1000.0).orElse(null);
        Message message = new Message(text(kind, run, error), kind, run.pipeline(), run.id(),
                Json.text(run.status()), run.logicalTime().toString(), Json.text(run.trigger()),
                run.startedAt() == null ? null : run.startedAt().toString(),
                run.finishedAt() == null ? null : run.finishedAt().toString(), seconds, error);
        return redaction.apply(Json.mapper().writeValueAsString(message));
    }

    private static String text(String kind, RunRecord run, @Nullable String error) {
        String took = run.finishedAt() == null ? "" : run.duration(run.finishedAt())
                .map(duration -> " after " + Durations.format(duration.truncatedTo(ChronoUnit.SECONDS))).orElse("");
        String what = switch (kind) {
            case "failure" -> "failed" + took;
            case "recovery" -> "is well again: it succeeded" + took;
            default -> "succeeded" + took;
        };
        return run.pipeline() + " " + what + " (" + run.id() + ")" + (error == null ? "" : ": " + error);
    }
}

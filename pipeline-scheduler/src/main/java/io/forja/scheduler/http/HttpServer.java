package io.forja.scheduler.http;

import io.forja.core.problem.ForjaException;
import io.forja.core.problem.Redaction;
import io.forja.scheduler.api.DaemonStatus;
import io.forja.scheduler.api.Forja;
import io.forja.scheduler.api.Health;
import io.forja.scheduler.config.Http;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import java.net.BindException;
import java.net.URI;
import java.util.function.Supplier;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/**
 * The daemon's ears: {@code /metrics} and {@code /health} for machines that watch, {@code /api/v1} for people and the
 * command line. {@link RemoteForja} is its client.
 */
public final class HttpServer implements AutoCloseable {

    private static final String METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    /** The longest request: a statement of SQL, parameters of a run. */
    private static final long MOST_BYTES = 1_000_000;

    private static final int THREADS = 32;

    private final Http settings;
    private final Forja forja;
    private final DaemonStatus status;
    private final Supplier<String> metrics;
    private final Answers answers;
    private @Nullable Javalin server;

    /** @param metrics the metrics in Prometheus' text format */
    public HttpServer(
            Http settings, Forja forja, DaemonStatus status, Supplier<String> metrics, Redaction redaction) {
        this.settings = settings;
        this.forja = forja;
        this.status = status;
        this.metrics = metrics;
        this.answers = new Answers(redaction);
    }

    /**
     * Listens.
     *
     * @throws ForjaException when the port is taken
     */
    public void start() {
        try {
            server = Javalin.create(this::configure).start(settings.bind(), settings.port());
        } catch (RuntimeException e) {
            if (isBindFailure(e)) {
                throw new ForjaException("the port " + settings.port() + " at " + settings.bind()
                        + " cannot be listened at: another program has it, or the address is not this machine's",
                        "end that program, or set http.port to another one", false, e);
            }
            throw e;
        }
    }

    private static boolean isBindFailure(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof BindException || cause.getClass().getSimpleName().equals("JavalinBindException")) {
                return true;
            }
        }
        return false;
    }

    private void configure(JavalinConfig config) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        config.http.maxRequestSize = MOST_BYTES;
        config.http.prefer405over404 = true;
        config.jetty.threadPool = threads();
        config.jetty.modifyHttpConfiguration(http -> {
            http.setSendServerVersion(false);
            http.setSendXPoweredBy(false);
        });
        config.routes.before("/api/*", new Guard(settings));
        config.routes.get("/metrics", ctx -> ctx.contentType(METRICS_TYPE).result(metrics.get()));
        config.routes.get("/health/live", ctx -> {
            Health health = status.health();
            answers.send(ctx.status(health.live() ? 200 : 503), health);
        });
        config.routes.get("/health/ready", ctx -> {
            Health health = status.health();
            answers.send(ctx.status(health.ready() ? 200 : 503), health);
        });
        new ApiRoutes(forja, status, answers).addTo(config.routes);
        answers.addFailuresTo(config.routes);
    }

    private static QueuedThreadPool threads() {
        QueuedThreadPool threads = new QueuedThreadPool(THREADS, 4);
        threads.setName("forja-http");
        threads.setDaemon(true);
        return threads;
    }

    /** Where a process of this machine reaches it, once started. */
    public URI url() {
        if (server == null) {
            throw new IllegalStateException("the server is not started");
        }
        String bind = settings.bind();
        boolean everywhere = bind.equals("0.0.0.0") || bind.equals("::") || bind.equals("[::]");
        String host = everywhere ? "127.0.0.1" : bind.contains(":") && !bind.startsWith("[") ? "[" + bind + "]" : bind;
        return URI.create("http://" + host + ":" + server.port());
    }

    @Override
    public void close() {
        if (server != null) {
            server.stop();
        }
    }
}

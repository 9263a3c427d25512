package io.forja.scheduler.testing;

import io.forja.core.problem.Redaction;
import io.forja.core.run.RunQuery;
import io.forja.core.run.RunRecord;
import io.forja.scheduler.daemon.Daemon;
import io.forja.scheduler.daemon.Setup;
import io.forja.scheduler.ledger.SqlLedger;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;

/** A daemon that is up, with what a test asks of it. */
public final class RunningDaemon implements AutoCloseable {

    private final Setup setup;
    private final Daemon daemon;
    private final SqlLedger ledger;

    private RunningDaemon(Setup setup) {
        this.setup = setup;
        this.daemon = new Daemon(setup);
        this.ledger = new SqlLedger(setup.database(), new Redaction());
    }

    public static RunningDaemon start(Home home, Clock clock) {
        RunningDaemon running = new RunningDaemon(home.setup(clock));
        try {
            running.daemon.start();
            return running;
        } catch (RuntimeException e) {
            running.close();
            throw e;
        }
    }

    public Daemon daemon() {
        return daemon;
    }

    public Setup setup() {
        return setup;
    }

    public SqlLedger ledger() {
        return ledger;
    }

    /** A pipeline's runs, oldest logical time first. */
    public List<RunRecord> runs(String pipeline) {
        return ledger.runs(new RunQuery(pipeline, null, 10_000)).stream()
                .sorted(Comparator.comparing(RunRecord::logicalTime).thenComparing(RunRecord::rerun)).toList();
    }

    /** The value of a series in /metrics, or NaN where it is not there. */
    public double metric(String series) {
        return get("/metrics").body().lines().filter(line -> line.startsWith(series + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(series.length() + 1))).findFirst()
                .orElse(Double.NaN);
    }

    public HttpResponse<String> get(String path) {
        return send(HttpRequest.newBuilder(daemon.url().resolve(path)).build());
    }

    public static HttpResponse<String> send(HttpRequest request) {
        try {
            return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new IllegalStateException(URI.create(request.uri().toString()) + " did not answer", e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        daemon.close();
        setup.database().close();
    }
}

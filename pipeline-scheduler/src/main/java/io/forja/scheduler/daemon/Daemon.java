package io.forja.scheduler.daemon;

import io.forja.core.problem.ForjaException;
import io.forja.core.problem.Problem;
import io.forja.core.run.RunListener;
import io.forja.scheduler.api.DaemonStatus;
import io.forja.scheduler.api.Forja;
import io.forja.scheduler.config.StateFolder;
import io.forja.scheduler.http.HttpServer;
import io.forja.scheduler.ledger.StateLock;
import io.forja.scheduler.metrics.ForjaMetrics;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The process that runs pipelines at their times.
 *
 * <p>It comes up in one order: nobody else has this state or serves this lake; what a dead process left is decided about; missed times are
 * caught up; then the clock runs. From then on it looks around every second: at the clock, at the pipelines' files, and
 * every few seconds at what other processes left. It may be used once.
 */
public final class Daemon implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Daemon.class);
    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final int LOOKS_PER_SWEEP = 5;
    private static final int LOOKS_PER_PURGE = 3600;

    private final Setup setup;
    private final StateFolder state;
    private final ForjaMetrics metrics;
    private final Workshop workshop;
    private final Fires fires;
    private final Chores chores;
    private final LiveStatus status;
    private final Forja forja;
    private final ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "forja-daemon");
        thread.setDaemon(true);
        return thread;
    });
    private final Set<String> toKeep = new LinkedHashSet<>();
    private @Nullable DaemonLock lock;
    private @Nullable StateLock place;
    private @Nullable LakeLease lease;
    private volatile Runnable whenPlaceIsLost = () -> {};
    private @Nullable HttpServer http;
    private long looks;
    private boolean closed;

    public Daemon(Setup setup) {
        this.setup = setup;
        this.state = setup.config().state().files();
        this.metrics = new ForjaMetrics(setup.clock());
        this.chores = new Chores(setup, metrics);
        this.workshop = new Workshop(setup, List.<RunListener>of(metrics.listener(), chores));
        this.fires = new Fires(setup, workshop, metrics);
        this.status = new LiveStatus(setup, workshop, fires.alarm());
        this.forja = new LocalForja(setup, workshop, chores::dropped, false);
        metrics.watch(workshop.engine());
    }

    /**
     * Comes up: recovers what a dead process left, catches up on missed times, arms the clock, listens.
     *
     * @throws ForjaException when another daemon has the same state or serves the lake, or the port is taken
     */
    public void start() {
        lock = DaemonLock.take(state);
        Predicate<String> known = setup::isGone;
        Predicate<String> surelyGone = known.or(lock.lastOwner()::equals);
        place = StateLock.take(setup.database(), setup.self().toString());
        takeLake(surelyGone);
        // Who had the state on another machine might only have lost its connection, but not the lake as well.
        Predicate<String> isGone = surelyGone.or(place.lastOwner()::equals);
        workshop.folder().refresh();
        tellProblems();
        workshop.folder().all().forEach(this::meter);
        workshop.endDeadRuns(isGone);
        // Nothing runs before it is sure that this daemon will be up.
        http = new HttpServer(setup.config().http(), forja, status, metrics::scrape, setup.redaction());
        http.start();
        workshop.takeOver(isGone);
        lock.sign(setup.self().toString());
        place.sign(setup.clock().instant());
        workshop.folder().all().forEach(fires::keep);
        fires.alarm().start();
        beat();
        status.up();
        ticker.scheduleWithFixedDelay(this::look, LOOK.toMillis(), LOOK.toMillis(), TimeUnit.MILLISECONDS);
        new DaemonFile(url(), setup.self().toString(), setup.clock().instant(), setup.config().http().token())
                .write(state);
        LOG.info("the daemon is up at {} with {} pipelines of {}", url(), workshop.folder().all().size(),
                setup.config().pipelines());
    }

    private void takeLake(Predicate<String> isGone) {
        if (setup.lease() != null) {
            LakeLease taken = new LakeLease(setup.lease(), setup.self(), setup.clock());
            lease = taken;
            taken.take(isGone);
            taken.keep(() -> whenPlaceIsLost.run());
        }
    }

    /**
     * Says what to do once another daemon serves the lake or has the state, since this one was away for too long; by
     * default nothing.
     */
    public void onPlaceLost(Runnable action) {
        whenPlaceIsLost = action;
    }

    /** Where it listens, once started. */
    public URI url() {
        if (http == null) {
            throw new IllegalStateException("the daemon is not started");
        }
        return http.url();
    }

    /** What it tells of itself. */
    public DaemonStatus status() {
        return status;
    }

    /** Forja as this daemon runs it. */
    public Forja forja() {
        return forja;
    }

    /** For meters of others, such as the engine behind the jobs. */
    public ForjaMetrics metrics() {
        return metrics;
    }

    /** For a listener of the engine: a run's first Spark job began. May be called any number of times for a run. */
    public void firstSparkJob(String runId) {
        metrics.firstSparkJob(runId, setup.clock().instant());
    }

    private void look() {
        looks++;
        attempt("the clock", () -> {
            fires.alarm().check();
            fires.work();
        });
        attempt("the pipelines' files", this::reload);
        if (looks % LOOKS_PER_SWEEP == 0) {
            attempt("its place at the state database", this::keepPlace);
            attempt("what other processes left", () -> {
                workshop.endDeadRuns(setup::isGone);
                workshop.takeOver(setup::isGone);
            });
        }
        if (looks % LOOKS_PER_PURGE == 1) {
            chores.purge(workshop.ledger());
        }
        beat();
    }

    private void keepPlace() {
        if (place != null && !place.isHeld()) {
            LOG.error("another daemon has the state now: this one had lost its connection to it, and stops");
            whenPlaceIsLost.run();
        }
    }

    private void beat() {
        metrics.heartbeat(setup.clock().instant());
        status.beat();
    }

    private static void attempt(String what, Runnable work) {
        try {
            work.run();
        } catch (ForjaException e) {
            LOG.error("could not look after {}: {}", what, e.getMessage());
        } catch (RuntimeException e) {
            LOG.error("could not look after {}", what, e);
        }
    }

    private void reload() {
        PipelineFolder.Changes changes = workshop.folder().refresh();
        if (changes.problems()) {
            tellProblems();
        }
        for (String name : changes.removed()) {
            LOG.info("the pipeline {} is gone", name);
            metrics.remove(name);
            toKeep.remove(name);
            fires.forget(name);
        }
        for (PlannedPipeline pipeline : changes.changed()) {
            LOG.info("the pipeline {} is loaded from {}", pipeline.name(), pipeline.loaded().file());
            meter(pipeline);
            toKeep.add(pipeline.name());
        }
        // What the ledger did not take stays for the next look.
        for (String name : List.copyOf(toKeep)) {
            workshop.folder().find(name).ifPresent(fires::keep);
            toKeep.remove(name);
        }
    }

    private void meter(PlannedPipeline pipeline) {
        chores.meter(pipeline, workshop.ledger());
    }

    private void tellProblems() {
        List<Problem> problems = workshop.folder().problems();
        metrics.definitionErrors(problems.size());
        problems.forEach(problem -> LOG.error("{}", problem));
    }

    /** What it looks at now it may finish; a ledger that is locked is no reason to wait for long. */
    private void endTicker() {
        ticker.shutdown();
        try {
            ticker.awaitTermination(2, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** No new fires; what runs may end, is cancelled after a while, and all is over within {@code daemon.grace}. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        LOG.info("the daemon stops");
        status.down();
        endTicker();
        fires.alarm().close();
        Duration grace = setup.config().daemon().grace().minus(Workshop.CANCEL_TIME);
        workshop.stop(grace.isNegative() ? Duration.ZERO : grace);
        Optional.ofNullable(http).ifPresent(HttpServer::close);
        chores.close();
        metrics.close();
        Optional.ofNullable(lease).ifPresent(LakeLease::close);
        Optional.ofNullable(place).ifPresent(StateLock::close);
        if (lock != null) {
            DaemonFile.remove(state);
            lock.close();
        }
        LOG.info("the daemon is down");
    }
}

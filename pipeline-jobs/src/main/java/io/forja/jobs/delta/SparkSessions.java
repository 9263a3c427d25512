package io.forja.jobs.delta;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.spark.SparkConf;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one Spark session, started at the first need and kept warm. One that died is started anew. Thread-safe.
 */
public final class SparkSessions implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SparkSessions.class);

    private final SparkSettings settings;
    private final Locations locations;
    private final List<Consumer<SparkSession>> onStart = new ArrayList<>();
    private @Nullable SparkSession session;

    public SparkSessions(SparkSettings settings, Locations locations) {
        this.settings = settings;
        this.locations = locations;
    }

    /** Calls back with every session that is started, before anyone else gets it. */
    public synchronized void onStart(Consumer<SparkSession> prepare) {
        onStart.add(prepare);
    }

    /** Adds a listener to every session that is started. */
    public void listen(SparkListener listener) {
        onStart(started -> started.sparkContext().addSparkListener(listener));
    }

    /** The session, for reading its state; work is done in a session of its own, see {@link #fresh}. */
    public synchronized SparkSession session() {
        SparkSession current = session;
        if (current != null && current.sparkContext().isStopped()) {
            LOG.warn("the Spark session has stopped; starting a new one");
            current = null;
        }
        if (current == null) {
            current = start();
            session = current;
        }
        return current;
    }

    /** A session with its own settings and temporary views, on the same warm engine. */
    public SparkSession fresh() {
        SparkSession fresh = session().newSession();
        SparkSession.setActiveSession(fresh);
        return fresh;
    }

    private SparkSession start() {
        SparkConf conf = new SparkConf(false);
        settings.all(locations, Runtime.getRuntime().availableProcessors()).forEach(conf::set);
        SparkSession.clearActiveSession();
        SparkSession.clearDefaultSession();
        SparkSession started = SparkSession.builder().config(conf).getOrCreate();
        settings.openStores(started.sparkContext().hadoopConfiguration());
        onStart.forEach(prepare -> prepare.accept(started));
        return started;
    }

    @Override
    public synchronized void close() {
        if (session != null) {
            session.stop();
            session = null;
        }
    }
}

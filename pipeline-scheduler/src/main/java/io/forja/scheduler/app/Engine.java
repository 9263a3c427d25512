package io.forja.scheduler.app;

import io.forja.core.lake.Lake;
import io.forja.jobs.delta.Lakehouse;
import io.forja.jobs.delta.Locations;
import io.forja.scheduler.config.ForjaConfig;
import io.forja.scheduler.ledger.StateDatabase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The state database, and Spark from the moment that something needs it. Thread-safe. */
final class Engine implements AutoCloseable {

    private final ForjaConfig config;
    private final Path folder;
    private final StateDatabase database;
    private final List<Consumer<String>> firstSparkJob = new ArrayList<>();
    private @Nullable SparkEngine spark;

    /** @param folder what relative paths of the lake are meant from */
    Engine(ForjaConfig config, Path folder, StateDatabase database) {
        this.config = config;
        this.folder = folder;
        this.database = database;
    }

    /** Where the lake is, without starting anything or loading what could. */
    static Locations locations(ForjaConfig config, Path folder) {
        return new Locations(folder, config.lakehouse().warehouse(), config.lakehouse().snapshots());
    }

    StateDatabase database() {
        return database;
    }

    /** Starts Spark at the first call that needs it. */
    Lake lake() {
        return new LazyLake(() -> spark().lake());
    }

    Lakehouse lakehouse() {
        return spark().lakehouse();
    }

    /** @param runId hears of a run once its first Spark job begins; before Spark is started */
    synchronized void onFirstSparkJob(Consumer<String> runId) {
        firstSparkJob.add(runId);
    }

    private synchronized SparkEngine spark() {
        if (spark == null) {
            SparkEngine made = new SparkEngine(config, folder, database);
            firstSparkJob.forEach(made::onFirstSparkJob);
            spark = made;
        }
        return spark;
    }

    @Override
    public synchronized void close() {
        if (spark != null) {
            spark.close();
        }
        database.close();
    }
}

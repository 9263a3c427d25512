package io.forja.scheduler.app;

import io.forja.core.lake.Lake;
import io.forja.jobs.delta.Catalogue;
import io.forja.jobs.delta.Lakehouse;
import io.forja.jobs.delta.Locations;
import io.forja.jobs.lake.SparkLake;
import io.forja.jobs.delta.SparkSessions;
import io.forja.jobs.delta.SparkSettings;
import io.forja.jobs.s3.S3Conf;
import io.forja.jobs.s3.Trust;
import io.forja.scheduler.config.ForjaConfig;
import io.forja.scheduler.ledger.SqlCatalogueStore;
import io.forja.scheduler.ledger.StateDatabase;
import java.nio.file.Path;
import java.util.function.Consumer;

/** What loads Spark's classes; {@link Engine} makes it when something needs them. */
final class SparkEngine implements AutoCloseable {

    private final SparkSessions sessions;
    private final Lakehouse lakehouse;
    private final SparkLake lake;

    SparkEngine(ForjaConfig config, Path folder, StateDatabase database) {
        Locations locations = Engine.locations(config, folder);
        this.sessions = new SparkSessions(settings(config), locations);
        Catalogue catalogue = new Catalogue(new SqlCatalogueStore(database), locations);
        this.lakehouse = new Lakehouse(sessions, catalogue, locations, config.connections());
        this.lake = new SparkLake(lakehouse);
    }

    /** How Spark and the file systems are set up, without starting anything. */
    static SparkSettings settings(ForjaConfig config) {
        Trust.of(config.storage().s3()).useInJava(config.state().files().trustStore());
        return new SparkSettings(config.spark().master(), config.spark().conf(), S3Conf.of(config.storage().s3()));
    }

    void onFirstSparkJob(Consumer<String> runId) {
        sessions.listen(new FirstSparkJobs(runId));
    }

    Lakehouse lakehouse() {
        return lakehouse;
    }

    Lake lake() {
        return lake;
    }

    @Override
    public void close() {
        lake.close();
        sessions.close();
    }
}

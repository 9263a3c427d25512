package io.forja.scheduler.metrics;

import io.forja.core.job.TableChange;
import io.forja.core.lake.SnapshotInfo;
import io.forja.core.lake.TableInfo;
import io.forja.core.run.JobRecord;
import io.forja.core.run.RunEngine;
import io.forja.core.run.RunListener;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Everything that is measured, in the form that Prometheus reads. Units are seconds and bytes, labels have few values
 * (a run's id is never one), and every series of a loaded pipeline is there from the start. Thread-safe.
 */
public final class ForjaMetrics implements AutoCloseable {

    /** The job type after which there are more snapshots. */
    public static final String SNAPSHOT_JOB = "snapshot";

    /** How Prometheus asks for it. */
    public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics gc = new JvmGcMetrics();
    private final RunMetrics runs;
    private final TableMetrics tables;
    private final AtomicLong definitionErrors = new AtomicLong();
    private final AtomicLong heartbeatMillis = new AtomicLong();

    public ForjaMetrics(Clock clock) {
        tables = new TableMetrics(registry, clock);
        runs = new RunMetrics(registry, tables);
        Gauge.builder("forja.definition.errors", definitionErrors, AtomicLong::get)
                .description("Problems in the pipelines' files as they are now.")
                .register(registry);
        TimeGauge.builder("forja.scheduler.heartbeat.timestamp", heartbeatMillis, TimeUnit.MILLISECONDS, AtomicLong::get)
                .description("When the scheduler last looked at its clock, in seconds since 1970.")
                .register(registry);
        List.of(new JvmMemoryMetrics(), gc, new JvmThreadMetrics(), new ClassLoaderMetrics(), new ProcessorMetrics(),
                new UptimeMetrics(), new FileDescriptorMetrics()).forEach(binder -> binder.bindTo(registry));
    }

    /** Hears of runs. */
    public RunListener listener() {
        return runs;
    }

    /** For meters of others, such as the engine behind the jobs. */
    public MeterRegistry registry() {
        return registry;
    }

    /** Shows how many runs an engine has. */
    public void watch(RunEngine engine) {
        Gauge.builder("forja.runs.running", engine, RunEngine::runningCount)
                .description("Runs that have their place now.")
                .register(registry);
        Gauge.builder("forja.runs.queued", engine, RunEngine::queuedCount)
                .description("Runs that wait for their place now.")
                .register(registry);
    }

    /** A pipeline is there, or has another form: its series begin at zero, those that it no longer has are gone. */
    public void pipeline(MeteredPipeline pipeline) {
        runs.add(pipeline);
    }

    /** A pipeline is gone, and its series with it. */
    public void remove(String pipeline) {
        runs.remove(pipeline);
    }

    /** Fires were missed. */
    public void misfired(String pipeline, String policy, int fires) {
        runs.misfired(pipeline, policy, fires);
    }

    /** A run's first Spark job began; what comes after the first call for a run changes nothing. */
    public void firstSparkJob(String runId, Instant at) {
        runs.firstSparkJob(runId, at);
    }

    public void definitionErrors(int count) {
        definitionErrors.set(count);
    }

    public void heartbeat(Instant at) {
        heartbeatMillis.set(at.toEpochMilli());
    }

    /** What is known of a table from a run in the ledger. */
    public void table(String table, long version, Instant changedAt) {
        tables.changed(table, version, changedAt);
    }

    /** A table's size as it is now. */
    public void measured(TableInfo table) {
        tables.measured(table);
    }

    /** The tables that have series now. */
    public Set<String> tables() {
        return tables.known();
    }

    /** A table is gone, and its series with it. */
    public void removeTable(String table) {
        tables.gone(table);
    }

    /** All snapshots that there are. */
    public void snapshots(List<SnapshotInfo> all) {
        tables.snapshots(all);
    }

    /** All series in Prometheus' text format. */
    public String scrape() {
        return registry.scrape();
    }

    @Override
    public void close() {
        gc.close();
        registry.close();
    }

    /** Bounds of the histograms, from a quick append to a night's work. */
    static Duration[] runBuckets() {
        return new Duration[] {Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofSeconds(15),
            Duration.ofMinutes(1), Duration.ofMinutes(5), Duration.ofMinutes(15), Duration.ofHours(1),
            Duration.ofHours(4)};
    }

    /** Bounds of the delays, within which a schedule is kept or not. */
    static Duration[] delayBuckets() {
        return new Duration[] {Duration.ofMillis(50), Duration.ofMillis(200), Duration.ofSeconds(1),
            Duration.ofSeconds(2), Duration.ofSeconds(5), Duration.ofSeconds(30), Duration.ofMinutes(5),
            Duration.ofHours(1)};
    }

    /** The tables of a job that have series. A snapshot is a copy under a name of its own each time, which none follows. */
    public static List<TableChange> followed(JobRecord job) {
        return job.type().equals(SNAPSHOT_JOB) ? List.of() : job.result().tables();
    }
}

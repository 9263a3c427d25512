package io.forja.jobs;

import io.forja.core.definition.Cron;
import io.forja.core.definition.Environment;
import io.forja.core.definition.LoadedPipeline;
import io.forja.core.definition.PipelineDefinition;
import io.forja.core.definition.PipelineLoader;
import io.forja.core.definition.RunValues;
import io.forja.core.definition.TableRef;
import io.forja.core.job.Cancellation;
import io.forja.core.job.JobCatalog;
import io.forja.core.job.JobContext;
import io.forja.core.job.JobProgress;
import io.forja.core.job.JobResult;
import io.forja.core.lake.CatalogueStore;
import io.forja.core.lake.Connection;
import io.forja.core.plan.PlannedJob;
import io.forja.core.plan.Planner;
import io.forja.core.problem.Problems;
import io.forja.core.problem.Redaction;
import io.forja.core.yaml.InvalidValueException;
import io.forja.jobs.delta.Catalogue;
import io.forja.jobs.delta.Lakehouse;
import io.forja.jobs.delta.Locations;
import io.forja.jobs.delta.SparkSessions;
import io.forja.jobs.delta.SparkSettings;
import io.forja.jobs.delta.TableReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * A lake in a folder of its own, on the one Spark session of the test run, and the words that tests speak of it in:
 * given files, when a pipeline runs, then the tables.
 */
public final class TestLake {

    /** One engine for every test of the JVM; each lake has its own catalogue and folder. */
    private static final SparkSessions SESSIONS = new SparkSessions(
            new SparkSettings("local[2]", Map.of("spark.sql.shuffle.partitions", "3")),
            new Locations(Path.of("target", "test-warehouse").toAbsolutePath(), "default", "snapshots"));

    private final Path folder;
    private final Map<String, Connection> connections = new LinkedHashMap<>();
    private final CatalogueStore store = new InMemoryCatalogueStore();
    private final Instant now;
    private int runs;

    private TestLake(Path folder, Instant now) {
        this.folder = folder;
        this.now = now;
    }

    /** An empty lake; its tables of older lakes are forgotten. */
    public static TestLake in(Path folder) {
        return new TestLake(folder, Instant.parse("2026-11-29T05:00:00Z"));
    }

    public TestLake with(String connection, String url) {
        connections.put(connection, new Connection(url, "sa", ""));
        return this;
    }

    public Lakehouse lakehouse() {
        Locations locations = new Locations(folder, "lake/warehouse", "lake/snapshots");
        Catalogue catalogue = new Catalogue(store, locations);
        catalogue.refresh(SESSIONS.session());
        return new Lakehouse(SESSIONS, catalogue, locations, connections);
    }

    public SparkSession spark() {
        return SESSIONS.session();
    }

    public CatalogueStore store() {
        return store;
    }

    public Path path(String name) {
        return folder.resolve(name);
    }

    public Path file(String name, String... lines) {
        return file(name, (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    public Path file(String name, byte[] bytes) {
        try {
            Path file = folder.resolve(name);
            Files.createDirectories(file.getParent());
            return Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs every job of a pipeline in its order, each in one attempt, and gives their results by job. */
    public Map<String, JobResult> run(String yaml) throws Exception {
        return run(yaml, Map.of());
    }

    public Map<String, JobResult> run(String yaml, Map<String, String> params) throws Exception {
        Map<String, JobResult> results = new LinkedHashMap<>();
        String runId = "run-" + ++runs;
        JobCatalog catalog = BuiltInJobs.catalog(this::lakehouse);
        PipelineDefinition definition = resolve(yaml, runId, params);
        for (PlannedJob job : plan(yaml, definition)) {
            results.put(job.name(), catalog.create(job.definition()).run(context(runId, definition.pipeline(), job)));
        }
        return results;
    }

    /** Runs a pipeline of one job and gives its result. */
    public JobResult runJob(String job) throws Exception {
        return runJob("run-" + ++runs, 1, job);
    }

    /** Another attempt of a run's only job. */
    public JobResult runJob(String runId, int attempt, String job) throws Exception {
        String yaml = "pipeline: p\njobs:\n  j:\n" + job.indent(4);
        PipelineDefinition definition = resolve(yaml, runId, Map.of());
        PlannedJob planned = plan(yaml, definition).get(0);
        JobContext context = new JobContext(runId, "p", "j", now, attempt, Clock.fixed(now, ZoneOffset.UTC),
                new Cancellation(), JobProgress.NONE);
        return BuiltInJobs.catalog(this::lakehouse).create(planned.definition()).run(context);
    }

    private JobContext context(String runId, String pipeline, PlannedJob job) {
        return new JobContext(runId, pipeline, job.name(), now, 1, Clock.fixed(now, ZoneOffset.UTC),
                new Cancellation(), JobProgress.NONE);
    }

    public static PipelineLoader loader() {
        Cron.Syntax none = text -> {
            throw new InvalidValueException("no schedules here", "");
        };
        return new PipelineLoader(BuiltInJobs.catalog(() -> {
            throw new IllegalStateException("validating needs no engine");
        }).definitions(), none, Environment.EMPTY, new Redaction());
    }

    private PipelineDefinition resolve(String yaml, String runId, Map<String, String> params) {
        Problems problems = new Problems();
        LoadedPipeline loaded = loader().read("test.yaml", yaml, problems).orElse(null);
        problems.throwIfAny();
        return loader().resolve(loaded, new RunValues(runId, now, ZoneOffset.UTC, params));
    }

    private static List<PlannedJob> plan(String yaml, PipelineDefinition definition) {
        Problems problems = new Problems();
        LoadedPipeline loaded = loader().read("test.yaml", yaml, problems).orElseThrow();
        var plan = Planner.plan(definition, loaded.source(), problems);
        problems.throwIfAny();
        return plan.orElseThrow().jobs();
    }

    public Dataset<Row> table(String name) {
        return new TableReader(lakehouse()).read(SESSIONS.session(), new TableRef(name));
    }

    /** The rows of a query, each as its values with commas between. */
    public List<String> rows(String sql) {
        lakehouse();
        return SESSIONS.session().sql(sql).collectAsList().stream().map(row -> row.mkString(",")).toList();
    }
}

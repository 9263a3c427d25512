package io.forja.jobs;

import io.forja.core.definition.Cron;
import io.forja.core.definition.Environment;
import io.forja.core.definition.JobDefinition;
import io.forja.core.definition.LoadedPipeline;
import io.forja.core.definition.PipelineDefinition;
import io.forja.core.definition.PipelineLoader;
import io.forja.core.definition.RunValues;
import io.forja.core.definition.TableRef;
import io.forja.core.job.Cancellation;
import io.forja.core.job.JobCatalog;
import io.forja.core.job.JobContext;
import io.forja.core.job.JobPreview;
import io.forja.core.job.JobProgress;
import io.forja.core.job.JobResult;
import io.forja.core.lake.CatalogueStore;
import io.forja.core.lake.Connection;
import io.forja.core.plan.PlannedJob;
import io.forja.core.plan.Planner;
import io.forja.core.problem.Problems;
import io.forja.core.problem.Redaction;
import io.forja.core.testing.S3Server;
import io.forja.core.yaml.InvalidValueException;
import io.forja.jobs.delta.Catalogue;
import io.forja.jobs.delta.Lakehouse;
import io.forja.jobs.delta.Locations;
import io.forja.jobs.delta.SparkSessions;
import io.forja.jobs.delta.SparkSettings;
import io.forja.jobs.delta.TableReader;
import io.forja.jobs.s3.S3Conf;
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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * A lake in a folder of its own, on the one Spark session of the test run, and the words that tests speak of it in:
 * given files, when a pipeline runs, then the tables.
 */
public final class TestLake {

    private static final Instant NOW = Instant.parse("2026-11-29T05:00:00Z");

    /** More than one, so that what belongs together has to find each other; each part costs a task. */
    private static final int SHUFFLES = 2;

    /** One engine for every test of the JVM; each lake has its own catalogue and folder. */
    private static final SparkSessions SESSIONS =
            sessions(SHUFFLES, new Locations(Path.of("target", "test-warehouse"), "default", "snapshots"));

    private static final AtomicInteger RUNS = new AtomicInteger();

    private final Path folder;
    private final Locations locations;
    private final CatalogueStore store;
    private final SparkSessions sessions;
    private final Catalogue catalogue;
    private final Map<String, Connection> connections = new LinkedHashMap<>();
    private Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
    private Instant logicalTime = NOW;

    private TestLake(Path folder, Locations locations, CatalogueStore store, SparkSessions sessions) {
        this.folder = folder;
        this.locations = locations;
        this.store = store;
        this.sessions = sessions;
        this.catalogue = new Catalogue(store, locations);
    }

    /** An empty lake; the session that it shares forgets the tables of older lakes. */
    public static TestLake in(Path folder) {
        return in(folder, new InMemoryCatalogueStore());
    }

    public static TestLake in(Path folder, CatalogueStore store) {
        return new TestLake(folder, locations(folder), store, SESSIONS);
    }

    /** An empty lake in a bucket of its own; what is no table, such as a file to read, is in the folder. */
    public static TestLake inBucket(S3Server server, String bucket, Path folder) {
        server.bucket(bucket);
        Configuration hadoop = SESSIONS.session().sparkContext().hadoopConfiguration();
        S3Conf.of(server.settings()).forEach(hadoop::set);
        try {
            // Spark's catalogue has the settings of the time when the session began, and takes the store that is open.
            new org.apache.hadoop.fs.Path("s3a://" + bucket + "/").getFileSystem(hadoop);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new TestLake(folder, new Locations(folder, "s3a://" + bucket + "/warehouse",
                "s3a://" + bucket + "/snapshots"), new InMemoryCatalogueStore(), SESSIONS);
    }

    /** The session that the tests of a JVM share. */
    public static SparkSession session() {
        return SESSIONS.session();
    }

    /** This lake as the next process finds it: what the store remembers, and nothing of what a session did. */
    public TestLake restarted() {
        TestLake next = new TestLake(folder, locations, store, sessions(SHUFFLES, locations));
        next.sessions.onStart(next.catalogue::attach);
        return next;
    }

    /** This lake with an engine that cuts its shuffles into so many parts. */
    public TestLake withShuffles(int partitions) {
        return new TestLake(folder, locations, store, sessions(partitions, locations));
    }

    private static SparkSessions sessions(int shufflePartitions, Locations locations) {
        return new SparkSessions(
                new SparkSettings("local[2]", Map.of(
                        "spark.sql.shuffle.partitions", String.valueOf(shufflePartitions),
                        "spark.sql.adaptive.coalescePartitions.enabled", "false",
                        // Of a table's log; those of tests have few lines.
                        "spark.databricks.delta.snapshotPartitions", "1"), Map.of()),
                locations);
    }

    private static Locations locations(Path folder) {
        return new Locations(folder, "lake/warehouse", "lake/snapshots");
    }

    /** This lake at another time. */
    public TestLake at(Clock time) {
        clock = time;
        return this;
    }

    /** This lake for runs that stand for another time. */
    public TestLake runningFor(Instant time) {
        logicalTime = time;
        return this;
    }

    public TestLake with(String connection, String url) {
        return with(connection, url, "");
    }

    public TestLake with(String connection, String url, String password) {
        connections.put(connection, new Connection(url, "sa", password));
        return this;
    }

    public Lakehouse lakehouse() {
        catalogue.refresh(sessions.session());
        return new Lakehouse(sessions, catalogue, locations, connections);
    }

    public SparkSession spark() {
        return sessions.session();
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
        String runId = "run-" + RUNS.incrementAndGet();
        JobCatalog catalog = BuiltInJobs.catalog(this::lakehouse);
        PipelineDefinition definition = resolve(yaml, runId, params);
        for (PlannedJob job : plan(yaml, definition)) {
            results.put(job.name(), catalog.create(job.definition()).run(context(runId, definition.pipeline(), job)));
        }
        return results;
    }

    /** Runs a pipeline of one job and gives its result. */
    public JobResult runJob(String job) throws Exception {
        return runJob("run-" + RUNS.incrementAndGet(), 1, job);
    }

    /** Another attempt of a run's only job. */
    public JobResult runJob(String runId, int attempt, String job) throws Exception {
        return runJob(runId, attempt, new Cancellation(), job);
    }

    /** An attempt that can be asked to stop. */
    public JobResult runJob(String runId, int attempt, Cancellation cancellation, String job) throws Exception {
        return runJob(new JobContext(runId, "p", "j", logicalTime, attempt, clock, cancellation,
                JobProgress.NONE), job);
    }

    /** The first attempt in a run that goes on with another one; the job's name tells its commits from other jobs'. */
    public JobResult resumeJob(String runId, String origin, String name, String job) throws Exception {
        return runJob(new JobContext(runId, origin, "p", name, logicalTime, 1, clock, new Cancellation(),
                JobProgress.NONE), job);
    }

    private JobResult runJob(JobContext context, String job) throws Exception {
        String yaml = "pipeline: p\njobs:\n  j:\n" + job.indent(4);
        PipelineDefinition definition = resolve(yaml, context.runId(), Map.of());
        PlannedJob planned = plan(yaml, definition).get(0);
        return BuiltInJobs.catalog(this::lakehouse).create(planned.definition()).run(context);
    }

    /** What a job says that it would do. */
    public JobPreview preview(String job) throws Exception {
        JobContext context = new JobContext("run", "p", "j", NOW, 1, clock, new Cancellation(), JobProgress.NONE);
        return BuiltInJobs.catalog(this::lakehouse).create(definition(job)).preview(context).orElseThrow();
    }

    /** A job as it is declared. */
    public static JobDefinition definition(String job) {
        String yaml = "pipeline: p\njobs:\n  j:\n" + job.indent(4);
        return plan(yaml, resolve(yaml, "run", Map.of())).get(0).definition();
    }

    private JobContext context(String runId, String pipeline, PlannedJob job) {
        return new JobContext(runId, pipeline, job.name(), NOW, 1, clock,
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

    private static PipelineDefinition resolve(String yaml, String runId, Map<String, String> params) {
        Problems problems = new Problems();
        LoadedPipeline loaded = loader().read("test.yaml", yaml, problems).orElse(null);
        problems.throwIfAny();
        return loader().resolve(loaded, new RunValues(runId, NOW, ZoneOffset.UTC, params));
    }

    private static List<PlannedJob> plan(String yaml, PipelineDefinition definition) {
        Problems problems = new Problems();
        LoadedPipeline loaded = loader().read("test.yaml", yaml, problems).orElseThrow();
        var plan = Planner.plan(definition, loaded.source(), problems);
        problems.throwIfAny();
        return plan.orElseThrow().jobs();
    }

    public Dataset<Row> table(String name) {
        return new TableReader(lakehouse()).read(spark(), new TableRef(name));
    }

    /** How many versions a table has; 0 where there is no table. */
    public long versions(String table) {
        TableReader reader = new TableReader(lakehouse());
        TableRef ref = new TableRef(table);
        return reader.find(spark(), ref).isEmpty() ? 0 : reader.versions(spark(), ref);
    }

    /** The rows of a query, each as its values with commas between. */
    public List<String> rows(String sql) {
        return query(sql).collectAsList().stream().map(row -> row.mkString(",")).toList();
    }

    /** Runs a statement as a person would. */
    public Dataset<Row> query(String sql) {
        lakehouse();
        return spark().sql(sql);
    }

    /** Every file and folder of the lake, checksums apart. */
    public List<String> listing() {
        Path lake = folder.resolve("lake");
        if (!Files.exists(lake)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(lake)) {
            return all.map(path -> folder.relativize(path).toString()).filter(path -> !path.endsWith(".crc")).sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

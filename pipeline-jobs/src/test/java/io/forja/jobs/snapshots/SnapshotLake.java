package io.forja.jobs.snapshots;

import io.forja.core.definition.JobDefinition;
import io.forja.core.definition.LoadedPipeline;
import io.forja.core.definition.RunValues;
import io.forja.core.definition.TableRef;
import io.forja.core.job.Cancellation;
import io.forja.core.job.JobContext;
import io.forja.core.job.JobProgress;
import io.forja.core.job.JobResult;
import io.forja.core.lake.CatalogueStore.TableEntry;
import io.forja.core.lake.SnapshotInfo;
import io.forja.core.lake.TableInfo;
import io.forja.core.problem.Problems;
import io.forja.jobs.BuiltInJobs;
import io.forja.jobs.TestLake;
import io.forja.jobs.delta.Lakehouse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A lake whose snapshots are taken and removed at times that a test chooses. */
public final class SnapshotLake {

    public static final Instant TWO_O_CLOCK = Instant.parse("2026-11-29T02:00:00Z");

    private final TestLake lake;

    private SnapshotLake(TestLake lake) {
        this.lake = lake;
    }

    public static SnapshotLake in(Path folder) {
        return of(TestLake.in(folder));
    }

    static SnapshotLake of(TestLake lake) {
        lake.lakehouse();
        return new SnapshotLake(lake);
    }

    /** One attempt of a run's only job, at a time that is both the run's and the clock's. */
    public JobResult run(Instant time, String job) throws Exception {
        return new Attempt("run-" + time, 1, time, time, new Cancellation(), JobProgress.NONE).run(job);
    }

    /** One attempt as it is in every respect. */
    public final class Attempt {
        private final JobContext context;

        public Attempt(
                String runId, int number, Instant logicalTime, Instant now, Cancellation cancellation,
                JobProgress progress) {
            context = new JobContext(runId, "p", "j", logicalTime, number, Clock.fixed(now, ZoneOffset.UTC),
                    cancellation, progress);
        }

        public JobResult run(String job) throws Exception {
            return BuiltInJobs.catalog(lake::lakehouse).create(definition(job, context)).run(context);
        }
    }

    private static JobDefinition definition(String job, JobContext context) {
        String yaml = "pipeline: p\njobs:\n  j:\n" + job.indent(4);
        Problems problems = new Problems();
        LoadedPipeline loaded = TestLake.loader().read("test.yaml", yaml, problems).orElse(null);
        problems.throwIfAny();
        return TestLake.loader().resolve(loaded,
                        new RunValues(context.runId(), context.logicalTime(), ZoneOffset.UTC, Map.of()))
                .jobs().get("j").definition();
    }

    public Lakehouse lakehouse() {
        return lake.lakehouse();
    }

    public TestLake lake() {
        return lake;
    }

    public SnapshotStore store() {
        return new SnapshotStore(lakehouse());
    }

    /** A table of some kind in a directory of its own, registered under a name. */
    public Path table(String name, TableKind kind) {
        Path path = path("lake/tables/" + name);
        kind.put(lake.spark(), path);
        register(name, "file:" + path);
        return path;
    }

    /** Gives what lies at a location a name. */
    void register(String name, String location) {
        lakehouse().catalogue().register(lake.spark(),
                new TableEntry(new TableRef(name), TableInfo.Type.EXTERNAL, location));
    }

    /** Removes every file that is not in the newest version, however young. */
    public void vacuum(Path table) {
        lake.spark().conf().set("spark.databricks.delta.retentionDurationCheck.enabled", "false");
        lake.spark().sql("vacuum delta.`" + table + "` retain 0 hours");
    }

    /** Runs SQL statements, one after the other. */
    public void sql(String... statements) {
        lakehouse();
        for (String statement : statements) {
            lake.spark().sql(statement);
        }
    }

    public List<String> rows(String sql) {
        return lake.rows(sql);
    }

    /** All rows of a table at a path, read by Spark, sorted. */
    public List<String> read(Path path) {
        return lake.spark().read().format("delta").load(path.toString()).collectAsList().stream()
                .map(row -> row.mkString("|")).sorted().toList();
    }

    public Path path(String name) {
        return lake.path(name);
    }

    /** Where the lake's own snapshots are. */
    public Path snapshot(String name) {
        return path("lake/snapshots").resolve(name);
    }

    public List<String> names() {
        return store().list(List.of("lake/snapshots")).stream().map(SnapshotInfo::name).toList();
    }

    /** Every file below a folder, relative to it, without Delta's own checksums and logs. */
    public List<String> files(String folder) {
        return files(path(folder));
    }

    static List<String> files(Path folder) {
        try (Stream<Path> files = Files.exists(folder) ? Files.walk(folder) : Stream.of()) {
            return files.filter(Files::isRegularFile).map(file -> folder.relativize(file).toString()).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package io.forja.benchmarks;

import io.forja.core.definition.Environment;
import io.forja.core.definition.LoadedPipeline;
import io.forja.core.definition.PipelineLoader;
import io.forja.core.definition.RunValues;
import io.forja.core.job.Cancellation;
import io.forja.core.job.JobCatalog;
import io.forja.core.job.JobContext;
import io.forja.core.job.JobProgress;
import io.forja.core.job.JobResult;
import io.forja.core.plan.Plan;
import io.forja.core.plan.PlannedJob;
import io.forja.core.plan.Planner;
import io.forja.core.problem.Problems;
import io.forja.core.problem.Redaction;
import io.forja.jobs.BuiltInJobs;
import io.forja.jobs.delta.Catalogue;
import io.forja.jobs.delta.Lakehouse;
import io.forja.jobs.delta.Locations;
import io.forja.jobs.delta.SparkSessions;
import io.forja.jobs.delta.SparkSettings;
import io.forja.scheduler.ledger.SqlCatalogueStore;
import io.forja.scheduler.ledger.StateDatabase;
import io.forja.scheduler.quartz.QuartzCron;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.spark.sql.SparkSession;

/** A project of Forja in a folder, whose jobs run in this process on a warm session, as the daemon runs them. */
final class Project implements AutoCloseable {

    private final Clock clock;
    private final StateDatabase state;
    private final SparkSessions sessions;
    private final JobCatalog jobs;
    private final PipelineLoader loader;
    private int runs;

    Project(Path folder, Clock clock) {
        this.clock = clock;
        state = StateDatabase.open(folder.resolve("state/forja.db"));
        Locations locations = new Locations(folder, "lake/warehouse", "lake/snapshots");
        sessions = new SparkSessions(SparkSettings.local(), locations);
        Catalogue catalogue = new Catalogue(new SqlCatalogueStore(state), locations);
        sessions.onStart(catalogue::attach);
        jobs = BuiltInJobs.catalog(() -> new Lakehouse(sessions, catalogue, locations, Map.of()));
        loader = new PipelineLoader(jobs.definitions(), QuartzCron.SYNTAX, Environment.EMPTY, new Redaction());
    }

    SparkSession session() {
        return sessions.session();
    }

    /** Runs the jobs of a pipeline one after the other. */
    Map<String, JobResult> run(String yaml) throws Exception {
        return run(yaml, JobProgress.NONE);
    }

    Map<String, JobResult> run(String yaml, JobProgress progress) throws Exception {
        Instant now = clock.instant();
        String runId = "bench-" + now.toEpochMilli() + "." + ++runs;
        Map<String, JobResult> results = new LinkedHashMap<>();
        for (PlannedJob job : plan(yaml, runId, now).jobs()) {
            JobContext context = new JobContext(runId, "vendas", job.name(), now, 1, clock, new Cancellation(),
                    progress);
            results.put(job.name(), jobs.create(job.definition()).run(context));
        }
        return results;
    }

    private Plan plan(String yaml, String runId, Instant now) {
        Problems problems = new Problems();
        LoadedPipeline pipeline = loader.read("vendas.yaml", yaml, problems).orElse(null);
        problems.throwIfAny();
        var definition = loader.resolve(pipeline, new RunValues(runId, now, ZoneOffset.UTC, Map.of()));
        Plan plan = Planner.plan(definition, pipeline.source(), problems).orElse(null);
        problems.throwIfAny();
        return plan;
    }

    @Override
    public void close() {
        sessions.close();
        state.close();
    }
}

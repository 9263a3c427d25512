package io.forja.scheduler.metrics;

import io.forja.core.job.RowChanges;
import io.forja.core.job.RowCounts;
import io.forja.core.job.TableChange;
import io.forja.core.run.JobRecord;
import io.forja.core.run.JobStatus;
import io.forja.core.run.RunListener;
import io.forja.core.run.RunRecord;
import io.forja.core.run.RunStatus;
import io.forja.core.run.Trigger;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What is measured of runs and their jobs. */
final class RunMetrics implements RunListener {

    /** A run that has begun, until its end. */
    private static final class Begun {
        private final RunRecord run;
        private final Set<String> seen = ConcurrentHashMap.newKeySet();

        private Begun(RunRecord run) {
            this.run = run;
        }
    }

    private static final String FIRST_JOB = "forja.run.first.job.delay";
    private static final String FIRST_SPARK_JOB = "forja.run.first.spark.job.delay";

    private final MeterRegistry registry;
    private final TableMetrics tables;
    /** The jobs of each pipeline that is there: a run that outlives its pipeline brings no series back. */
    private final Map<String, Set<String>> known = new ConcurrentHashMap<>();
    private final Map<String, AtomicLong> lastSuccess = new ConcurrentHashMap<>();
    private final Map<String, Begun> begun = new ConcurrentHashMap<>();

    RunMetrics(MeterRegistry registry, TableMetrics tables) {
        this.registry = registry;
        this.tables = tables;
    }

    void add(MeteredPipeline pipeline) {
        String name = pipeline.name();
        forget(name, pipeline);
        known.put(name, Set.copyOf(pipeline.jobs()));
        for (RunStatus state : RunStatus.values()) {
            if (state.isTerminal()) {
                Stream.of(Trigger.values()).forEach(trigger -> runs(name, state, trigger));
            }
        }
        Stream.of(RunStatus.SUCCEEDED, RunStatus.FAILED, RunStatus.CANCELLED).forEach(state -> runDuration(name, state));
        delay(name, "forja.run.schedule.delay", "From the time a run was due to its begin.");
        delay(name, FIRST_JOB, "From the time a run was due to the begin of its first job.");
        delay(name, FIRST_SPARK_JOB, "From the time a run was due to the begin of its first Spark job.");
        if (pipeline.policy() != null) {
            misfires(name, pipeline.policy());
        }
        for (String job : pipeline.jobs()) {
            retries(name, job);
            timeouts(name, job);
            Stream.of(JobStatus.SUCCEEDED, JobStatus.FAILED, JobStatus.CANCELLED)
                    .forEach(state -> jobDuration(name, job, state));
            rowsByKind(RowCounts.NONE).forEach((kind, rows) -> rows(name, job, kind));
            Stream.of(true, false).forEach(met -> expectations(name, job, met));
            byChange(RowChanges.NONE).forEach((change, rows) -> rowChanges(name, job, change));
        }
        succeeded(name, pipeline.lastSuccess());
    }

    private void succeeded(String pipeline, @Nullable Instant at) {
        AtomicLong last = lastSuccess.computeIfAbsent(pipeline, name -> {
            AtomicLong millis = new AtomicLong();
            TimeGauge.builder("forja.last.success.timestamp", millis, TimeUnit.MILLISECONDS, AtomicLong::get)
                    .description("When the pipeline's last successful run ended, in seconds since 1970; 0 for never.")
                    .tag("pipeline", name)
                    .register(registry);
            return millis;
        });
        if (at != null) {
            last.accumulateAndGet(at.toEpochMilli(), Math::max);
        }
    }

    void remove(String pipeline) {
        known.remove(pipeline);
        forget(pipeline, null);
        lastSuccess.remove(pipeline);
    }

    /** Removes the series that a pipeline has and its next form, if any, has not. */
    private void forget(String pipeline, @Nullable MeteredPipeline next) {
        for (Meter meter : registry.getMeters()) {
            if (!pipeline.equals(meter.getId().getTag("pipeline"))) {
                continue;
            }
            String job = meter.getId().getTag("job");
            String policy = meter.getId().getTag("policy");
            boolean stays = next != null && (job == null || next.jobs().contains(job))
                    && (policy == null || policy.equals(next.policy()));
            if (!stays) {
                registry.remove(meter);
            }
        }
    }

    void misfired(String pipeline, String policy, int fires) {
        misfires(pipeline, policy).increment(fires);
    }

    @Override
    public void started(RunRecord run) {
        if (!known.containsKey(run.pipeline())) {
            return;
        }
        begun.put(run.id(), new Begun(run));
        // A run on request, or one caught up, has no time that it could be late for.
        if (run.startedAt() != null && run.trigger() == Trigger.SCHEDULE) {
            delay(run.pipeline(), "forja.run.schedule.delay", "From the time a run was due to its begin.")
                    .record(between(run.dueAt(), run.startedAt()));
        }
    }

    @Override
    public void changed(RunRecord run, JobRecord job) {
        if (!known.getOrDefault(run.pipeline(), Set.of()).contains(job.job())) {
            return;
        }
        switch (job.status()) {
            case RUNNING -> jobStarted(run, job);
            case RETRY_WAIT -> retries(run.pipeline(), job.job()).increment();
            case SUCCEEDED, FAILED, CANCELLED -> jobEnded(run, job);
            default -> { }
        }
    }

    private void jobStarted(RunRecord run, JobRecord job) {
        if (job.startedAt() != null) {
            first(run.id(), FIRST_JOB, job.startedAt());
        }
    }

    void firstSparkJob(String runId, Instant at) {
        first(runId, FIRST_SPARK_JOB, at);
    }

    private void first(String runId, String metric, Instant at) {
        Begun run = begun.get(runId);
        if (run != null && run.seen.add(metric) && known.containsKey(run.run.pipeline())) {
            delay(run.run.pipeline(), metric, "").record(between(run.run.dueAt(), at));
        }
    }

    private void jobEnded(RunRecord run, JobRecord job) {
        if (job.startedAt() == null || job.finishedAt() == null) {
            return;
        }
        jobDuration(run.pipeline(), job.job(), job.status()).record(between(job.startedAt(), job.finishedAt()));
        rowsByKind(job.result().rows()).forEach((kind, count) -> rows(run.pipeline(), job.job(), kind).increment(count));
        job.result().expectations().forEach(each ->
                expectations(run.pipeline(), job.job(), each.met()).increment());
        for (TableChange change : ForjaMetrics.followed(job)) {
            tables.changed(change.table(), change.after(), job.finishedAt());
            if (change.rows() != null) {
                byChange(change.rows()).forEach((what, count) ->
                        rowChanges(run.pipeline(), job.job(), what).increment(count));
            }
        }
    }

    @Override
    public void timedOut(RunRecord run, JobRecord job) {
        if (known.getOrDefault(run.pipeline(), Set.of()).contains(job.job())) {
            timeouts(run.pipeline(), job.job()).increment();
        }
    }

    @Override
    public void finished(RunRecord run) {
        begun.remove(run.id());
        if (!known.containsKey(run.pipeline())) {
            return;
        }
        runs(run.pipeline(), run.status(), run.trigger()).increment();
        if (run.startedAt() != null && run.finishedAt() != null) {
            runDuration(run.pipeline(), run.status()).record(between(run.startedAt(), run.finishedAt()));
        }
        if (run.status() == RunStatus.SUCCEEDED) {
            succeeded(run.pipeline(), run.finishedAt());
        }
    }

    private static Duration between(Instant from, Instant to) {
        Duration duration = Duration.between(from, to);
        return duration.isNegative() ? Duration.ZERO : duration;
    }

    private static Map<String, Long> rowsByKind(RowCounts rows) {
        Map<String, Long> kinds = new LinkedHashMap<>();
        kinds.put("read", rows.read());
        kinds.put("written", rows.written());
        kinds.put("rejected", rows.rejected());
        kinds.put("deduplicated", rows.deduplicated());
        kinds.put("filtered", rows.filtered());
        return kinds;
    }

    private static Map<String, Long> byChange(RowChanges rows) {
        return Map.of("inserted", rows.inserted(), "updated", rows.updated(), "deleted", rows.deleted());
    }

    private Counter runs(String pipeline, RunStatus state, Trigger trigger) {
        return Counter.builder("forja.runs").description("Runs that came to their end.")
                .tags("pipeline", pipeline, "state", label(state), "trigger", label(trigger)).register(registry);
    }

    private Timer runDuration(String pipeline, RunStatus state) {
        return Timer.builder("forja.run.duration").description("From a run's begin to its end.")
                .tags("pipeline", pipeline, "state", label(state)).serviceLevelObjectives(ForjaMetrics.runBuckets()).register(registry);
    }

    private Timer delay(String pipeline, String name, String description) {
        return Timer.builder(name).description(description)
                .tags("pipeline", pipeline).serviceLevelObjectives(ForjaMetrics.delayBuckets()).register(registry);
    }

    private Timer jobDuration(String pipeline, String job, JobStatus state) {
        return Timer.builder("forja.job.duration").description("From the begin of a job's last attempt to its end.")
                .tags("pipeline", pipeline, "job", job, "state", label(state)).register(registry);
    }

    private Counter rows(String pipeline, String job, String kind) {
        return Counter.builder("forja.job.rows").description("Where rows went: read is the sum of the others.")
                .tags("pipeline", pipeline, "job", job, "kind", kind).register(registry);
    }

    private Counter rowChanges(String pipeline, String job, String change) {
        return Counter.builder("forja.job.row.changes").description("What became of the rows of the tables written.")
                .tags("pipeline", pipeline, "job", job, "change", change).register(registry);
    }

    private Counter expectations(String pipeline, String job, boolean met) {
        return Counter.builder("forja.expectations")
                .description("Expectations that were looked at in jobs that succeeded, by whether they held.")
                .tags("pipeline", pipeline, "job", job, "result", met ? "met" : "violated").register(registry);
    }

    private Counter retries(String pipeline, String job) {
        return Counter.builder("forja.retries").description("Attempts of jobs that failed and were tried again.")
                .tags("pipeline", pipeline, "job", job).register(registry);
    }

    private Counter timeouts(String pipeline, String job) {
        return Counter.builder("forja.timeouts").description("Attempts of jobs that took longer than they may.")
                .tags("pipeline", pipeline, "job", job).register(registry);
    }

    private Counter misfires(String pipeline, String policy) {
        return Counter.builder("forja.misfires").description("Fires that passed while nothing could run.")
                .tags("pipeline", pipeline, "policy", policy).register(registry);
    }

    private static String label(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

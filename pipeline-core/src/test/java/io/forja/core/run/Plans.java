package io.forja.core.run;

import io.forja.core.definition.JobDefinition;
import io.forja.core.definition.RetryPolicy;
import io.forja.core.definition.TableRef;
import io.forja.core.plan.Plan;
import io.forja.core.plan.PlannedJob;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Plans and runs as tests write them down. */
final class Plans {

    static final Instant NIGHT = Instant.parse("2026-11-29T02:00:00Z");

    private Plans() {}

    /** A job whose work a test says by its name. */
    record Scripted(String name, List<TableRef> writes) implements JobDefinition {

        @Override
        public List<TableRef> reads() {
            return List.of();
        }

        @Override
        public String summary() {
            return name;
        }
    }

    static Plan plan(PlannedJob... jobs) {
        return new Plan("vendas", List.of(jobs));
    }

    static PlannedJob job(String name, String... needs) {
        return new PlannedJob(name, Set.of(needs), Duration.ofHours(1), RetryPolicy.none(), new Scripted(name, List.of()),
                List.of(), List.of());
    }

    /** {@code attempts} in all, with waits of 30 s, 1 m, 2 m. */
    static PlannedJob tried(int attempts, PlannedJob job) {
        RetryPolicy retry = new RetryPolicy(attempts, Duration.ofSeconds(30), Duration.ofMinutes(2));
        return new PlannedJob(job.name(), job.needs(), job.timeout(), retry, job.definition(), List.of(), job.writes());
    }

    static PlannedJob within(Duration timeout, PlannedJob job) {
        return new PlannedJob(job.name(), job.needs(), timeout, job.retry(), job.definition(), List.of(), job.writes());
    }

    static PlannedJob writing(PlannedJob job, String... tables) {
        List<TableRef> writes = Arrays.stream(tables).map(TableRef::new).toList();
        return new PlannedJob(job.name(), job.needs(), job.timeout(), job.retry(), new Scripted(job.name(), writes),
                List.of(), writes);
    }

    static RunRecord queuedRun(Instant logicalTime) {
        return queuedRun("vendas", logicalTime);
    }

    static RunRecord queuedRun(String pipeline, Instant logicalTime) {
        return new RunRecord(RunRecord.idOf(pipeline, logicalTime, 0), pipeline, logicalTime, 0, Trigger.SCHEDULE,
                Map.of(), "hash", "host:1:2", RunStatus.QUEUED, logicalTime, null, null, null);
    }

    static RunRecord retryOf(RunRecord ended) {
        int rerun = ended.rerun() + 1;
        return new RunRecord(RunRecord.idOf(ended.pipeline(), ended.logicalTime(), rerun), ended.pipeline(),
                ended.logicalTime(), rerun, Trigger.MANUAL, Map.of(), "hash", "host:1:2", RunStatus.QUEUED,
                ended.logicalTime(), null, null, null).resuming(ended);
    }

    static RunState queued(Plan plan) {
        return queued(queuedRun(NIGHT), plan);
    }

    static RunState queued(RunRecord run, Plan plan, JobRecord... done) {
        return RunState.queued(run, plan, job -> "scripted", List.of(done));
    }
}

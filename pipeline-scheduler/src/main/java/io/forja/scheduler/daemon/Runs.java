package io.forja.scheduler.daemon;

import io.forja.core.definition.LoadedPipeline;
import io.forja.core.definition.PipelineDefinition;
import io.forja.core.definition.PipelineLoader;
import io.forja.core.definition.RunValues;
import io.forja.core.job.JobCatalog;
import io.forja.core.plan.Plan;
import io.forja.core.plan.PlannedJob;
import io.forja.core.plan.Planner;
import io.forja.core.problem.ForjaException;
import io.forja.core.problem.InvalidDefinitionException;
import io.forja.core.problem.Problems;
import io.forja.core.run.JobRecord;
import io.forja.core.run.JobStatus;
import io.forja.core.run.Ledger;
import io.forja.core.run.RunEngine;
import io.forja.core.run.RunListener;
import io.forja.core.run.RunRecord;
import io.forja.core.run.RunStatus;
import io.forja.core.run.Trigger;
import io.forja.scheduler.api.PreviewedJob;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes runs of pipelines, each with the definition as that run has it, and hands them to the engine. Thread-safe. */
final class Runs {

    private final PipelineLoader loader;
    private final JobCatalog jobs;
    private final RunEngine engine;
    private final Ledger ledger;
    private final RunListener listener;
    private final Clock clock;
    private final String owner;
    private volatile boolean closed;

    Runs(Setup setup, RunEngine engine, Ledger ledger, RunListener listener) {
        this.loader = setup.loader();
        this.jobs = setup.jobs();
        this.engine = engine;
        this.ledger = ledger;
        this.listener = listener;
        this.clock = setup.clock();
        this.owner = setup.self().toString();
    }

    /**
     * A run that someone asks for, the next of its logical time.
     *
     * @param job only this job, or null for all
     */
    RunRecord onRequest(PlannedPipeline pipeline, @Nullable String job, Instant logicalTime, Map<String, String> params) {
        requireOpen();
        Instant time = logicalTime.truncatedTo(ChronoUnit.MILLIS);
        while (true) {
            int rerun = ledger.nextRerun(pipeline.name(), time);
            RunRecord run = run(pipeline.loaded(), time, rerun, Trigger.MANUAL, params);
            if (engine.submit(run, plan(pipeline, job, run))) {
                return run;
            }
            // Another one took this number in between.
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new ForjaException("Forja is stopping and begins no more runs", "ask again once it is up again");
        }
    }

    /**
     * A run that goes on with another one, by the pipeline as it is now.
     *
     * @throws ForjaException when that one is not to be gone on with, see {@link Retry}
     */
    RunRecord retry(String runId, PlannedPipeline pipeline) {
        requireOpen();
        while (true) {
            // The number first: whoever comes in between takes it, and everything is looked at again.
            RunRecord ended = ledger.run(runId).orElseThrow();
            int rerun = ledger.nextRerun(ended.pipeline(), ended.logicalTime());
            Retry retry = new Retry(ended, ledger.jobs(runId));
            retry.requireAllowed(sameTime(ended.pipeline(), ended.logicalTime(), rerun), ledger.isUndone(runId));
            RunRecord run = run(pipeline.loaded(), ended.logicalTime(), rerun, Trigger.MANUAL, ended.params())
                    .resuming(ended);
            Plan plan = retry.meant(plan(pipeline.loaded(), run));
            if (engine.submit(run, plan, retry.done(plan, job -> jobs.nameOf(job.definition())))) {
                return run;
            }
        }
    }

    /** Of a run and those that resume it, one after the other, the last: it has the results of all. */
    RunRecord lastResuming(RunRecord run) {
        return sameTime(run.pipeline(), run.logicalTime(), ledger.nextRerun(run.pipeline(), run.logicalTime()))
                .filter(other -> other.origin().equals(run.origin()))
                .reduce(run, (earlier, later) -> later);
    }

    /** A pipeline's runs of a logical time with a number below this one, in their order. */
    private Stream<RunRecord> sameTime(String pipeline, Instant time, int below) {
        return IntStream.range(0, below)
                .mapToObj(number -> ledger.run(RunRecord.idOf(pipeline, time, number)))
                .flatMap(Optional::stream);
    }

    /** What a run that someone asks for would do now; it is not begun. */
    List<PreviewedJob> preview(
            PlannedPipeline pipeline, @Nullable String job, Instant logicalTime, Map<String, String> params) {
        RunRecord run = run(pipeline.loaded(), logicalTime.truncatedTo(ChronoUnit.MILLIS), 0, Trigger.MANUAL, params);
        return new Previews(jobs, clock).of(run, plan(pipeline, job, run));
    }

    private Plan plan(PlannedPipeline pipeline, @Nullable String job, RunRecord run) {
        Plan plan = plan(pipeline.loaded(), run);
        return job == null ? plan : plan.only(job);
    }

    /** From now on nobody's wish for a run is taken. */
    void close() {
        closed = true;
    }

    /** The run of a fire; nothing where that fire has one already. A pipeline that cannot run has a failed one. */
    void scheduled(PlannedPipeline pipeline, Instant fire, Trigger trigger) {
        RunRecord run = nextOf(pipeline.loaded(), fire, trigger).orElse(null);
        if (run == null) {
            return;
        }
        try {
            engine.submit(run, plan(pipeline.loaded(), run));
        } catch (InvalidDefinitionException e) {
            addEnded(run.finished(RunStatus.FAILED, clock.instant(), oneLine(e)));
        }
    }

    /** Notes down that a fire has no run, and why. */
    void skipped(PlannedPipeline pipeline, Instant fire, Trigger trigger, String reason) {
        nextOf(pipeline.loaded(), fire, trigger)
                .ifPresent(run -> addEnded(run.finished(RunStatus.SKIPPED, clock.instant(), reason)));
    }

    private void addEnded(RunRecord run) {
        if (ledger.add(run, List.of())) {
            listener.finished(run);
        }
    }

    /** The record of a fire's run, or empty where the fire has one; runs on request of the same time do not count. */
    private Optional<RunRecord> nextOf(LoadedPipeline pipeline, Instant fire, Trigger trigger) {
        int rerun = ledger.nextRerun(pipeline.name(), fire);
        boolean done = sameTime(pipeline.name(), fire, rerun).anyMatch(run -> run.trigger() != Trigger.MANUAL);
        return done ? Optional.empty() : Optional.of(run(pipeline, fire, rerun, trigger, Map.of()));
    }

    private RunRecord run(
            LoadedPipeline pipeline, Instant time, int rerun, Trigger trigger, Map<String, String> params) {
        Instant due = trigger == Trigger.SCHEDULE ? time : clock.instant();
        return new RunRecord(RunRecord.idOf(pipeline.name(), time, rerun), pipeline.name(), time, rerun, trigger,
                params, pipeline.hash(), owner, RunStatus.QUEUED, due, null, null, null);
    }

    /** Takes up a run that a dead process left in the queue, or ends it where it can no longer run as it was meant. */
    void adopt(RunRecord left, Optional<PlannedPipeline> pipeline) {
        RunRecord run = left.ownedBy(owner);
        try {
            PlannedPipeline known = pipeline.orElseThrow(() -> ForjaException.permanent("its pipeline is gone", ""));
            Plan plan = plan(known.loaded(), run);
            List<JobRecord> jobs = ledger.jobs(run.id());
            Plan meant = Retry.meant(plan, jobs);
            if (!meant.jobs().stream().map(PlannedJob::name).toList().equals(jobs.stream().map(JobRecord::job).toList())) {
                throw ForjaException.permanent("its pipeline has other jobs now", "run it again");
            }
            engine.adopt(run, meant);
        } catch (InvalidDefinitionException e) {
            end(run, RunStatus.FAILED, oneLine(e));
        } catch (ForjaException e) {
            if (e.retryable()) {
                throw e;
            }
            end(run, RunStatus.FAILED, String.valueOf(e.getMessage()));
        }
    }

    /** Ends a run that nobody runs, its jobs first; what came to its end before stays as it is. */
    void end(RunRecord run, RunStatus status, String why) {
        Instant now = clock.instant();
        for (JobRecord job : ledger.jobs(run.id())) {
            if (!job.status().isTerminal()) {
                boolean begun = job.status() != JobStatus.WAITING;
                JobStatus end = begun && status == RunStatus.FAILED ? JobStatus.FAILED : JobStatus.CANCELLED;
                ledger.update(job.ended(end, now, begun ? why : "not run: " + why));
            }
        }
        RunRecord ended = run.finished(status, now, why);
        if (ledger.update(ended)) {
            listener.finished(ended);
        }
    }

    private Plan plan(LoadedPipeline pipeline, RunRecord run) {
        PipelineDefinition definition = loader.resolve(pipeline,
                new RunValues(run.id(), run.logicalTime(), pipeline.definition().zone(), run.params()));
        Problems problems = new Problems();
        Optional<Plan> plan = Planner.plan(definition, pipeline.source(), problems);
        problems.throwIfAny();
        return plan.orElseThrow();
    }

    private static String oneLine(InvalidDefinitionException wrong) {
        return String.join("; ", wrong.problems().stream().map(Object::toString).toList());
    }
}

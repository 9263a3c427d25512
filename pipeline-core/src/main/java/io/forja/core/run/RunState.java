package io.forja.core.run;

import io.forja.core.definition.RetryPolicy;
import io.forja.core.plan.Plan;
import io.forja.core.plan.PlannedJob;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where a run and its jobs stand, and what follows from an event: state and event give the next state, and nothing
 * else happens. An event that does not fit (a second start, the end of a job that does not run, anything after the
 * end) changes nothing: what is at its end stays as it is, whatever comes late. Immutable.
 *
 * @param jobs by name, each behind those it needs
 * @param retries how often each job is tried
 * @param cancelReason why someone asked for the end, or null
 */
public record RunState(
        RunRecord run, Map<String, JobRecord> jobs, Map<String, RetryPolicy> retries, @Nullable String cancelReason) {

    public RunState {
        jobs = Collections.unmodifiableMap(new LinkedHashMap<>(jobs));
        retries = Map.copyOf(retries);
    }

    /**
     * A run that waits for its place.
     *
     * @param done the jobs that succeeded in the run that this one resumes, each with all that it needs
     * @throws IllegalArgumentException for a plan without jobs
     */
    public static RunState queued(
            RunRecord run, Plan plan, Function<PlannedJob, String> typeOf, List<JobRecord> done) {
        if (plan.jobs().isEmpty()) {
            throw new IllegalArgumentException("a run of " + plan.pipeline() + " without a job");
        }
        Map<String, JobRecord> jobs = new LinkedHashMap<>();
        Map<String, RetryPolicy> retries = new LinkedHashMap<>();
        for (PlannedJob job : plan.jobs()) {
            jobs.put(job.name(), JobRecord.waiting(run.id(), job.name(), typeOf.apply(job), jobs.size(), job.needs()));
            retries.put(job.name(), job.retry());
        }
        done.forEach(job -> jobs.computeIfPresent(job.job(), (name, waiting) -> waiting.doneBefore(job)));
        return new RunState(run, jobs, retries, null);
    }

    /**
     * What follows from an event.
     *
     * @throws IllegalArgumentException when the event is of a job that the run does not have
     */
    public RunState on(RunEvent event) {
        if (run.status().isTerminal()) {
            return this;
        }
        RunState next;
        if (event instanceof RunEvent.Started started) {
            next = run.status() == RunStatus.QUEUED ? with(run.started(started.at())) : this;
        } else if (event instanceof RunEvent.JobStarted started) {
            next = canStart(job(started.job()), started.at()) ? with(job(started.job()).started(started.at())) : this;
        } else if (event instanceof RunEvent.JobSucceeded succeeded) {
            next = isRunning(succeeded.job())
                    ? with(job(succeeded.job()).succeeded(succeeded.at(), succeeded.result())) : this;
        } else if (event instanceof RunEvent.JobFailed failed) {
            next = isRunning(failed.job())
                    ? with(afterFailure(job(failed.job()), failed)).failDownstream(failed.at()) : this;
        } else {
            next = cancel((RunEvent.CancelRequested) event);
        }
        return next.finishIfDone(event.at());
    }

    /** The same jobs under a run that the ledger has at its end already, by whoever ended it. */
    RunState endedElsewhere(RunRecord end) {
        return with(end);
    }

    /** The jobs that nothing but a free place keeps from starting. */
    public List<String> ready(Instant now) {
        return jobs.values().stream().filter(job -> canStart(job, now)).map(JobRecord::job).toList();
    }

    /** When the next retry is due, where a job waits for one. */
    public Optional<Instant> nextRetry() {
        return jobs.values().stream()
                .filter(job -> job.status() == JobStatus.RETRY_WAIT)
                .map(job -> Objects.requireNonNull(job.retryAt()))
                .min(Instant::compareTo);
    }

    private boolean canStart(JobRecord job, Instant now) {
        if (cancelReason != null || run.status() != RunStatus.RUNNING) {
            return false;
        }
        return switch (job.status()) {
            case WAITING -> job.needs().stream().allMatch(need -> job(need).status() == JobStatus.SUCCEEDED);
            case RETRY_WAIT -> job.retryAt() != null && !job.retryAt().isAfter(now);
            default -> false;
        };
    }

    private boolean isRunning(String name) {
        return job(name).status() == JobStatus.RUNNING;
    }

    private JobRecord afterFailure(JobRecord job, RunEvent.JobFailed failed) {
        if (cancelReason != null) {
            return job.ended(JobStatus.CANCELLED, failed.at(), cancelReason);
        }
        RetryPolicy retry = Objects.requireNonNull(retries.get(job.job()));
        return failed.retryable() && job.attempt() < retry.attempts()
                ? job.waitingUntil(failed.at().plus(retry.waitAfter(job.attempt())), failed.error())
                : job.ended(JobStatus.FAILED, failed.at(), failed.error());
    }

    private RunState failDownstream(Instant at) {
        Map<String, JobRecord> changed = new LinkedHashMap<>(jobs);
        // A job stands behind what it needs, so one pass reaches the whole downstream.
        for (JobRecord job : jobs.values()) {
            Optional<String> culprit = job.needs().stream()
                    .sorted()
                    .filter(need -> changed.get(need).status() == JobStatus.FAILED
                            || changed.get(need).status() == JobStatus.UPSTREAM_FAILED)
                    .findFirst();
            if (job.status() == JobStatus.WAITING && culprit.isPresent()) {
                changed.put(job.job(), job.ended(JobStatus.UPSTREAM_FAILED, at,
                        "not run: " + culprit.get() + " did not succeed"));
            }
        }
        return new RunState(run, changed, retries, cancelReason);
    }

    private RunState cancel(RunEvent.CancelRequested request) {
        if (cancelReason != null) {
            return this;
        }
        Map<String, JobRecord> changed = new LinkedHashMap<>(jobs);
        for (JobRecord job : jobs.values()) {
            if (job.status() == JobStatus.WAITING || job.status() == JobStatus.RETRY_WAIT) {
                changed.put(job.job(), job.ended(JobStatus.CANCELLED, request.at(), request.reason()));
            }
        }
        return new RunState(run, changed, retries, request.reason());
    }

    private RunState finishIfDone(Instant at) {
        Collection<JobRecord> all = jobs.values();
        if (!all.stream().allMatch(job -> job.status().isTerminal())) {
            return this;
        }
        if (all.stream().allMatch(job -> job.status() == JobStatus.SUCCEEDED)) {
            return with(run.finished(RunStatus.SUCCEEDED, at, null));
        }
        if (all.stream().noneMatch(job -> job.status() == JobStatus.FAILED)) {
            return with(run.finished(RunStatus.CANCELLED, at, cancelReason));
        }
        return with(run.finished(RunStatus.FAILED, at, all.stream()
                .filter(job -> job.status() == JobStatus.FAILED)
                .map(job -> job.job() + ": " + job.error())
                .collect(Collectors.joining("; "))));
    }

    private RunState with(RunRecord changed) {
        return new RunState(changed, jobs, retries, cancelReason);
    }

    private RunState with(JobRecord changed) {
        Map<String, JobRecord> all = new LinkedHashMap<>(jobs);
        all.put(changed.job(), changed);
        return new RunState(run, all, retries, cancelReason);
    }

    private JobRecord job(String name) {
        JobRecord job = jobs.get(name);
        if (job == null) {
            throw new IllegalArgumentException("the run " + run.id() + " has no job " + name);
        }
        return job;
    }
}

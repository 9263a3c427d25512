package io.forja.core.run;

import io.forja.core.definition.RetryPolicy;
import io.forja.core.plan.PlannedJob;
import io.forja.core.plan.Plan;
import java.time.Instant;
import java.util.Collection;
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
 * else happens. What is at its end stays as it is, whatever comes later. Immutable.
 *
 * @param retries how often each job is tried
 * @param cancelReason why someone asked for the end, or null
 */
public record RunState(
        RunRecord run, Map<String, JobRecord> jobs, Map<String, RetryPolicy> retries, @Nullable String cancelReason) {

    /** A run that waits for its place. */
    public static RunState queued(RunRecord run, Plan plan, Function<PlannedJob, String> typeOf) {
        Map<String, JobRecord> jobs = new LinkedHashMap<>();
        Map<String, RetryPolicy> retries = new LinkedHashMap<>();
        for (PlannedJob job : plan.jobs()) {
            jobs.put(job.name(), JobRecord.waiting(run.id(), job.name(), typeOf.apply(job), jobs.size(), job.needs()));
            retries.put(job.name(), job.retry());
        }
        return new RunState(run, jobs, retries, null);
    }

    /** What follows from an event. */
    public RunState on(RunEvent event) {
        if (run.status().isTerminal()) {
            return this;
        }
        RunState next;
        if (event instanceof RunEvent.Started started) {
            next = new RunState(run.started(started.at()), jobs, retries, cancelReason);
        } else if (event instanceof RunEvent.JobStarted started) {
            next = change(started.job(), job -> job.started(started.at()));
        } else if (event instanceof RunEvent.JobSucceeded succeeded) {
            next = change(succeeded.job(), job -> job.succeeded(succeeded.at(), succeeded.result()));
        } else if (event instanceof RunEvent.JobFailed failed) {
            next = change(failed.job(), job -> afterFailure(job, failed)).failDownstream(failed.at());
        } else {
            next = cancel((RunEvent.CancelRequested) event);
        }
        return next.finishIfDone(event.at());
    }

    /** The jobs that nothing but a free place keeps from starting. */
    public List<String> ready(Instant now) {
        if (cancelReason != null || run.status() != RunStatus.RUNNING) {
            return List.of();
        }
        return jobs.values().stream().filter(job -> isReady(job, now)).map(JobRecord::job).toList();
    }

    /** When the next retry is due, where a job waits for one. */
    public Optional<Instant> nextRetry() {
        return jobs.values().stream()
                .filter(job -> job.status() == JobStatus.RETRY_WAIT)
                .map(job -> Objects.requireNonNull(job.retryAt()))
                .min(Instant::compareTo);
    }

    private boolean isReady(JobRecord job, Instant now) {
        return switch (job.status()) {
            case WAITING -> job.needs().stream().allMatch(need -> jobs.get(need).status() == JobStatus.SUCCEEDED);
            case RETRY_WAIT -> job.retryAt() != null && !job.retryAt().isAfter(now);
            default -> false;
        };
    }

    private JobRecord afterFailure(JobRecord job, RunEvent.JobFailed failed) {
        if (cancelReason != null) {
            return job.ended(JobStatus.CANCELLED, failed.at(), cancelReason);
        }
        RetryPolicy retry = retries.get(job.job());
        return failed.retryable() && job.attempt() < retry.attempts()
                ? job.waitingUntil(failed.at().plus(retry.waitAfter(job.attempt())), failed.error())
                : job.ended(JobStatus.FAILED, failed.at(), failed.error());
    }

    private RunState failDownstream(Instant at) {
        Map<String, JobRecord> changed = new LinkedHashMap<>(jobs);
        // The plan's order puts a job behind what it needs, so one pass reaches the whole downstream.
        for (JobRecord job : jobs.values()) {
            Optional<String> culprit = job.needs().stream()
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
        Map<String, JobRecord> changed = new LinkedHashMap<>(jobs);
        for (JobRecord job : jobs.values()) {
            if (job.status() == JobStatus.WAITING || job.status() == JobStatus.RETRY_WAIT) {
                changed.put(job.job(), job.ended(JobStatus.CANCELLED, request.at(), request.reason()));
            }
        }
        return new RunState(run, changed, retries, cancelReason == null ? request.reason() : cancelReason);
    }

    private RunState change(String name, Function<JobRecord, JobRecord> change) {
        JobRecord job = jobs.get(name);
        if (job.status().isTerminal()) {
            return this;
        }
        Map<String, JobRecord> changed = new LinkedHashMap<>(jobs);
        changed.put(name, change.apply(job));
        return new RunState(run, changed, retries, cancelReason);
    }

    private RunState finishIfDone(Instant at) {
        Collection<JobRecord> all = jobs.values();
        if (!all.stream().allMatch(job -> job.status().isTerminal())) {
            return this;
        }
        RunRecord end;
        if (all.stream().allMatch(job -> job.status() == JobStatus.SUCCEEDED)) {
            end = run.finished(RunStatus.SUCCEEDED, at, null);
        } else if (cancelReason != null && all.stream().noneMatch(job -> job.status() == JobStatus.FAILED)) {
            end = run.finished(RunStatus.CANCELLED, at, cancelReason);
        } else {
            end = run.finished(RunStatus.FAILED, at, all.stream()
                    .filter(job -> job.status() == JobStatus.FAILED)
                    .map(job -> job.job() + ": " + job.error())
                    .collect(Collectors.joining("; ")));
        }
        return new RunState(end, jobs, retries, cancelReason);
    }
}

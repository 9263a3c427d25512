package io.forja.scheduler.cli;

import io.forja.core.job.ExpectationResult;
import io.forja.core.job.RowCounts;
import io.forja.core.job.TableChange;
import io.forja.core.run.JobRecord;
import io.forja.core.run.JobStatus;
import io.forja.core.run.LiveRun;
import io.forja.core.run.RunRecord;
import io.forja.core.run.RunStatus;
import io.forja.core.run.Trigger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A run for machines.
 *
 * @param resumes the run that it goes on with, or null
 * @param durationSeconds null while it is queued
 */
record RunJson(
        String id, @Nullable String resumes, String pipeline, RunStatus status, Instant logicalTime, Trigger trigger,
        Map<String, String> params, Instant dueAt, @Nullable Instant startedAt, @Nullable Instant finishedAt, @Nullable Double durationSeconds,
        @Nullable String error) {

    static RunJson of(RunRecord run, Instant now) {
        return new RunJson(run.id(), run.resumes(), run.pipeline(), run.status(), run.logicalTime(), run.trigger(),
                new TreeMap<>(run.params()), run.dueAt(), run.startedAt(), run.finishedAt(),
                seconds(run.duration(now)), run.error());
    }

    /** A run and its jobs. */
    record Full(RunJson run, List<Job> jobs) {
        static Full of(LiveRun live, Instant now) {
            return new Full(RunJson.of(live.run(), now), live.jobs().stream().map(job -> Job.of(job, now)).toList());
        }
    }

    /** A job of a run; {@code attempts} are those begun so far. */
    record Job(
            String job, String type, JobStatus status, List<String> needs, int attempts, @Nullable Instant startedAt,
            @Nullable Instant finishedAt, @Nullable Double durationSeconds, @Nullable Instant retryAt, RowCounts rows,
            List<TableChange> tables, List<String> notes, List<ExpectationResult> expectations,
            @Nullable String error) {

        static Job of(JobRecord job, Instant now) {
            return new Job(job.job(), job.type(), job.status(), job.needs().stream().sorted().toList(), job.attempt(),
                    job.startedAt(), job.finishedAt(), seconds(Wording.duration(job, now)), job.retryAt(),
                    job.result().rows(), job.result().tables(), job.result().notes(),
                    job.result().expectations(), job.error());
        }
    }

    private static @Nullable Double seconds(Optional<Duration> duration) {
        return duration.map(time -> time.toMillis() / 1000.0).orElse(null);
    }
}

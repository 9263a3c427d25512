package io.forja.scheduler.cli;

import io.forja.core.run.JobRecord;
import io.forja.core.run.JobStatus;
import io.forja.core.run.LiveRun;
import io.forja.core.run.RunRecord;
import io.forja.core.run.RunStatus;
import io.forja.scheduler.cli.text.Readable;
import java.io.PrintStream;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A line for every change, for files and pipes. */
final class ProgressLog implements Progress {

    private final PrintStream out;
    private final ZoneId zone;
    private final Map<String, JobRecord> shown = new HashMap<>();
    private @Nullable RunStatus shownRun;

    ProgressLog(PrintStream out, ZoneId zone) {
        this.out = out;
        this.zone = zone;
    }

    @Override
    public void show(LiveRun live) {
        RunRecord run = live.run();
        if (run.status() != shownRun && !run.status().isTerminal()) {
            say(run.startedAt() == null ? run.dueAt() : run.startedAt(), "run " + run.id() + " "
                    + Wording.of(run.status()));
        }
        for (JobRecord job : live.jobs()) {
            JobRecord before = shown.put(job.job(), job);
            boolean changed = before == null
                    ? job.status() != JobStatus.WAITING
                    : before.status() != job.status() || before.attempt() != job.attempt();
            if (changed) {
                show(job);
            }
        }
        if (run.status() != shownRun && run.status().isTerminal()) {
            say(run.finishedAt() == null ? run.dueAt() : run.finishedAt(), "run " + run.id() + " "
                    + Wording.of(run.status()));
        }
        shownRun = run.status();
    }

    private void show(JobRecord job) {
        Instant at = job.finishedAt() != null ? job.finishedAt() : job.startedAt();
        String took = Wording.duration(job, Instant.EPOCH)
                .filter(time -> job.finishedAt() != null)
                .map(time -> " in " + Readable.duration(time))
                .orElse("");
        String rows = Wording.rows(job.result().rows());
        String more = switch (job.status()) {
            case RUNNING -> job.attempt() > 1 ? ", attempt " + job.attempt() : "";
            case RETRY_WAIT -> " until " + Readable.clock(Objects.requireNonNull(job.retryAt()), zone) + " for attempt "
                    + (job.attempt() + 1) + ": " + job.error();
            case SUCCEEDED -> took + (rows.isEmpty() ? "" : ": " + rows);
            default -> took + (job.error() == null ? "" : ": " + job.error());
        };
        say(at, job.job() + " " + (job.status() == JobStatus.RETRY_WAIT ? "waits" : Wording.of(job.status())) + more);
    }

    private void say(@Nullable Instant at, String line) {
        out.println((at == null ? "" : Readable.clock(at, zone) + " ") + line);
    }
}

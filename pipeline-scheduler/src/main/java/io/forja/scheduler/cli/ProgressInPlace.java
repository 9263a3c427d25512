package io.forja.scheduler.cli;

import io.forja.core.run.JobRecord;
import io.forja.core.run.JobStatus;
import io.forja.core.run.LiveRun;
import io.forja.scheduler.cli.text.DisplayWidth;
import io.forja.scheduler.cli.text.Readable;
import io.forja.scheduler.cli.text.TextTable;
import java.io.PrintStream;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** A line for the run and one for each job, rewritten where they stand. */
final class ProgressInPlace implements Progress {

    private static final String UP = "\u001b[%dA";
    private static final String CLEAR_LINE = "\u001b[2K";
    /** A long line is cut at the screen's edge; a wrapped one would break the count of lines. */
    private static final String NO_WRAP = "\u001b[?7l";
    private static final String WRAP = "\u001b[?7h";

    /** More lines than a screen has cannot be rewritten. */
    private static final int MOST_JOBS = 15;

    private final PrintStream out;
    private final boolean colours;
    private final Clock clock;
    private int drawn;

    ProgressInPlace(PrintStream out, boolean colours, Clock clock) {
        this.out = out;
        this.colours = colours;
        this.clock = clock;
    }

    @Override
    public void show(LiveRun live) {
        List<String> lines = lines(live);
        StringBuilder frame = new StringBuilder(NO_WRAP);
        if (drawn > 0) {
            frame.append(String.format(Locale.ROOT, UP, drawn));
        }
        lines.forEach(line -> frame.append(CLEAR_LINE).append(line).append('\n'));
        for (int i = lines.size(); i < drawn; i++) {
            frame.append(CLEAR_LINE).append('\n');
        }
        out.print(frame.append(WRAP));
        out.flush();
        drawn = Math.max(drawn, lines.size());
    }

    private List<String> lines(LiveRun live) {
        Instant now = clock.instant();
        List<JobRecord> jobs = live.jobs();
        if (jobs.size() > MOST_JOBS) {
            jobs = jobs.stream().filter(job -> job.status() != JobStatus.WAITING && !job.status().isTerminal())
                    .limit(MOST_JOBS).toList();
        }
        int width = jobs.stream().mapToInt(job -> DisplayWidth.of(job.job())).max().orElse(0);
        List<String> lines = new ArrayList<>();
        lines.add(live.run().id() + "  " + Wording.cell(live.run().status()).paint()
                .on(Wording.of(live.run().status()), colours)
                + live.run().duration(now).map(time -> "  " + Readable.duration(time)).orElse("")
                + (jobs.size() == live.jobs().size() ? "" : "  " + tally(live.jobs())));
        jobs.forEach(job -> lines.add(line(job, live, width, now)));
        return lines;
    }

    private static String tally(List<JobRecord> jobs) {
        long done = jobs.stream().filter(job -> job.status().isTerminal()).count();
        return done + " of " + jobs.size() + " jobs done";
    }

    private String line(JobRecord job, LiveRun live, int width, Instant now) {
        String state = Wording.of(job.status());
        String line = "  " + job.job() + " ".repeat(width - DisplayWidth.of(job.job())) + "  "
                + Wording.cell(job.status()).paint().on(state, colours)
                + " ".repeat(Math.max(0, "succeeded".length() - state.length())) + "  "
                + String.format(Locale.ROOT, "%6s", Wording.duration(job, now).map(Readable::duration).orElse(""));
        return (line + "  " + TextTable.visible(detail(job, live, now))).stripTrailing();
    }

    private static String detail(JobRecord job, LiveRun live, Instant now) {
        return switch (job.status()) {
            case RUNNING -> (job.attempt() > 1 ? "attempt " + job.attempt() + ": " : "") + phase(live, job.job());
            case RETRY_WAIT -> "attempt " + (job.attempt() + 1) + " "
                    + Readable.until(Objects.requireNonNullElse(job.retryAt(), now), now) + ": " + job.error();
            case SUCCEEDED -> Wording.rows(job.result().rows());
            default -> job.error() == null ? "" : job.error();
        };
    }

    private static String phase(LiveRun live, String job) {
        LiveRun.Progress progress = live.progress().get(job);
        if (progress == null) {
            return "";
        }
        return progress.phase() + (progress.total() > 0 ? " " + progress.done() + "/" + progress.total() : "");
    }
}

package io.forja.scheduler.cli;

import io.forja.core.job.RowChanges;
import io.forja.core.job.RowCounts;
import io.forja.core.job.TableChange;
import io.forja.core.run.JobRecord;
import io.forja.core.run.JobStatus;
import io.forja.core.run.RunStatus;
import io.forja.scheduler.cli.text.Paint;
import io.forja.scheduler.cli.text.TextTable.Cell;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Runs and jobs in words, the same in every command. */
final class Wording {

    private Wording() {}

    /** {@code UPSTREAM_FAILED} as {@code upstream failed}. */
    static String of(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    static Cell cell(RunStatus status) {
        return new Cell(of(status), switch (status) {
            case QUEUED -> Paint.FAINT;
            case RUNNING -> Paint.BUSY;
            case SUCCEEDED -> Paint.GOOD;
            case FAILED -> Paint.BAD;
            case CANCELLED, SKIPPED -> Paint.WARN;
        });
    }

    static Cell cell(JobStatus status) {
        return new Cell(of(status), switch (status) {
            case WAITING -> Paint.FAINT;
            case RUNNING -> Paint.BUSY;
            case SUCCEEDED -> Paint.GOOD;
            case FAILED -> Paint.BAD;
            case RETRY_WAIT, CANCELLED, UPSTREAM_FAILED -> Paint.WARN;
        });
    }

    /** How long the job's last attempt took, or has taken; empty while it never began. */
    static Optional<Duration> duration(JobRecord job, Instant now) {
        if (job.startedAt() == null || job.attempt() == 0) {
            return Optional.empty();
        }
        boolean ended = job.finishedAt() != null;
        return ended || job.status() == JobStatus.RUNNING
                ? Optional.of(Duration.between(job.startedAt(), ended ? job.finishedAt() : now))
                : Optional.empty();
    }

    /** {@code 6 read, 4 written, 1 deduplicated, 1 filtered}; empty for a job without rows. */
    static String rows(RowCounts rows) {
        if (rows.equals(RowCounts.NONE)) {
            return "";
        }
        List<String> parts = new ArrayList<>(List.of(rows.read() + " read", rows.written() + " written"));
        addWhereAny(parts, rows.rejected(), "rejected");
        addWhereAny(parts, rows.deduplicated(), "deduplicated");
        addWhereAny(parts, rows.filtered(), "filtered");
        return String.join(", ", parts);
    }

    private static void addWhereAny(List<String> parts, long number, String what) {
        if (number > 0) {
            parts.add(number + " " + what);
        }
    }

    /** {@code silver.fato_vendas v3, silver.clientes v1 (2 inserted, 1 updated)}. */
    static String tables(List<TableChange> changes) {
        return changes.stream()
                .map(change -> change.table() + " v" + change.after()
                        + (change.rows() == null ? "" : " (" + changes(change.rows()) + ")"))
                .collect(Collectors.joining(", "));
    }

    /** {@code 2 inserted, 1 updated, 3 deleted}, without what is none; {@code no row changed}. */
    static String changes(RowChanges rows) {
        List<String> parts = new ArrayList<>();
        addWhereAny(parts, rows.inserted(), "inserted");
        addWhereAny(parts, rows.updated(), "updated");
        addWhereAny(parts, rows.deleted(), "deleted");
        return parts.isEmpty() ? "no row changed" : String.join(", ", parts);
    }
}

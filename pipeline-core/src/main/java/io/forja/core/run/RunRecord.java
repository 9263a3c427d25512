package io.forja.core.run;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A run as the ledger knows it. Immutable; its methods give a changed copy. Times are whole milliseconds: what is finer
 * is cut off, so that a record and its row in any ledger are equal.
 *
 * @param id made of the pipeline, the logical time and the rerun, see {@link #idOf}
 * @param logicalTime the time that the run stands for, whenever it really happens
 * @param rerun 0 for the first run of a logical time, then 1, 2, ...
 * @param resumes the run whose work this one goes on with, of a chain of retries the first; null for a run of its own
 * @param params the parameters that were given
 * @param definitionHash the hash of the YAML that it ran by
 * @param owner the process that it runs in, see {@link ProcessId}
 * @param dueAt when it was to start: a schedule's fire time, else when it was asked for
 * @param error why it did not succeed, in one sentence
 */
public record RunRecord(
        String id, String pipeline, Instant logicalTime, int rerun, @Nullable String resumes, Trigger trigger,
        Map<String, String> params, String definitionHash, String owner, RunStatus status, Instant dueAt,
        @Nullable Instant startedAt, @Nullable Instant finishedAt, @Nullable String error) {

    private static final DateTimeFormatter ID_TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss").withZone(ZoneOffset.UTC);

    public RunRecord {
        params = Map.copyOf(params);
        logicalTime = logicalTime.truncatedTo(ChronoUnit.MILLIS);
        dueAt = dueAt.truncatedTo(ChronoUnit.MILLIS);
        startedAt = startedAt == null ? null : startedAt.truncatedTo(ChronoUnit.MILLIS);
        finishedAt = finishedAt == null ? null : finishedAt.truncatedTo(ChronoUnit.MILLIS);
    }

    /** A run of its own. */
    public RunRecord(
            String id, String pipeline, Instant logicalTime, int rerun, Trigger trigger, Map<String, String> params,
            String definitionHash, String owner, RunStatus status, Instant dueAt, @Nullable Instant startedAt,
            @Nullable Instant finishedAt, @Nullable String error) {
        this(id, pipeline, logicalTime, rerun, null, trigger, params, definitionHash, owner, status, dueAt, startedAt,
                finishedAt, error);
    }

    /** {@code vendas-20261129T020000}, with the milliseconds where there are any, and {@code .2} for a second run. */
    public static String idOf(String pipeline, Instant logicalTime, int rerun) {
        int millis = logicalTime.getNano() / 1_000_000;
        return pipeline + "-" + ID_TIME.format(logicalTime) + (millis == 0 ? "" : String.format("%03d", millis))
                + (rerun == 0 ? "" : "." + (rerun + 1));
    }

    /** The run by which all that this one writes is known: the one that it resumes, or itself. */
    public String origin() {
        return resumes == null ? id : resumes;
    }

    /** How long it took, or has taken; empty while it is queued. */
    public Optional<Duration> duration(Instant now) {
        return Optional.ofNullable(startedAt)
                .map(start -> Duration.between(start, finishedAt == null ? now : finishedAt));
    }

    /** The same run, going on with the work of another one of its logical time. */
    public RunRecord resuming(RunRecord other) {
        return new RunRecord(id, pipeline, logicalTime, rerun, other.origin(), trigger, params, definitionHash, owner,
                status, dueAt, startedAt, finishedAt, error);
    }

    /** The same run in another process, which takes it up. */
    public RunRecord ownedBy(String process) {
        return new RunRecord(id, pipeline, logicalTime, rerun, resumes, trigger, params, definitionHash, process,
                status, dueAt, startedAt, finishedAt, error);
    }

    public RunRecord started(Instant at) {
        return new RunRecord(id, pipeline, logicalTime, rerun, resumes, trigger, params, definitionHash, owner,
                RunStatus.RUNNING, dueAt, at, null, null);
    }

    public RunRecord finished(RunStatus status, Instant at, @Nullable String error) {
        return new RunRecord(id, pipeline, logicalTime, rerun, resumes, trigger, params, definitionHash, owner,
                status, dueAt, startedAt, at, error);
    }
}

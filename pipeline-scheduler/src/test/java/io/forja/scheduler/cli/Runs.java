package io.forja.scheduler.cli;

import io.forja.core.job.JobResult;
import io.forja.core.job.RowCounts;
import io.forja.core.job.TableChange;
import io.forja.core.run.JobRecord;
import io.forja.core.run.JobStatus;
import io.forja.core.run.LiveRun;
import io.forja.core.run.RunRecord;
import io.forja.core.run.RunStatus;
import io.forja.core.run.Trigger;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Runs of the pipeline vendas in every state, begun ten seconds before {@link CommandLineTest#NOW}. */
final class Runs {

    static final Instant BEGAN = CommandLineTest.NOW.minusSeconds(10);
    private static final String ID = "vendas-20261129T050000";

    private Runs() {}

    static RunRecord record(RunStatus status, String error) {
        return new RunRecord(ID, "vendas", Instant.parse("2026-11-29T05:00:00Z"), 0, Trigger.MANUAL, Map.of(), "hash",
                "host:1:2", status, BEGAN, status == RunStatus.QUEUED ? null : BEGAN,
                status.isTerminal() ? BEGAN.plusSeconds(4) : null, error);
    }

    static LiveRun live(RunStatus status, JobRecord... jobs) {
        return new LiveRun(record(status, null), Arrays.asList(jobs),
                Map.of("fato_vendas", new LiveRun.Progress("reading bronze.vendas", 1, 4)));
    }

    static LiveRun ended(RunStatus status, String error, JobRecord... jobs) {
        return new LiveRun(record(status, error), Arrays.asList(jobs), Map.of());
    }

    static JobRecord job(String name, JobStatus status) {
        boolean begun = status != JobStatus.WAITING;
        return new JobRecord(ID, name, "copy", 0, Set.of(), status, begun ? 1 : 0, begun ? BEGAN : null, null, null,
                null, JobResult.NOTHING);
    }

    static JobRecord job(String name, JobStatus status, double seconds, RowCounts rows, String... tables) {
        List<TableChange> changes = Arrays.stream(tables).map(table -> new TableChange(table, 2L, 3)).toList();
        return new JobRecord(ID, name, "copy", 0, Set.of(), status, 1, BEGAN,
                BEGAN.plusMillis((long) (seconds * 1000)), null, null, new JobResult(rows, changes, List.of()));
    }

    static JobRecord failed(String name, JobStatus status, String error) {
        boolean begun = status == JobStatus.FAILED;
        return new JobRecord(ID, name, "copy", 0, Set.of(), status, begun ? 1 : 0, begun ? BEGAN : null,
                BEGAN.plusSeconds(1), null, error, JobResult.NOTHING);
    }

    static JobRecord waitingForRetry(String name, String error) {
        return new JobRecord(ID, name, "copy", 0, Set.of(), JobStatus.RETRY_WAIT, 1, BEGAN, null,
                CommandLineTest.NOW.plusSeconds(30), error, JobResult.NOTHING);
    }
}

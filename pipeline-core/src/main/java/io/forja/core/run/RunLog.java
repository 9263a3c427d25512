package io.forja.core.run;

import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the ledger has of one run: writes what changed since, and tells the listener of it. Used by the run's thread. */
final class RunLog {

    private static final Logger LOG = LoggerFactory.getLogger(RunLog.class);

    /** What became of a state that was to be written. */
    sealed interface Answer {

        /** The ledger has it. */
        record Written() implements Answer {}

        /** The ledger cannot be written now; the same state, or a later one, is to be written again. */
        record Refused() implements Answer {}

        /** The ledger has the run at another end; nothing of it is this process's business any more. */
        record EndedElsewhere(RunRecord end) implements Answer {}
    }

    private final EngineParts parts;
    private RunState saved;
    private boolean failing;

    /** @param saved what the ledger has now */
    RunLog(EngineParts parts, RunState saved) {
        this.parts = parts;
        this.saved = saved;
    }

    boolean has(RunState state) {
        return saved == state;
    }

    /** Takes a state for written, with nothing to tell. */
    void take(RunState state) {
        saved = state;
    }

    /** Writes what changed since the last time: the jobs before their run, so that no ended run has an open job. */
    Answer write(RunState target) {
        if (has(target)) {
            return new Answer.Written();
        }
        RunRecord before = saved.run();
        List<JobRecord> changed = target.jobs().values().stream()
                .filter(job -> !job.equals(saved.jobs().get(job.job())))
                .toList();
        try {
            if (!(changed.stream().allMatch(this::write) && write(target.run()))) {
                return new Answer.EndedElsewhere(endInLedger(target.run()));
            }
        } catch (RuntimeException e) {
            if (!failing) {
                LOG.error("the ledger cannot be written, trying again every second: {}", e.getMessage(), e);
            }
            failing = true;
            return new Answer.Refused();
        }
        failing = false;
        saved = target;
        tell(before, target.run(), changed);
        return new Answer.Written();
    }

    /** A write that failed may have been done all the same; made again, it is refused and stands as it was meant. */
    private boolean write(JobRecord job) {
        return parts.ledger().update(job) || parts.ledger().jobs(job.runId()).contains(job);
    }

    private boolean write(RunRecord run) {
        return parts.ledger().update(run) || parts.ledger().run(run.id()).filter(run::equals).isPresent();
    }

    private RunRecord endInLedger(RunRecord run) {
        Optional<RunRecord> inLedger = parts.ledger().run(run.id()).filter(record -> record.status().isTerminal());
        RunRecord end = inLedger.orElseGet(() -> run.finished(RunStatus.FAILED, parts.clock().instant(),
                "its jobs are no longer in the ledger as this process wrote them"));
        if (inLedger.isEmpty()) {
            parts.ledger().update(end);
        }
        LOG.error("the run was ended by another process ({}), and stops here", end.status());
        return end;
    }

    private void tell(RunRecord before, RunRecord after, List<JobRecord> changed) {
        if (before.startedAt() == null && after.startedAt() != null) {
            LOG.info("run {} begins, for the logical time {}", after.id(), after.logicalTime());
            parts.tell(listener -> listener.started(after));
        }
        changed.forEach(job -> parts.tell(listener -> listener.changed(after, job)));
        if (after.status().isTerminal()) {
            LOG.info("run {} ends: {}", after.id(), after.error() == null ? after.status()
                    : after.status() + ", " + after.error());
            parts.tell(listener -> listener.finished(after));
        }
    }
}

package io.forja.core.testing;

import io.forja.core.problem.ForjaException;
import io.forja.core.run.JobRecord;
import io.forja.core.run.Ledger;
import io.forja.core.run.RunQuery;
import io.forja.core.run.RunRecord;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** A ledger whose store can be made to fail, for a while or for some calls. Thread-safe. */
public final class RefusingLedger implements Ledger {

    /** What becomes of a call. */
    public enum Mood {
        WORKING,
        /** Nothing is done, and the call fails. */
        REFUSING,
        /** What was asked for is done, and the call fails all the same: its answer is lost. */
        LOSING_ANSWERS
    }

    private final Ledger ledger;
    private volatile Mood mood = Mood.WORKING;
    private final AtomicInteger failures = new AtomicInteger();

    public RefusingLedger(Ledger ledger) {
        this.ledger = ledger;
    }

    public void turn(Mood to) {
        mood = to;
    }

    /** The calls that failed so far. */
    public int failures() {
        return failures.get();
    }

    private <T> T call(Supplier<T> call) {
        Mood now = mood;
        if (now == Mood.WORKING) {
            return call.get();
        }
        if (now == Mood.LOSING_ANSWERS) {
            call.get();
        }
        failures.incrementAndGet();
        throw new ForjaException("the ledger cannot be written: the disk is full", "free some space");
    }

    @Override
    public boolean add(RunRecord run, List<JobRecord> jobs) {
        return call(() -> ledger.add(run, jobs));
    }

    @Override
    public boolean update(RunRecord run) {
        return call(() -> ledger.update(run));
    }

    @Override
    public boolean update(JobRecord job) {
        return call(() -> ledger.update(job));
    }

    @Override
    public Optional<RunRecord> run(String id) {
        return call(() -> ledger.run(id));
    }

    @Override
    public List<JobRecord> jobs(String runId) {
        return call(() -> ledger.jobs(runId));
    }

    @Override
    public List<RunRecord> runs(RunQuery query) {
        return call(() -> ledger.runs(query));
    }

    @Override
    public void markUndone(String runId) {
        call(() -> {
            ledger.markUndone(runId);
            return true;
        });
    }

    @Override
    public boolean isUndone(String runId) {
        return call(() -> ledger.isUndone(runId));
    }

    @Override
    public List<RunRecord> unfinished() {
        return call(ledger::unfinished);
    }

    @Override
    public int nextRerun(String pipeline, Instant logicalTime) {
        return call(() -> ledger.nextRerun(pipeline, logicalTime));
    }

    @Override
    public Optional<Instant> lastScheduled(String pipeline) {
        return call(() -> ledger.lastScheduled(pipeline));
    }

    @Override
    public Instant scheduledSince(String pipeline, String schedule, Instant now) {
        return call(() -> ledger.scheduledSince(pipeline, schedule, now));
    }

    @Override
    public void close() {
        ledger.close();
    }
}

package io.forja.core.testing;

import io.forja.core.run.JobRecord;
import io.forja.core.run.Ledger;
import io.forja.core.run.RunQuery;
import io.forja.core.run.RunRecord;
import io.forja.core.run.Trigger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** A ledger that forgets everything with its object; for tests of what stands on a ledger. Thread-safe. */
public final class InMemoryLedger implements Ledger {

    private record Since(String schedule, Instant from) {}

    private final Map<String, RunRecord> runs = new LinkedHashMap<>();
    private final Map<String, Map<String, JobRecord>> jobs = new HashMap<>();
    private final Set<String> undone = new HashSet<>();
    private final Map<String, Since> schedules = new HashMap<>();

    @Override
    public synchronized boolean add(RunRecord run, List<JobRecord> ofRun) {
        boolean known = runs.containsKey(run.id()) || runs.values().stream().anyMatch(sameTime(run));
        if (known) {
            return false;
        }
        runs.put(run.id(), run);
        Map<String, JobRecord> byName = new LinkedHashMap<>();
        ofRun.forEach(job -> byName.put(job.job(), job));
        jobs.put(run.id(), byName);
        return true;
    }

    private static Predicate<RunRecord> sameTime(RunRecord run) {
        return other -> other.pipeline().equals(run.pipeline()) && other.logicalTime().equals(run.logicalTime())
                && other.rerun() == run.rerun();
    }

    @Override
    public synchronized void markUndone(String runId) {
        if (runs.containsKey(runId)) {
            undone.add(runId);
        }
    }

    @Override
    public synchronized boolean isUndone(String runId) {
        return undone.contains(runId);
    }

    @Override
    public synchronized boolean update(RunRecord run) {
        RunRecord before = runs.get(run.id());
        if (before == null || before.status().isTerminal()) {
            return false;
        }
        runs.put(run.id(), run);
        return true;
    }

    @Override
    public synchronized boolean update(JobRecord job) {
        Map<String, JobRecord> ofRun = jobs.getOrDefault(job.runId(), Map.of());
        JobRecord before = ofRun.get(job.job());
        if (before == null || before.status().isTerminal()) {
            return false;
        }
        ofRun.put(job.job(), job);
        return true;
    }

    @Override
    public synchronized Optional<RunRecord> run(String id) {
        return Optional.ofNullable(runs.get(id));
    }

    @Override
    public synchronized List<JobRecord> jobs(String runId) {
        return jobs.getOrDefault(runId, Map.of()).values().stream()
                .sorted(Comparator.comparingInt(JobRecord::position))
                .toList();
    }

    @Override
    public synchronized List<RunRecord> runs(RunQuery query) {
        return runs.values().stream()
                .filter(run -> query.pipeline() == null || query.pipeline().equals(run.pipeline()))
                .filter(run -> query.status() == null || query.status() == run.status())
                .sorted(Comparator.comparing(RunRecord::logicalTime).thenComparing(RunRecord::rerun).reversed())
                .limit(query.limit())
                .toList();
    }

    @Override
    public synchronized List<RunRecord> unfinished() {
        return new ArrayList<>(runs.values()).stream().filter(run -> !run.status().isTerminal()).toList();
    }

    @Override
    public synchronized int nextRerun(String pipeline, Instant logicalTime) {
        return runs.values().stream()
                .filter(run -> run.pipeline().equals(pipeline) && run.logicalTime().equals(logicalTime))
                .mapToInt(run -> run.rerun() + 1)
                .max()
                .orElse(0);
    }

    @Override
    public synchronized Optional<Instant> lastScheduled(String pipeline) {
        return runs.values().stream()
                .filter(run -> run.pipeline().equals(pipeline) && run.trigger() != Trigger.MANUAL)
                .map(RunRecord::logicalTime)
                .max(Comparator.naturalOrder());
    }

    @Override
    public synchronized Instant scheduledSince(String pipeline, String schedule, Instant now) {
        return schedules.compute(pipeline, (name, known) ->
                known != null && known.schedule().equals(schedule) ? known : new Since(schedule, now)).from();
    }

    @Override
    public void close() {}
}

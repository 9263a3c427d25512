package io.forja.scheduler.daemon;

import io.forja.core.definition.Schedule;
import io.forja.core.definition.TableRef;
import io.forja.core.job.TableChange;
import io.forja.core.plan.PlannedJob;
import io.forja.core.problem.ForjaException;
import io.forja.core.problem.NotFoundException;
import io.forja.core.run.JobRecord;
import io.forja.core.run.RunListener;
import io.forja.core.run.RunQuery;
import io.forja.core.run.RunRecord;
import io.forja.core.run.RunStatus;
import io.forja.scheduler.ledger.SqlLedger;
import io.forja.scheduler.metrics.ForjaMetrics;
import io.forja.scheduler.metrics.MeteredPipeline;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a daemon does besides: old rows and logs go, tables are measured after a change and forgotten once dropped,
 * snapshots are counted. It takes its time in a thread of its own.
 */
final class Chores implements RunListener, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Chores.class);

    /** The job types after which there are more or fewer snapshots. */
    private static final Set<String> SNAPSHOT_JOBS = Set.of(ForjaMetrics.SNAPSHOT_JOB, "expire");

    private static final String DROP_JOB = "drop";

    private final Setup setup;
    private final ForjaMetrics metrics;
    private final LogFiles logs;
    private final Set<String> toMeasure = ConcurrentHashMap.newKeySet();
    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
        Thread worker = new Thread(task, "forja-chores");
        worker.setDaemon(true);
        return worker;
    });

    Chores(Setup setup, ForjaMetrics metrics) {
        this.setup = setup;
        this.metrics = metrics;
        this.logs = new LogFiles(setup.config().state().files());
    }

    /** Shows a pipeline's series, with what its last successful run left in the ledger. */
    void meter(PlannedPipeline pipeline, SqlLedger ledger) {
        RunRecord last = ledger.runs(new RunQuery(pipeline.name(), RunStatus.SUCCEEDED, 1)).stream().findFirst()
                .orElse(null);
        Schedule schedule = pipeline.schedule();
        metrics.pipeline(new MeteredPipeline(pipeline.name(),
                pipeline.plan().jobs().stream().map(PlannedJob::name).toList(),
                schedule == null ? null : PlannedPipeline.policy(schedule), last == null ? null : last.finishedAt()));
        if (last != null) {
            for (JobRecord job : ledger.jobs(last.id())) {
                Instant at = job.finishedAt();
                if (at != null) {
                    ForjaMetrics.followed(job).forEach(change -> metrics.table(change.table(), change.after(), at));
                }
            }
        }
    }

    /** The engine is warm right after a job: looking at what it changed costs no start of its own. */
    @Override
    public void changed(RunRecord run, JobRecord job) {
        ForjaMetrics.followed(job).stream().map(TableChange::table).filter(toMeasure::add)
                .forEach(table -> inTime("measure " + table, () -> measure(table)));
        if (SNAPSHOT_JOBS.contains(job.type()) && job.status().isTerminal()) {
            inTime("count snapshots", () -> metrics.snapshots(
                    setup.lake().snapshots(List.of(setup.config().lakehouse().snapshots()))));
        }
        if (job.type().equals(DROP_JOB) && job.status().isTerminal()) {
            // It does not tell which table it dropped; those that are gone are found by looking.
            metrics.tables().forEach(table -> inTime("measure " + table, () -> measure(table)));
        }
    }

    /** A person dropped a table. */
    void dropped(String table) {
        metrics.removeTable(table);
    }

    private void measure(String table) {
        toMeasure.remove(table);
        try {
            metrics.measured(setup.lake().table(TableRef.parse(table)));
        } catch (NotFoundException e) {
            metrics.removeTable(table);
        }
    }

    void purge(SqlLedger ledger) {
        Instant now = setup.clock().instant();
        inTime("remove old runs", () -> {
            int runs = ledger.purge(now.minus(setup.config().state().keepRuns()));
            int files = logs.purge(now.minus(setup.config().state().keepLogs()));
            if (runs + files > 0) {
                LOG.info("{} old runs and {} old logs were removed", runs, files);
            }
        });
    }

    private void inTime(String what, Runnable work) {
        try {
            thread.execute(() -> {
                try {
                    work.run();
                } catch (ForjaException e) {
                    LOG.warn("could not {}: {}", what, e.getMessage());
                } catch (RuntimeException e) {
                    LOG.warn("could not {}", what, e);
                }
            });
        } catch (RejectedExecutionException e) {
            LOG.debug("no time left to {}", what);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}

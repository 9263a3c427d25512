package io.forja.scheduler.daemon;

import io.forja.core.definition.Notify;
import io.forja.core.run.RunEngine;
import io.forja.core.run.RunListener;
import io.forja.core.run.RunRecord;
import io.forja.core.run.RunStatus;
import io.forja.scheduler.ledger.SqlAlerts;
import io.forja.scheduler.ledger.SqlLedger;
import io.forja.scheduler.notify.Notifier;
import io.forja.scheduler.notify.Webhooks;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What runs pipelines in this process, whoever asks for the runs: the folder, the ledger, the engine, the alerts. */
final class Workshop implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Workshop.class);

    /** What the engine needs at the most to end jobs that were cancelled. */
    static final Duration CANCEL_TIME = Duration.ofSeconds(10);

    private final Setup setup;
    private final PipelineFolder folder;
    private final SqlLedger ledger;
    private final RunEngine engine;
    private final Runs runs;
    private final Notifier notifier;

    Workshop(Setup setup, List<RunListener> listeners) {
        this.setup = setup;
        this.folder = new PipelineFolder(Path.of(setup.config().pipelines()), setup.loader());
        this.ledger = new SqlLedger(setup.database(), setup.redaction());
        this.notifier = new Notifier(this::wishes, new Webhooks(setup.config().notify_(), setup.redaction()),
                new SqlAlerts(setup.database(), setup.self().toString()), ledger, setup.clock());
        List<RunListener> all = new ArrayList<>(listeners);
        all.add(notifier);
        RunListener listener = new Listeners(List.copyOf(all));
        RunEngine.Limits limits = new RunEngine.Limits(setup.config().limits().runs(),
                setup.config().limits().jobs(Runtime.getRuntime().availableProcessors()));
        this.engine = new RunEngine(ledger, setup.jobs(), limits, setup.clock(), listener);
        this.runs = new Runs(setup, engine, ledger, listener);
    }

    private Optional<Notify> wishes(String pipeline) {
        folder.refreshOnce();
        return folder.find(pipeline).map(known -> known.loaded().definition().notify_());
    }

    PipelineFolder folder() {
        return folder;
    }

    SqlLedger ledger() {
        return ledger;
    }

    RunEngine engine() {
        return engine;
    }

    Runs runs() {
        return runs;
    }

    /** Says of the runs that dead processes were at that they have failed; their places are free. */
    void endDeadRuns(Predicate<String> isGone) {
        deadRuns(isGone, RunStatus.RUNNING).forEach(this::endDead);
    }

    private void endDead(RunRecord run) {
        LOG.warn("the process {} that ran {} is gone", run.owner(), run.id());
        runs.end(run, RunStatus.FAILED, "the process that ran it ended; go on with it by \"forja runs retry " + run.id()
                + "\"");
    }

    /** Says of a run that it has failed where the process that it was of is gone, and nobody has said so yet. */
    void endIfDead(RunRecord run) {
        if (!run.status().isTerminal() && setup.isGone(run.owner())) {
            endDead(run);
        }
    }

    /** Takes up what dead processes left waiting, and tells what they did not tell. */
    void takeOver(Predicate<String> isGone) {
        for (RunRecord run : deadRuns(isGone, RunStatus.QUEUED)) {
            LOG.info("the run {} was left waiting by {} and is taken up", run.id(), run.owner());
            runs.adopt(run, folder.find(run.pipeline()));
        }
        notifier.takeOver(isGone, setup.self().toString());
    }

    private List<RunRecord> deadRuns(Predicate<String> isGone, RunStatus status) {
        return ledger.unfinished().stream()
                .filter(run -> run.status() == status && isGone.test(run.owner())).toList();
    }

    @Override
    public void close() {
        stop(Duration.ZERO);
    }

    /**
     * Lets what runs come to its end, cancels it after the grace, and gives up what does not stop even then. What
     * waits for its place stays in the ledger for the next process.
     */
    void stop(Duration grace) {
        runs.close();
        try {
            if (!engine.drain(grace)) {
                giveUp();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            giveUp();
        }
        engine.close();
        notifier.close();
    }

    private void giveUp() {
        for (RunRecord run : ledger.unfinished()) {
            if (run.owner().equals(setup.self().toString()) && run.status() == RunStatus.RUNNING) {
                runs.end(run, RunStatus.FAILED, "the process was asked to stop, and the run did not come to its end");
            }
        }
    }
}

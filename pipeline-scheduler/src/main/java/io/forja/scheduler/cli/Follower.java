package io.forja.scheduler.cli;

import io.forja.core.run.LiveRun;
import io.forja.core.run.RunStatus;
import io.forja.scheduler.api.Forja;
import java.time.Clock;
import java.time.Instant;

/** Follows a run to its end; Ctrl-C cancels a run of this process and leaves one of the daemon. */
final class Follower {

    private final Session session;
    private final Forja forja;
    private final boolean inDaemon;
    private final Terminal terminal;
    private final Interrupts interrupts;
    private final Clock clock;
    private final boolean inPlace;
    private volatile boolean interrupted;

    Follower(Session session, Workspace workspace) {
        this.session = session;
        this.forja = workspace.forja();
        this.inDaemon = workspace.hasDaemon();
        this.terminal = session.terminal();
        this.interrupts = session.interrupts();
        this.clock = workspace.clock();
        // Log lines in between would be overwritten.
        this.inPlace = terminal.errIsScreen() && !session.options().verbose();
    }

    /** Follows a run to its end and prints what became of it, or how to find that out; gives the exit code. */
    int report(LiveRun started, Output.Choice output) {
        LiveRun last = follow(started);
        String id = last.run().id();
        RunStatus end = last.run().status();
        if (!end.isTerminal()) {
            session.say("The run goes on in the daemon. To follow it: " + session.program() + " runs logs -f " + id
                    + "; to end it: " + session.program() + " runs cancel " + id);
            return ExitCode.INTERRUPTED;
        }
        Instant now = clock.instant();
        if (output.isJson()) {
            session.printJson(RunJson.Full.of(last, now));
        } else {
            RunReport.lines(last, now, session.terminal().outColours()).forEach(session::print);
        }
        return ExitCode.of(end);
    }

    /** The run at its end; or as it stood when the user stopped following. */
    LiveRun follow(LiveRun started) {
        String id = started.run().id();
        Progress progress = Progress.on(terminal, inPlace, clock);
        Interrupts.Registration registration = interrupts.onInterrupt(() -> interrupted = true);
        try {
            boolean cancelled = false;
            LiveRun live = started;
            progress.show(live);
            while (!live.run().status().isTerminal() && !(interrupted && inDaemon)) {
                if (interrupted && !cancelled) {
                    cancelled = true;
                    terminal.err().println("stopping the run; Ctrl-C again leaves it at once");
                    forja.cancel(id);
                }
                pause();
                live = forja.run(id);
                progress.show(live);
            }
            return live;
        } finally {
            registration.close();
        }
    }

    private void pause() {
        try {
            Thread.sleep(terminal.refresh().toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            interrupted = true;
        }
    }
}

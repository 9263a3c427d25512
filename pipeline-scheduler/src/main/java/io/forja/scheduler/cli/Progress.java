package io.forja.scheduler.cli;

import io.forja.core.run.LiveRun;
import java.time.Clock;

/** Shows a run while it goes. */
interface Progress {

    /** The run as it stands now; called again and again, the last time at its end. */
    void show(LiveRun live);

    static Progress on(Terminal terminal, Clock clock) {
        return terminal.errIsScreen()
                ? new ProgressInPlace(terminal.err(), terminal.errColours(), clock)
                : new ProgressLog(terminal.err(), clock.getZone());
    }
}

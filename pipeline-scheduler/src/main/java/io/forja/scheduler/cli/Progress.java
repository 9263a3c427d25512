package io.forja.scheduler.cli;

import io.forja.core.run.LiveRun;
import java.time.Clock;

/** Shows a run while it goes. */
interface Progress {

    /** The run as it stands now; called again and again, the last time at its end. */
    void show(LiveRun live);

    /** @param inPlace whether lines that are there may be rewritten */
    static Progress on(Terminal terminal, boolean inPlace, Clock clock) {
        return inPlace
                ? new ProgressInPlace(terminal.err(), terminal.errColours(), clock)
                : new ProgressLog(terminal.err(), clock.getZone());
    }
}

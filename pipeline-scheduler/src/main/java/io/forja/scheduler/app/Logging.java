package io.forja.scheduler.app;

import io.forja.core.problem.Redaction;
import io.forja.scheduler.cli.Workspace;
import io.forja.scheduler.config.StateFolder;
import java.util.Locale;

/** Tells log4j2.xml how this process logs; has to come before the first log line. */
final class Logging {

    private Logging() {}

    static void configure(Workspace.Options options, StateFolder state, Redaction redaction) {
        boolean talkative = options.verbose() && options.log() == Workspace.Log.QUIET;
        Workspace.Log log = talkative ? Workspace.Log.TEXT : options.log();
        System.setProperty("forja.log", log.name().toLowerCase(Locale.ROOT));
        System.setProperty("forja.level", options.verbose() ? "debug" : "info");
        System.setProperty("forja.logs", state.logs().toString());
        RedactedConverter.use(redaction);
    }
}

package io.forja.scheduler.app;

import io.forja.core.problem.Redaction;
import io.forja.scheduler.cli.Workspace;
import io.forja.scheduler.config.StateFolder;
import java.util.Locale;

/** Tells log4j2.xml how this process logs. Logging is one for the whole process, and so is this. */
final class Logging {

    private static volatile Redaction redaction = new Redaction();

    private Logging() {}

    /** What hides secrets in log lines. */
    static Redaction redaction() {
        return redaction;
    }

    /** Has to come before the first log line; later only the secrets change. */
    static void configure(Workspace.Options options, StateFolder state, Redaction secrets) {
        boolean talkative = options.verbose() && options.log() == Workspace.Log.QUIET;
        Workspace.Log log = talkative ? Workspace.Log.TEXT : options.log();
        System.setProperty("forja.log", log.name().toLowerCase(Locale.ROOT));
        System.setProperty("forja.level", options.verbose() ? "debug" : "info");
        System.setProperty("forja.logs", state.logs().toString());
        redaction = secrets;
    }
}

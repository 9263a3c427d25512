package io.forja.scheduler.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "daemon", header = "Run pipelines on their schedules, until asked to stop.",
        description = {"", "SIGTERM and Ctrl-C let what runs come to its end, within the grace of the configuration.",
                ""},
        footer = {"", "Examples:", "  forja daemon", "  forja daemon --run vendas --log json"})
final class DaemonCommand implements Callable<Integer> {

    /** How the daemon logs. */
    enum Format {
        TEXT,
        JSON;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(names = "--run", paramLabel = "PIPELINE", description = "Also run this pipeline at once; may be repeated.")
    private List<String> run = new ArrayList<>();

    @Option(names = "--log", paramLabel = "FORMAT", defaultValue = "text",
            description = "A line for people, or a JSON object on each line: ${COMPLETION-CANDIDATES}.")
    private Format log = Format.TEXT;

    private final Session session;

    DaemonCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        return session.workspace(log == Format.JSON ? Workspace.Log.JSON : Workspace.Log.TEXT).serve(run);
    }
}

package io.forja.scheduler.cli;

import io.forja.scheduler.api.Forja;
import io.forja.scheduler.cli.text.PrettyJson;
import io.forja.scheduler.cli.text.TextTable;
import java.nio.file.Path;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/** One call of the command line: its global options, where it writes, and the workspace that it opens on demand. */
final class Session implements AutoCloseable {

    private final String program;
    private final Workspace.Opener opener;
    private final Terminal terminal;
    private final Interrupts interrupts;
    private final GlobalOptions options = new GlobalOptions();
    private @Nullable Workspace workspace;

    Session(String program, Workspace.Opener opener, Terminal terminal, Interrupts interrupts) {
        this.program = program;
        this.opener = opener;
        this.terminal = terminal;
        this.interrupts = interrupts;
    }

    Terminal terminal() {
        return terminal;
    }

    Interrupts interrupts() {
        return interrupts;
    }

    GlobalOptions options() {
        return options;
    }

    /** The workspace, opened at the first call. */
    Workspace workspace() {
        return workspace(Workspace.Log.QUIET);
    }

    Workspace workspace(Workspace.Log log) {
        if (workspace == null) {
            workspace = opener.open(options.with(log));
        }
        return workspace;
    }

    /** The workspace of other settings than those of the options; the caller closes it. */
    Workspace open(Path settings) {
        return opener.open(new Workspace.Options(settings, null, null, options.verbose(), Workspace.Log.QUIET));
    }

    /** How the user calls Forja, for commands to try next. */
    String program() {
        return program;
    }

    Forja forja() {
        return workspace().forja();
    }

    Clock clock() {
        return workspace().clock();
    }

    void print(String line) {
        terminal.out().println(line);
    }

    void print(TextTable table) {
        table.lines(terminal.outColours()).forEach(terminal.out()::println);
    }

    void printJson(Object value) {
        terminal.out().println(PrettyJson.of(value));
    }

    /** Says something beside what was asked for. */
    void say(String line) {
        terminal.err().println(line);
    }

    @Override
    public void close() {
        if (workspace != null) {
            workspace.close();
        }
    }
}

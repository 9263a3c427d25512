package io.forja.scheduler.cli;

import io.forja.core.lake.UndoneTable;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "undo", header = "Take back what a run wrote: its tables get their versions from before it.",
        description = {"", "All of its tables go back, or none: where somebody wrote one of them since, or its version"
                + " before can no longer be read, it says which and why. A managed table that the run made is dropped.",
                ""},
        footer = {"", "Examples:", "  forja runs undo vendas-20261129T050000 --dry-run",
                "  forja runs undo vendas-20261129T050000"})
final class UndoRun implements Callable<Integer> {

    @Parameters(paramLabel = "RUN", description = "The run.")
    private String run = "";

    @Option(names = "--dry-run", description = "Change nothing, only say what would change.")
    private boolean dryRun;

    @Mixin
    private Consent consent = new Consent();

    @Mixin
    private Output.Choice output = new Output.Choice();

    private final Session session;

    UndoRun(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        List<UndoneTable> would = session.forja().undo(run, true);
        List<String> dropped = would.stream().filter(table -> table.action() == UndoneTable.Action.DROPPED)
                .map(UndoneTable::table).toList();
        if (!dryRun && !dropped.isEmpty() && !consent.to(session, run + " made " + String.join(", ", dropped)
                + ": name and data are deleted, for good.")) {
            return ExitCode.FAILED;
        }
        List<UndoneTable> undone = dryRun ? would : session.forja().undo(run, false);
        if (output.isJson()) {
            session.printJson(undone);
        } else if (undone.stream().allMatch(table -> table.action() == UndoneTable.Action.DONE)) {
            session.print(undone.isEmpty() ? run + " wrote no table" : run + " was undone before");
        } else {
            session.print(undone.stream().map(this::line).collect(Collectors.joining("\n")));
        }
        return ExitCode.OK;
    }

    private String line(UndoneTable table) {
        return table.table() + switch (table.action()) {
            case RESTORED -> dryRun ? " would be as in version " + table.to() + " again"
                    : " is as in version " + table.to() + " again, which is its version " + table.after() + " now";
            case DROPPED -> dryRun ? " would be dropped: the run made it" : " is dropped: the run had made it";
            case DONE -> " was undone before";
        };
    }
}

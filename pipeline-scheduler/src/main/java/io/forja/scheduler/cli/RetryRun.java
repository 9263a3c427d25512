package io.forja.scheduler.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(name = "retry", header = "Go on with a run that ended without success.",
        description = {"", "A new run of the same logical time and parameters, by the pipeline as it is now. Jobs that had"
                + " succeeded are not run again; the others are, and what one of them had committed before it was stopped"
                + " is found and not done twice. Refused where the run succeeded or goes on, where another run of the same"
                + " time came after it, where it was undone, and where the pipeline has other jobs now.", ""},
        footer = {"", "Ends as \"run\" does: with 0 when the run succeeded, 1 when it failed or was refused, 3 when there"
                + " is no such run.", "", "Examples:", "  forja runs retry vendas-20261129T050000",
                "  forja runs retry vendas-20261129T050000 -o json"})
final class RetryRun implements Callable<Integer> {

    @Parameters(paramLabel = "RUN", description = "The run.")
    private String run = "";

    @Mixin
    private Output.Choice output = new Output.Choice();

    private final Session session;

    RetryRun(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        Workspace workspace = session.workspace();
        return new Follower(session, workspace).report(workspace.forja().retry(run), output);
    }
}

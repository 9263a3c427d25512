package io.forja.scheduler.cli;

import io.forja.core.run.LiveRun;
import io.forja.scheduler.api.RunRequest;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "run", aliases = "--run", header = "Run a pipeline, or one of its jobs, now.",
        description = {"", "Runs through the daemon where one is up, else in this process. Progress goes to stderr, the"
                + " report to stdout.", ""},
        footer = {"", "Ends with 0 when the run succeeded, 1 when it failed, 2 when a definition or an argument is"
                + " wrong, 3 when there is no such pipeline, 4 when it was skipped.", "", "Examples:",
                "  forja run vendas", "  forja run vendas/fato_vendas --date 2026-11-29",
                "  forja run vendas --param origem=data/vendas.csv -o json", "  forja --run vendas"})
final class RunCommand implements Callable<Integer> {

    @Parameters(paramLabel = "PIPELINE[/JOB]", description = "What to run.")
    private String target = "";

    @Option(names = "--date", paramLabel = "DATE",
            description = "The date that the run stands for, as in 2026-11-29; by default now.")
    private @Nullable LocalDate date;

    @Option(names = "--param", paramLabel = "NAME=VALUE", description = "A value for a parameter of the pipeline.")
    private Map<String, String> params = new LinkedHashMap<>();

    @Mixin
    private Output.Choice output = new Output.Choice();

    private final Session session;

    RunCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        int slash = target.indexOf('/');
        String pipeline = slash < 0 ? target : target.substring(0, slash);
        String job = slash < 0 ? null : target.substring(slash + 1);
        Workspace workspace = session.workspace();
        LiveRun started = workspace.forja().start(new RunRequest(pipeline, job, date, params));
        return new Follower(session, workspace).report(started, output);
    }
}

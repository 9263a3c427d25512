package io.forja.scheduler.cli;

import io.forja.core.plan.Plan;
import io.forja.core.problem.Problem;
import io.forja.scheduler.cli.text.Paint;
import io.forja.scheduler.cli.text.Readable;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(name = "validate", header = "Check every pipeline of a folder, without starting anything.",
        description = {"", "Reads the settings and all files and plans every pipeline, and prints every problem: file,"
                + " line, column, key, what is wrong, what to write instead.", ""},
        footer = {"", "Examples:", "  forja validate", "  forja validate pipelines -o json"})
final class ValidateCommand implements Callable<Integer> {

    @Parameters(arity = "0..1", paramLabel = "DIR",
            description = "The folder, or one file; by default the pipelines of the configuration.")
    private @Nullable Path folder;

    @Mixin
    private Output.Choice output = new Output.Choice();

    private final Session session;

    ValidateCommand(Session session) {
        this.session = session;
    }

    private record Report(boolean valid, int pipelines, int jobs, List<ProblemJson> problems) {}

    @Override
    public Integer call() {
        Workspace workspace = session.workspace();
        Path checked = folder == null ? workspace.pipelines() : folder;
        Pipelines pipelines = Pipelines.of(workspace, checked);
        List<Problem> problems = Stream.concat(workspace.problems().stream(), pipelines.problems().stream()).toList();
        int jobs = pipelines.plans().values().stream().map(Plan::jobs).mapToInt(List::size).sum();
        if (output.isJson()) {
            session.printJson(new Report(problems.isEmpty(), pipelines.plans().size(), jobs,
                    problems.stream().map(ProblemJson::of).toList()));
        } else {
            problems.forEach(problem -> session.print(problem.toString()));
            session.print(summary(checked, pipelines.plans().size(), jobs, problems.size()));
        }
        return problems.isEmpty() ? ExitCode.OK : ExitCode.INVALID;
    }

    private String summary(Path checked, int pipelines, int jobs, int problems) {
        String sound = Readable.count(pipelines, "pipeline", "pipelines") + " with "
                + Readable.count(jobs, "job", "jobs");
        boolean colours = session.terminal().outColours();
        return problems == 0
                ? checked + ": " + sound + ", " + Paint.GOOD.on("no problems", colours)
                : checked + ": " + Paint.BAD.on(Readable.count(problems, "problem", "problems"), colours) + "; "
                        + sound + (pipelines == 1 ? " is" : " are") + " sound";
    }
}

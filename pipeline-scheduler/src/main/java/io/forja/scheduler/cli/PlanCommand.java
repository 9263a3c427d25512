package io.forja.scheduler.cli;

import io.forja.core.definition.LoadedPipeline;
import io.forja.core.definition.Schedule;
import io.forja.core.definition.TableRef;
import io.forja.core.job.JobCatalog;
import io.forja.core.plan.Plan;
import io.forja.core.plan.PlannedJob;
import io.forja.core.yaml.Durations;
import io.forja.scheduler.cli.text.TextTable;
import io.forja.scheduler.cli.text.TextTable.Column;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(name = "plan", header = "Show what a run of a pipeline would do, in order, without doing it.",
        footer = {"", "Example:", "  forja plan vendas"})
final class PlanCommand implements Callable<Integer> {

    @Parameters(paramLabel = "PIPELINE", description = "The pipeline's name.")
    private String pipeline = "";

    @Mixin
    private Output.Choice output = new Output.Choice();

    private final Session session;

    PlanCommand(Session session) {
        this.session = session;
    }

    private record PlanJson(
            String pipeline, @Nullable String description, String file, @Nullable String cron,
            @Nullable String timezone, List<JobJson> jobs) {}

    private record JobJson(
            String job, String type, List<String> needs, String summary, List<String> reads, List<String> writes,
            double timeoutSeconds, int attempts) {}

    @Override
    public Integer call() {
        Pipelines pipelines = Pipelines.of(session.workspace());
        LoadedPipeline loaded = pipelines.named(pipeline);
        Plan plan = pipelines.plan(loaded);
        JobCatalog catalog = session.workspace().jobs();
        if (output.isJson()) {
            printJson(loaded, plan, catalog);
        } else {
            print(loaded, plan, catalog);
        }
        return ExitCode.OK;
    }

    private void printJson(LoadedPipeline loaded, Plan plan, JobCatalog catalog) {
        Schedule schedule = loaded.definition().schedule();
        session.printJson(new PlanJson(plan.pipeline(), loaded.definition().description(), loaded.file(),
                schedule == null ? null : schedule.cron(), schedule == null ? null : schedule.timezone().getId(),
                plan.jobs().stream().map(job -> new JobJson(job.name(), catalog.nameOf(job.definition()), needs(job),
                        job.definition().summary(), texts(job.reads()), texts(job.writes()), seconds(job.timeout()),
                        job.retry().attempts())).toList()));
    }

    private void print(LoadedPipeline loaded, Plan plan, JobCatalog catalog) {
        String description = loaded.definition().description();
        session.print(plan.pipeline() + (description == null ? "" : ": " + description));
        Schedule schedule = loaded.definition().schedule();
        session.print(schedule == null
                ? "on request only"
                : "at " + schedule.cron() + " in " + schedule.timezone().getId());
        session.print("");
        TextTable jobs = new TextTable(Column.right("#"), Column.left("JOB"), Column.left("TYPE"),
                Column.left("NEEDS"), Column.right("TIMEOUT"), Column.right("ATTEMPTS"), Column.left("WHAT IT DOES"));
        int number = 1;
        for (PlannedJob job : plan.jobs()) {
            jobs.row(number++, job.name(), catalog.nameOf(job.definition()), String.join(", ", needs(job)),
                    Durations.format(job.timeout()), job.retry().attempts(), job.definition().summary());
        }
        session.print(jobs);
        printTables(plan);
    }

    private void printTables(Plan plan) {
        Map<TableRef, List<String>> writers = new LinkedHashMap<>();
        Map<TableRef, List<String>> readers = new LinkedHashMap<>();
        Set<TableRef> tables = new LinkedHashSet<>();
        for (PlannedJob job : plan.jobs()) {
            job.reads().forEach(table -> readers.computeIfAbsent(table, t -> new ArrayList<>()).add(job.name()));
            job.writes().forEach(table -> writers.computeIfAbsent(table, t -> new ArrayList<>()).add(job.name()));
            tables.addAll(job.reads());
            tables.addAll(job.writes());
        }
        if (tables.isEmpty()) {
            return;
        }
        TextTable text = new TextTable(Column.left("TABLE"), Column.left("WRITTEN BY"), Column.left("READ BY"));
        tables.forEach(table -> text.row(table, String.join(", ", writers.getOrDefault(table, List.of())),
                String.join(", ", readers.getOrDefault(table, List.of()))));
        session.print("");
        session.print(text);
    }

    private static List<String> needs(PlannedJob job) {
        return job.needs().stream().sorted().toList();
    }

    private static List<String> texts(List<TableRef> tables) {
        return tables.stream().map(TableRef::text).toList();
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }
}

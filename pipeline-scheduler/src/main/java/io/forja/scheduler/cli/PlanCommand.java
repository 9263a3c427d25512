package io.forja.scheduler.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.forja.core.definition.LoadedPipeline;
import io.forja.core.definition.Schedule;
import io.forja.core.definition.TableRef;
import io.forja.core.job.JobCatalog;
import io.forja.core.job.JobPreview;
import io.forja.core.plan.Plan;
import io.forja.core.plan.PlannedJob;
import io.forja.core.yaml.Durations;
import io.forja.scheduler.api.PreviewedJob;
import io.forja.scheduler.api.RunRequest;
import io.forja.scheduler.cli.text.Paint;
import io.forja.scheduler.cli.text.TextTable;
import io.forja.scheduler.cli.text.TextTable.Cell;
import io.forja.scheduler.cli.text.TextTable.Column;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "plan", header = "Show what a run of a pipeline would do, in order, without doing it.",
        description = {"", "Reads the files alone and answers at once. With --rows it looks into the lake too, through the"
                + " daemon where one is up: checks expressions and columns against the tables as they are now, and"
                + " counts the rows that an update or a delete would touch.", ""},
        footer = {"", "Ends with 2 when a job would be refused.", "", "Examples:", "  forja plan vendas",
                "  forja plan seguros --rows"})
final class PlanCommand implements Callable<Integer> {

    @Parameters(paramLabel = "PIPELINE", description = "The pipeline's name.")
    private String pipeline = "";

    @Option(names = "--rows", description = "Look into the lake: what would each job touch?")
    private boolean rows;

    @Option(names = "--param", paramLabel = "NAME=VALUE",
            description = "With --rows: a value for a parameter of the pipeline.")
    private Map<String, String> params = new LinkedHashMap<>();

    @Mixin
    private Output.Choice output = new Output.Choice();

    private final Session session;

    PlanCommand(Session session) {
        this.session = session;
    }

    private record PlanJson(
            String pipeline, @Nullable String description, String file, @Nullable String cron,
            @Nullable String timezone, List<JobJson> jobs) {}

    /** The last two only where the lake was asked. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record JobJson(
            String job, String type, List<String> needs, String summary, List<String> reads, List<String> writes,
            double timeoutSeconds, int attempts, @Nullable JobPreview preview, @Nullable String problem) {}

    @Override
    public Integer call() {
        Pipelines pipelines = Pipelines.of(session.workspace());
        LoadedPipeline loaded = pipelines.named(pipeline);
        Plan plan = pipelines.plan(loaded);
        JobCatalog catalog = session.workspace().jobs();
        List<PreviewedJob> previews = rows
                ? session.forja().preview(new RunRequest(pipeline, null, null, params))
                : List.of();
        if (output.isJson()) {
            printJson(loaded, plan, catalog, previews);
        } else {
            print(loaded, plan, catalog);
            print(previews);
        }
        return previews.stream().allMatch(job -> job.problem() == null) ? ExitCode.OK : ExitCode.INVALID;
    }

    private void printJson(LoadedPipeline loaded, Plan plan, JobCatalog catalog, List<PreviewedJob> previews) {
        Map<String, PreviewedJob> told = new LinkedHashMap<>();
        previews.forEach(job -> told.put(job.job(), job));
        PreviewedJob nothing = new PreviewedJob("", null, null);
        Schedule schedule = loaded.definition().schedule();
        session.printJson(new PlanJson(plan.pipeline(), loaded.definition().description(), loaded.file(),
                schedule == null ? null : schedule.cron(), schedule == null ? null : schedule.timezone().getId(),
                plan.jobs().stream().map(job -> new JobJson(job.name(), catalog.nameOf(job.definition()), needs(job),
                        job.definition().summary(), texts(job.reads()), texts(job.writes()), seconds(job.timeout()),
                        job.retry().attempts(), told.getOrDefault(job.name(), nothing).preview(),
                        told.getOrDefault(job.name(), nothing).problem())).toList()));
    }

    private void print(List<PreviewedJob> previews) {
        if (previews.isEmpty()) {
            return;
        }
        TextTable text = new TextTable(Column.left("JOB"), Column.left("TABLE"), Column.left("WITH THE TABLES AS THEY ARE NOW"));
        for (PreviewedJob job : previews) {
            JobPreview preview = job.preview();
            text.row(job.job(), preview == null ? "" : preview.table(), preview == null
                    ? new Cell(String.valueOf(job.problem()), Paint.BAD) : new Cell(words(preview), Paint.PLAIN));
        }
        session.print("");
        session.print(text);
    }

    private static String words(JobPreview preview) {
        return Stream.concat(Stream.ofNullable(preview.rows()).map(Wording::changes), preview.notes().stream())
                .collect(Collectors.joining("; "));
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

package io.forja.scheduler.cli;

import io.forja.core.definition.LoadedPipeline;
import io.forja.core.definition.Schedule;
import io.forja.core.definition.Timetable;
import io.forja.scheduler.cli.text.Readable;
import io.forja.scheduler.cli.text.TextTable;
import io.forja.scheduler.cli.text.TextTable.Column;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "next", header = "Show when pipelines run next, on the schedule's clock and in UTC.",
        footer = {"", "Examples:", "  forja next", "  forja next vendas -n 5"})
final class NextCommand implements Callable<Integer> {

    @Parameters(arity = "0..1", paramLabel = "PIPELINE", description = "Only this pipeline; by default all.")
    private @Nullable String pipeline;

    @Option(names = "-n", paramLabel = "N", defaultValue = "10",
            description = "How many times, 1 to 1000; by default ${DEFAULT-VALUE}.")
    private int count = 10;

    @Mixin
    private Output.Choice output = new Output.Choice();

    private final Session session;

    NextCommand(Session session) {
        this.session = session;
    }

    private record Fire(LoadedPipeline pipeline, Schedule schedule, Instant at) {}

    private record FireJson(String pipeline, OffsetDateTime local, Instant utc, String cron, String timezone) {}

    @Override
    public Integer call() {
        if (count < 1 || count > 1000) {
            throw new UsageException("-n " + count + " is out of range", "write 1 to 1000");
        }
        Pipelines pipelines = Pipelines.of(session.workspace());
        List<LoadedPipeline> wanted = pipeline == null ? pipelines.all() : List.of(pipelines.named(pipeline));
        if (pipeline == null) {
            pipelines.problems().forEach(problem -> session.say(problem.toString()));
        }
        List<Fire> fires = fires(wanted);
        if (output.isJson()) {
            session.printJson(fires.stream().map(fire -> new FireJson(fire.pipeline().name(),
                    fire.at().atZone(fire.schedule().timezone()).toOffsetDateTime(), fire.at(),
                    fire.schedule().cron(), fire.schedule().timezone().getId())).toList());
        } else if (fires.isEmpty()) {
            session.print(pipeline == null
                    ? "No pipeline has a schedule; run one with \"forja run PIPELINE\"."
                    : "The pipeline " + pipeline + " has no schedule; run it with \"forja run " + pipeline + "\".");
        } else {
            print(fires);
        }
        return ExitCode.OK;
    }

    private List<Fire> fires(List<LoadedPipeline> pipelines) {
        List<Fire> fires = new ArrayList<>();
        for (LoadedPipeline loaded : pipelines) {
            Schedule schedule = loaded.definition().schedule();
            if (schedule == null) {
                continue;
            }
            Timetable timetable = session.workspace().loader().timetable(schedule);
            Optional<Instant> at = timetable.nextAfter(session.clock().instant());
            for (int i = 0; i < count && at.isPresent(); i++) {
                fires.add(new Fire(loaded, schedule, at.get()));
                at = timetable.nextAfter(at.get());
            }
        }
        return fires.stream()
                .sorted(Comparator.comparing(Fire::at).thenComparing(fire -> fire.pipeline().name()))
                .limit(count)
                .toList();
    }

    private void print(List<Fire> fires) {
        Instant now = session.clock().instant();
        TextTable table = new TextTable(Column.left("PIPELINE"), Column.left("LOCAL"), Column.left("TIME ZONE"),
                Column.left("UTC"), Column.left("WHEN"), Column.left("CRON"));
        fires.forEach(fire -> table.row(fire.pipeline().name(), Readable.time(fire.at(), fire.schedule().timezone()),
                fire.schedule().timezone().getId(), Readable.time(fire.at(), ZoneOffset.UTC),
                Readable.until(fire.at(), now), fire.schedule().cron()));
        session.print(table);
    }
}

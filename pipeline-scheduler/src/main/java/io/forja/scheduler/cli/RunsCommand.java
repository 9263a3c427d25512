package io.forja.scheduler.cli;

import io.forja.core.problem.NotFoundException;
import io.forja.core.run.LiveRun;
import io.forja.core.run.RunQuery;
import io.forja.core.run.RunRecord;
import io.forja.core.run.RunStatus;
import io.forja.scheduler.api.Forja;
import io.forja.scheduler.cli.text.Readable;
import io.forja.scheduler.cli.text.TextTable;
import io.forja.scheduler.cli.text.TextTable.Column;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that look at runs; without one of them, {@code list}. */
@Command(name = "runs", header = "List, show, cancel, retry and undo runs, and read their logs.",
        footer = {"", "Examples:", "  forja runs list vendas", "  forja runs show vendas-20261129T020000"})
final class RunsCommand implements Callable<Integer> {

    private final Session session;

    RunsCommand(Session session) {
        this.session = session;
    }

    static picocli.CommandLine with(Session session) {
        return new picocli.CommandLine(new RunsCommand(session))
                .addSubcommand(new ListRuns(session))
                .addSubcommand(new Show(session))
                .addSubcommand(new Logs(session))
                .addSubcommand(new Cancel(session))
                .addSubcommand(new RetryRun(session))
                .addSubcommand(new UndoRun(session));
    }

    @Override
    public Integer call() {
        return new ListRuns(session).call();
    }

    /** The latest run, for a person who does not want to type its name. */
    private static String latest(Forja forja) {
        return forja.runs(RunQuery.latest(1)).stream().findFirst().map(RunRecord::id)
                .orElseThrow(() -> new NotFoundException("there is no run yet", "make one with \"forja run PIPELINE\""));
    }

    @Command(name = "list", header = "List runs, the newest logical time first.",
            footer = {"", "Examples:", "  forja runs list", "  forja runs list vendas --status failed -n 5 -o json"})
    static final class ListRuns implements Callable<Integer> {

        @Parameters(arity = "0..1", paramLabel = "PIPELINE", description = "Only runs of this pipeline.")
        private @Nullable String pipeline;

        @Option(names = "--status", paramLabel = "STATUS", description = "Only runs in this status: ${COMPLETION-CANDIDATES}.")
        private @Nullable RunStatus status;

        @Option(names = "-n", paramLabel = "N", defaultValue = "20",
                description = "At most so many, 1 to 10000; by default ${DEFAULT-VALUE}.")
        private int count = 20;

        @Mixin
        private Output.Choice output = new Output.Choice();

        private final Session session;

        ListRuns(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() {
            if (count < 1 || count > 10_000) {
                throw new UsageException("-n " + count + " is out of range", "write 1 to 10000");
            }
            List<RunRecord> runs = session.forja().runs(new RunQuery(pipeline, status, count));
            Instant now = session.clock().instant();
            if (output.isJson()) {
                session.printJson(runs.stream().map(run -> RunJson.of(run, now)).toList());
            } else if (runs.isEmpty()) {
                session.print("No runs.");
            } else {
                print(runs, now);
            }
            return ExitCode.OK;
        }

        private void print(List<RunRecord> runs, Instant now) {
            ZoneId zone = session.clock().getZone();
            TextTable table = new TextTable(Column.left("RUN"), Column.left("STATUS"), Column.left("TRIGGER"),
                    Column.left("LOGICAL TIME"), Column.left("STARTED"), Column.right("TIME"), Column.left("ERROR"));
            runs.forEach(run -> table.row(run.id(), Wording.cell(run.status()), Wording.of(run.trigger()),
                    Readable.time(run.logicalTime(), zone),
                    run.startedAt() == null ? "" : Readable.time(run.startedAt(), zone),
                    run.duration(now).map(Readable::duration).orElse(""), run.error() == null ? "" : run.error()));
            session.print(table);
        }
    }

    @Command(name = "show", header = "Show a run: its jobs, their rows, the table versions they made.",
            footer = {"", "Examples:", "  forja runs show", "  forja runs show vendas-20261129T020000 -o json"})
    static final class Show implements Callable<Integer> {

        @Parameters(arity = "0..1", paramLabel = "RUN", description = "The run; by default the latest.")
        private @Nullable String run;

        @Mixin
        private Output.Choice output = new Output.Choice();

        private final Session session;

        Show(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() {
            LiveRun live = session.forja().run(run == null ? latest(session.forja()) : run);
            Instant now = session.clock().instant();
            if (output.isJson()) {
                session.printJson(RunJson.Full.of(live, now));
                return ExitCode.OK;
            }
            ZoneId zone = session.clock().getZone();
            RunRecord record = live.run();
            session.print(record.id() + ": " + record.pipeline() + " for " + Readable.time(record.logicalTime(), zone)
                    + ", " + Wording.of(record.trigger())
                    + (record.resumes() == null ? "" : ", goes on with " + record.resumes())
                    + (record.startedAt() == null ? "" : ", started "
                    + Readable.time(record.startedAt(), zone)));
            record.params().entrySet().stream().sorted(java.util.Map.Entry.comparingByKey())
                    .forEach(param -> session.print("  " + param.getKey() + " = " + param.getValue()));
            session.print("");
            RunReport.lines(live, now, session.terminal().outColours()).forEach(session::print);
            return ExitCode.OK;
        }
    }

    @Command(name = "logs", header = "Print the log of a run.",
            footer = {"", "Examples:", "  forja runs logs vendas-20261129T020000", "  forja runs logs -f"})
    static final class Logs implements Callable<Integer> {

        @Parameters(arity = "0..1", paramLabel = "RUN", description = "The run; by default the latest.")
        private @Nullable String run;

        @Option(names = {"-f", "--follow"}, description = "Go on until the run ends.")
        private boolean follow;

        private final Session session;

        Logs(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            Forja forja = session.forja();
            String id = run == null ? latest(forja) : run;
            long printed = 0;
            boolean ended;
            do {
                // The state first: what is logged before the end is then among the lines.
                ended = forja.run(id).run().status().isTerminal();
                List<String> lines = forja.logs(id, printed);
                lines.forEach(session::print);
                printed += lines.size();
                if (follow && !ended) {
                    Thread.sleep(session.terminal().refresh().toMillis());
                }
            } while (follow && !ended);
            return ExitCode.OK;
        }
    }

    @Command(name = "cancel", header = "Ask a run to end; it does so within seconds.",
            footer = {"", "Example:", "  forja runs cancel vendas-20261129T020000"})
    static final class Cancel implements Callable<Integer> {

        @Parameters(paramLabel = "RUN", description = "The run.")
        private String run = "";

        @Mixin
        private Output.Choice output = new Output.Choice();

        private final Session session;

        Cancel(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() {
            boolean over = session.forja().run(run).run().status().isTerminal();
            LiveRun live = session.forja().cancel(run);
            if (output.isJson()) {
                session.printJson(RunJson.Full.of(live, session.clock().instant()));
            } else {
                session.print(over
                        ? "run " + run + " has ended already: " + Wording.of(live.run().status())
                        : "run " + run + " was asked to end");
            }
            return ExitCode.OK;
        }
    }
}

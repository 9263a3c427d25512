package io.forja.scheduler.cli;

import io.forja.core.job.RowCounts;
import io.forja.core.lake.SqlResult;
import io.forja.core.run.JobRecord;
import io.forja.core.run.LiveRun;
import io.forja.core.run.RunStatus;
import io.forja.scheduler.api.RunRequest;
import io.forja.scheduler.cli.text.Paint;
import io.forja.scheduler.cli.text.Readable;
import io.forja.scheduler.cli.text.TextTable;
import io.forja.scheduler.cli.text.TextTable.Column;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "demo", header = "See it work: from a CSV file and a database to Delta tables and a snapshot.",
        description = {"", "Makes a folder with settings, three pipelines and their data, runs them one after the"
                + " other, and shows what became of the rows. Can be repeated; each time makes new versions.", ""},
        footer = {"", "Examples:", "  forja demo", "  forja demo --dir /tmp/forja-demo"})
final class DemoCommand implements Callable<Integer> {

    private static final String FACT =
            "select id_transacao, data, loja, produto, quantidade, valor from silver.fato_vendas%s order by id_transacao";

    @Option(names = "--dir", paramLabel = "DIR", defaultValue = "forja-demo",
            description = "The demo's folder; by default ./${DEFAULT-VALUE}.")
    private Path folder = Path.of("forja-demo");

    private final Session session;

    DemoCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        DemoFolder demo = new DemoFolder(folder.normalize());
        demo.prepare();
        session.say("The demo lives in " + folder.normalize() + "; the first run also starts Spark.");
        try (Workspace workspace = session.open(demo.settings())) {
            List<LiveRun> runs = new ArrayList<>();
            for (String pipeline : DemoFolder.PIPELINES) {
                LiveRun started = workspace.forja().start(new RunRequest(pipeline, null, null, Map.of()));
                LiveRun last = new Follower(session, workspace).follow(started);
                runs.add(last);
                if (last.run().status() != RunStatus.SUCCEEDED) {
                    Instant now = workspace.clock().instant();
                    RunReport.lines(last, now, session.terminal().outColours()).forEach(session::print);
                    return last.run().status().isTerminal() ? ExitCode.of(last.run().status()) : ExitCode.INTERRUPTED;
                }
            }
            report(runs, workspace.clock().instant());
            SqlResult fact = workspace.forja().sql(String.format(FACT, ""), 100);
            title("silver.fato_vendas");
            session.print(SqlCommand.table(fact));
            next(demo.settings());
            return ExitCode.OK;
        }
    }

    private void report(List<LiveRun> runs, Instant now) {
        session.print(Paint.STRONG.on("What ran", session.terminal().outColours()));
        TextTable table = new TextTable(Column.left("PIPELINE"), Column.left("JOB"), Column.left("STATUS"),
                Column.right("TIME"), Column.right("READ"), Column.right("WRITTEN"), Column.right("DEDUPLICATED"),
                Column.right("FILTERED"), Column.left("TABLES"));
        for (LiveRun run : runs) {
            for (JobRecord job : run.jobs()) {
                RowCounts rows = job.result().rows();
                table.row(run.run().pipeline(), job.job(), Wording.cell(job.status()),
                        Wording.duration(job, now).map(Readable::duration).orElse(""), rows.read(), rows.written(),
                        rows.deduplicated(), rows.filtered(), Wording.tables(job.result().tables()));
            }
        }
        session.print(table);
    }

    private void next(Path settings) {
        String forja = session.program() + " --config " + quoted(settings.toString());
        title("Try next");
        session.print("  " + forja + " sql \"" + String.format(FACT, " version as of 0") + "\"");
        session.print("  " + forja + " tables history silver.fato_vendas");
        session.print("  " + forja + " runs show");
    }

    private void title(String text) {
        session.print("");
        session.print(Paint.STRONG.on(text, session.terminal().outColours()));
    }

    private static String quoted(String path) {
        return path.matches("[\\p{L}\\p{N}_./-]+") ? path : "'" + path.replace("'", "'\\''") + "'";
    }
}

package io.forja.scheduler.cli;

import io.forja.core.lake.Registered;
import io.forja.core.lake.TableInfo;
import io.forja.scheduler.cli.text.Paint;
import io.forja.scheduler.cli.text.TextTable;
import io.forja.scheduler.cli.text.TextTable.Cell;
import io.forja.scheduler.cli.text.TextTable.Column;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "register", header = "Give a Delta table that is there a name, with its data.",
        description = {"", "With --from-pipelines, every table that a pipeline declares by a path, and every managed"
                + " table in the warehouse, gets its name back: for a lake whose catalogue is lost. What has its name"
                + " keeps it.", ""},
        footer = {"", "Examples:", "  forja tables register bronze.vendas lake/bronze/vendas",
                "  forja tables register --from-pipelines"})
final class RegisterTable implements Callable<Integer> {

    @Parameters(index = "0", arity = "0..1", paramLabel = "NAME", description = "The name, schema.table.")
    private @Nullable String name;

    @Parameters(index = "1", arity = "0..1", paramLabel = "PATH",
            description = "The folder with the table's log, as a pipeline names it.")
    private @Nullable String path;

    @Option(names = "--from-pipelines", description = "Register all that the pipelines and the warehouse have.")
    private boolean fromPipelines;

    @Mixin
    private Output.Choice output = new Output.Choice();

    private final Session session;

    RegisterTable(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        if (fromPipelines) {
            return all();
        }
        if (name == null || path == null) {
            throw new UsageException("a name and a path are needed", "write \"forja tables register NAME PATH\", or"
                    + " --from-pipelines");
        }
        TableInfo info = session.forja().register(name, path);
        if (output.isJson()) {
            session.printJson(info);
        } else {
            session.print(info.name() + " is the " + Wording.of(info.type()) + " table at " + info.location());
        }
        return ExitCode.OK;
    }

    private int all() {
        if (name != null) {
            throw new UsageException("--from-pipelines stands alone", "remove the name, or the option");
        }
        List<Registered> all = session.forja().registerAll();
        if (output.isJson()) {
            session.printJson(all);
        } else if (all.isEmpty()) {
            session.print("No tables.");
        } else {
            TextTable text = new TextTable(Column.left("TABLE"), Column.left("TYPE"), Column.left("LOCATION"),
                    Column.left("NAME"));
            all.forEach(each -> text.row(each.table(), Wording.of(each.type()), each.location(), each.problem() != null
                    ? new Cell("not registered: " + each.problem(), Paint.WARN)
                    : new Cell(each.added() ? "registered" : "as it was", Paint.PLAIN)));
            session.print(text);
        }
        return ExitCode.OK;
    }
}

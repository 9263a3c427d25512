package io.forja.scheduler.cli;

import io.forja.core.lake.SqlResult;
import io.forja.core.lake.TableInfo;
import io.forja.core.lake.TableVersion;
import io.forja.scheduler.cli.text.Paint;
import io.forja.scheduler.cli.text.Readable;
import io.forja.scheduler.cli.text.TextTable;
import io.forja.scheduler.cli.text.TextTable.Cell;
import io.forja.scheduler.cli.text.TextTable.Column;
import java.time.ZoneId;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that look at tables; without one of them, {@code list}. */
@Command(name = "tables", header = "List tables, show one or its versions, restore, register and drop them.",
        footer = {"", "Examples:", "  forja tables list", "  forja tables history silver.fato_vendas",
                "  forja tables restore silver.fato_vendas --version 3 --dry-run"})
final class TablesCommand implements Callable<Integer> {

    private final Session session;

    TablesCommand(Session session) {
        this.session = session;
    }

    static picocli.CommandLine with(Session session) {
        return new picocli.CommandLine(new TablesCommand(session))
                .addSubcommand(new ListTables(session))
                .addSubcommand(new Show(session))
                .addSubcommand(new History(session))
                .addSubcommand(new RestoreTable(session))
                .addSubcommand(new RegisterTable(session))
                .addSubcommand(new DropTable(session));
    }

    @Override
    public Integer call() {
        return new ListTables(session).call();
    }

    private static String orUnknown(@Nullable Object value) {
        return value == null ? "" : value.toString();
    }

    @Command(name = "list", header = "List the tables of the catalogue.",
            footer = {"", "Example:", "  forja tables list -o json"})
    static final class ListTables implements Callable<Integer> {

        @Mixin
        private Output.Choice output = new Output.Choice();

        private final Session session;

        ListTables(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() {
            List<TableInfo> tables = session.forja().tables();
            if (output.isJson()) {
                session.printJson(tables);
            } else if (tables.isEmpty()) {
                session.print("No tables.");
            } else {
                print(tables);
            }
            return ExitCode.OK;
        }

        private void print(List<TableInfo> tables) {
            ZoneId zone = session.clock().getZone();
            TextTable text = new TextTable(Column.left("TABLE"), Column.left("TYPE"), Column.left("FORMAT"),
                    Column.right("VERSION"), Column.right("ROWS"), Column.right("SIZE"), Column.right("FILES"),
                    Column.left("MODIFIED"), Column.left("LAST RUN"), Column.left("WRITTEN BY"), Column.left("LOCATION"));
            for (TableInfo table : tables) {
                boolean sound = table.problem() == null;
                text.row(table.name(), Wording.of(table.type()), table.format(), orUnknown(table.version()), orUnknown(table.rows()),
                        sound ? Readable.bytes(table.bytes()) : "", sound ? table.files() : "",
                        table.modifiedAt() == null ? "" : Readable.time(table.modifiedAt(), zone),
                        orUnknown(table.lastRun()), String.join(", ", table.writers()),
                        sound ? new Cell(table.location(), Paint.PLAIN)
                                : new Cell(String.valueOf(table.problem()), Paint.BAD));
            }
            session.print(text);
        }
    }

    @Command(name = "show", header = "Show a table: its columns, its files, its newest version.",
            footer = {"", "Example:", "  forja tables show silver.fato_vendas"})
    static final class Show implements Callable<Integer> {

        @Parameters(paramLabel = "TABLE", description = "The table, by schema.name or by its path.")
        private String table = "";

        @Mixin
        private Output.Choice output = new Output.Choice();

        private final Session session;

        Show(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() {
            TableInfo info = session.forja().table(table);
            if (output.isJson()) {
                session.printJson(info);
                return ExitCode.OK;
            }
            print("table", info.name());
            print("type", Wording.of(info.type()) + (info.type() == TableInfo.Type.MANAGED
                    ? " (DROP TABLE deletes the files)" : " (DROP TABLE keeps the files)"));
            print("format", info.format());
            print("location", info.location());
            print("version", orUnknown(info.version()));
            print("rows", orUnknown(info.rows()));
            print("size", Readable.bytes(info.bytes()) + " in " + Readable.count(info.files(), "file", "files"));
            print("modified", info.modifiedAt() == null ? ""
                    : Readable.time(info.modifiedAt(), session.clock().getZone()));
            print("last run", orUnknown(info.lastRun()));
            print("writers", String.join(", ", info.writers()));
            if (info.problem() != null) {
                print("problem", info.problem());
            }
            session.print("");
            TextTable columns = new TextTable(Column.left("COLUMN"), Column.left("TYPE"));
            for (SqlResult.Column column : info.columns()) {
                columns.row(column.name(), column.type());
            }
            session.print(columns);
            return ExitCode.OK;
        }

        private void print(String name, String value) {
            if (!value.isEmpty()) {
                session.print(name + " ".repeat(10 - name.length()) + TextTable.visible(value));
            }
        }
    }

    @Command(name = "history", header = "List the versions of a table, newest first: which run made each, and whether it can be read.",
            footer = {"", "Example:", "  forja tables history silver.fato_vendas -n 5"})
    static final class History implements Callable<Integer> {

        @Parameters(paramLabel = "TABLE", description = "The table, by schema.name or by its path.")
        private String table = "";

        @Option(names = "-n", paramLabel = "N", defaultValue = "20",
                description = "At most so many; by default ${DEFAULT-VALUE}.")
        private int count = 20;

        @Mixin
        private Output.Choice output = new Output.Choice();

        private final Session session;

        History(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() {
            if (count < 1) {
                throw new UsageException("-n " + count + " is out of range", "write 1 or more");
            }
            List<TableVersion> versions = session.forja().history(table, count);
            if (output.isJson()) {
                session.printJson(versions);
                return ExitCode.OK;
            }
            ZoneId zone = session.clock().getZone();
            TextTable text = new TextTable(Column.right("VERSION"), Column.left("TIME"), Column.left("OPERATION"),
                    Column.left("RUN"), Column.left("JOB"), Column.left("READABLE"), Column.left("METRICS"));
            versions.forEach(version -> text.row(version.version(), Readable.time(version.timestamp(), zone),
                    version.operation(), orUnknown(version.run()), orUnknown(version.job()), readable(version),
                    metrics(version)));
            session.print(text);
            if (!versions.isEmpty() && versions.size() < count) {
                tellForgotten(versions.get(versions.size() - 1).version());
            }
            return ExitCode.OK;
        }

        /** What the log has no more of cannot be listed, and should not be missed without a word. */
        private void tellForgotten(long oldest) {
            if (oldest > 0) {
                session.print("Older versions than " + oldest + " are no longer in the log.");
            }
        }

        private static Cell readable(TableVersion version) {
            return version.problem() == null ? new Cell("yes", Paint.PLAIN)
                    : new Cell("no: " + version.problem(), Paint.WARN);
        }

        private static String metrics(TableVersion version) {
            return new TreeMap<>(version.metrics()).entrySet().stream()
                    .filter(metric -> metric.getKey().startsWith("num") && !metric.getValue().equals("0"))
                    .map(metric -> metric.getKey().substring(3) + "=" + metric.getValue())
                    .collect(Collectors.joining(" "));
        }
    }
}

package io.forja.scheduler.cli;

import io.forja.core.definition.Moment;
import io.forja.core.lake.RestorePoint;
import io.forja.core.lake.Restored;
import io.forja.core.yaml.InvalidValueException;
import io.forja.scheduler.cli.text.Readable;
import io.forja.scheduler.cli.text.TextTable;
import io.forja.scheduler.cli.text.TextTable.Column;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "restore", header = "Bring a table back to a version, a moment or a snapshot.",
        customSynopsis = "forja tables restore TABLE (--version N | --timestamp TIME | --snapshot S) [OPTIONS]",
        description = {"", "The state of then becomes a new version; the history goes on, so a restore can be taken"
                + " back by another one. Refuses while a run writes the table.", ""},
        footer = {"", "Examples:", "  forja tables restore silver.fato_vendas --version 3 --dry-run",
                "  forja tables restore silver.fato_vendas --timestamp \"2026-11-29 10:00:00-03\"",
                "  forja tables restore silver.fato_vendas --snapshot fato_vendas_snapshot_20261129_070000"})
final class RestoreTable implements Callable<Integer> {

    @Parameters(paramLabel = "TABLE", description = "The table, by schema.name or by its path.")
    private String table = "";

    @Option(names = "--version", paramLabel = "N", description = "The version to go back to.")
    private @Nullable Long version;

    @Option(names = "--timestamp", paramLabel = "TIME",
            description = "The moment whose newest version to go back to; in UTC where it has no offset.")
    private @Nullable String timestamp;

    @Option(names = "--snapshot", paramLabel = "S", description = "The snapshot to go back to, by its name or its path.")
    private @Nullable String snapshot;

    @Option(names = "--dry-run", description = "Change nothing, only say what would change.")
    private boolean dryRun;

    @Mixin
    private Output.Choice output = new Output.Choice();

    private final Session session;

    RestoreTable(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        Restored restored = session.forja().restore(table, point(), dryRun);
        if (output.isJson()) {
            session.printJson(restored);
            return ExitCode.OK;
        }
        session.print(restored.table() + (restored.after() != null
                ? " is as in " + restored.source() + " again, which is its version " + restored.after() + " now"
                : dryRun ? " would be as in " + restored.source() + " again"
                        : " is as in " + restored.source() + " already"));
        session.print("");
        TextTable text = new TextTable(Column.left(""), Column.right(dryRun ? "NOW" : "BEFORE"),
                Column.right(dryRun ? "THEN" : "NOW"));
        text.row("rows", unknown(restored.now().rows()), unknown(restored.then().rows()));
        text.row("files", restored.now().files(), restored.then().files());
        text.row("size", Readable.bytes(restored.now().bytes()), Readable.bytes(restored.then().bytes()));
        session.print(text);
        return ExitCode.OK;
    }

    private RestorePoint point() {
        try {
            return new RestorePoint(version, timestamp == null ? null : Moment.parse(timestamp), snapshot);
        } catch (InvalidValueException e) {
            throw new UsageException(String.valueOf(e.getMessage()), e.remedy());
        }
    }

    private static Object unknown(@Nullable Long rows) {
        return rows == null ? "?" : rows;
    }
}

package io.forja.scheduler.cli;

import io.forja.core.lake.TableInfo;
import io.forja.scheduler.cli.text.Readable;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(name = "drop", header = "Drop a table: of a managed one name and data, of an external one the name.",
        description = {"", "Says what will go, and asks. Refuses while a run writes the table.", ""},
        footer = {"", "Examples:", "  forja tables drop silver.rascunho", "  forja tables drop silver.rascunho --yes"})
final class DropTable implements Callable<Integer> {

    @Parameters(paramLabel = "TABLE", description = "The table, by schema.name.")
    private String table = "";

    @Mixin
    private Consent consent = new Consent();

    @Mixin
    private Output.Choice output = new Output.Choice();

    private final Session session;

    DropTable(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        if (!consent.to(session, beforehand(session.forja().table(table)))) {
            return ExitCode.FAILED;
        }
        TableInfo dropped = session.forja().drop(table);
        if (output.isJson()) {
            session.printJson(dropped);
        } else {
            session.print(dropped.name() + " is dropped" + (dropped.type() == TableInfo.Type.MANAGED
                    ? ", its data is deleted" : "; its data stays at " + dropped.location()));
        }
        return ExitCode.OK;
    }

    private static String beforehand(TableInfo info) {
        if (info.type() == TableInfo.Type.EXTERNAL) {
            return info.name() + " is external: its name goes, its data stays at " + info.location() + ".";
        }
        String rows = info.rows() == null ? "" : Readable.count(info.rows(), "row", "rows") + ", ";
        String size = info.problem() != null ? "" : " (" + rows + Readable.bytes(info.bytes()) + " in "
                + Readable.count(info.files(), "file", "files") + ", and every older version)";
        return info.name() + " is managed: its name and its data at " + info.location() + size
                + " are deleted, for good.";
    }
}

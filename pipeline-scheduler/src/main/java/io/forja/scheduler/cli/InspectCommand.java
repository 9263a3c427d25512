package io.forja.scheduler.cli;

import io.forja.core.inspect.Inspection;
import io.forja.scheduler.cli.text.TextTable;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(name = "inspect", header = "Look at a CSV file and propose a pipeline for it.",
        description = {"", "Prints a pipeline that ingests and cleans the file, to be pasted as it is. Each guess stands"
                + " with its evidence as a comment beside it; what nothing in the file decides stays text, and is said."
                + " Reads up to 32 MB and starts no engine.", ""},
        footer = {"", "Examples:", "  forja inspect data/vendas.csv > pipelines/vendas.yaml",
                "  forja inspect 'data/vendas_*.csv'", "  forja inspect s3a://bronze/vendas.csv.gz -o json"})
final class InspectCommand implements Callable<Integer> {

    @Parameters(paramLabel = "FILE", description = "The file, or a glob of files that belong together.")
    private String file = "";

    @Mixin
    private Output.Choice output = new Output.Choice();

    private final Session session;

    InspectCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        Inspection inspection = session.workspace().inspector().inspect(file);
        if (output.isJson()) {
            session.printJson(inspection);
        } else {
            session.print(inspection.pipeline().stripTrailing());
            if (!session.terminal().outIsScreen()) {
                // In a file, warnings among comments are easily passed over.
                inspection.warnings().forEach(warning -> session.say("look: " + TextTable.visible(warning)));
            }
        }
        return ExitCode.OK;
    }
}

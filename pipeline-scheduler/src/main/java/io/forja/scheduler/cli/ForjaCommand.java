package io.forja.scheduler.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code forja} itself, and all commands below it. */
@Command(name = "forja", versionProvider = Version.class,
        header = "Forja turns raw data into trustworthy Delta tables.",
        synopsisSubcommandLabel = "COMMAND",
        footer = {"", "Try \"forja demo\" first. \"forja COMMAND --help\" tells more of each command.", "", "Examples:",
                "  forja demo", "  forja validate", "  forja run vendas", "  forja daemon"})
final class ForjaCommand implements Callable<Integer> {

    @Option(names = {"-V", "--version"}, versionHelp = true, order = 98, description = "Show the version.")
    private boolean version;

    @Mixin
    private final GlobalOptions options;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private final Session session;

    private ForjaCommand(Session session) {
        this.session = session;
        this.options = session.options();
    }

    static CommandLine with(Session session) {
        return new CommandLine(new ForjaCommand(session))
                .addSubcommand(new RunCommand(session))
                .addSubcommand(new DaemonCommand(session))
                .addSubcommand(new InspectCommand(session))
                .addSubcommand(new ValidateCommand(session))
                .addSubcommand(new PlanCommand(session))
                .addSubcommand(new NextCommand(session))
                .addSubcommand(RunsCommand.with(session))
                .addSubcommand(TablesCommand.with(session))
                .addSubcommand(SnapshotsCommand.with(session))
                .addSubcommand(new SqlCommand(session))
                .addSubcommand(new DoctorCommand(session))
                .addSubcommand(new DemoCommand(session))
                .addSubcommand(new SchemaCommand(session))
                .addSubcommand(new CompletionCommand(session))
                .addSubcommand(new HelpCommand());
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(session.terminal().out());
        return ExitCode.OK;
    }
}

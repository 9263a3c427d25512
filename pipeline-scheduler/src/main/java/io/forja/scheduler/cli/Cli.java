package io.forja.scheduler.cli;

import io.forja.core.problem.Suggestion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line as a method: arguments in, an exit code out. It can be called many times, also at once.
 */
public final class Cli {

    private final Workspace.Opener opener;
    private final Interrupts interrupts;

    public Cli(Workspace.Opener opener, Interrupts interrupts) {
        this.opener = opener;
        this.interrupts = interrupts;
    }

    /**
     * Runs one command to its end.
     *
     * @return see {@link ExitCode}
     */
    public int run(Terminal terminal, String... args) {
        Failures failures = new Failures(terminal.err(), terminal.errColours(), wantsJson(args));
        try (Session session = new Session(opener, terminal, interrupts)) {
            return commandLine(session, failures).execute(splitRunFlag(args));
        } finally {
            terminal.out().flush();
            terminal.err().flush();
        }
    }

    private static CommandLine commandLine(Session session, Failures failures) {
        Terminal terminal = session.terminal();
        CommandLine line = ForjaCommand.with(session);
        addHelp(line);
        return line
                .setOut(new java.io.PrintWriter(terminal.out(), true))
                .setErr(new java.io.PrintWriter(terminal.err(), true))
                .setColorScheme(CommandLine.Help.defaultColorScheme(terminal.outColours() ? Ansi.ON : Ansi.OFF))
                .setUsageHelpAutoWidth(false)
                .setUsageHelpWidth(100)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setAbbreviatedOptionsAllowed(false)
                .setParameterExceptionHandler((failure, args) -> failures.usage(usage(failure),
                        remedy(failure)))
                .setExecutionExceptionHandler((failure, command, parsed) ->
                        failures.report(failure, session.options().verbose()));
    }

    private static void addHelp(CommandLine line) {
        for (CommandLine command : Set.copyOf(line.getSubcommands().values())) {
            if (!command.getCommandSpec().optionsMap().containsKey("--help")
                    && !(command.getCommand() instanceof CommandLine.HelpCommand)) {
                command.getCommandSpec().addOption(CommandLine.Model.OptionSpec.builder("-h", "--help")
                        .usageHelp(true).order(99).description("Show this help.").build());
            }
            addHelp(command);
        }
    }

    private static String usage(ParameterException failure) {
        if (failure instanceof UnmatchedArgumentException unmatched && !unmatched.getUnmatched().isEmpty()) {
            String first = unmatched.getUnmatched().get(0);
            String command = failure.getCommandLine().getCommandSpec().qualifiedName();
            return first.startsWith("-")
                    ? command + " has no option \"" + first + "\""
                    : failure.getCommandLine().getSubcommands().isEmpty()
                            ? command + " has no use for the argument \"" + first + "\""
                            : command + " has no command \"" + first + "\"";
        }
        return String.valueOf(failure.getMessage());
    }

    private static String remedy(ParameterException failure) {
        CommandLine line = failure.getCommandLine();
        String help = "see \"" + line.getCommandSpec().qualifiedName() + " --help\"";
        if (!(failure instanceof UnmatchedArgumentException unmatched) || unmatched.getUnmatched().isEmpty()) {
            return help;
        }
        String first = unmatched.getUnmatched().get(0);
        Set<String> known = first.startsWith("-")
                ? line.getCommandSpec().optionsMap().keySet()
                : line.getSubcommands().keySet();
        return Suggestion.closest(first.split("=", 2)[0], known)
                .map(name -> "did you mean \"" + name + "\"?")
                .orElse(help);
    }

    /** {@code --run=vendas} as {@code --run vendas}: the flag is the command's other name. */
    private static String[] splitRunFlag(String[] args) {
        List<String> split = new ArrayList<>();
        for (String arg : args) {
            if (arg.startsWith("--run=")) {
                split.addAll(List.of("--run", arg.substring("--run=".length())));
            } else {
                split.add(arg);
            }
        }
        return split.toArray(String[]::new);
    }

    private static boolean wantsJson(String[] args) {
        String line = " " + String.join(" ", args) + " ";
        return line.matches("(?s).* (-o|--output)[ =]?json .*") || Arrays.asList(args).contains("-ojson");
    }
}

package io.forja.scheduler.cli;

import io.forja.core.problem.Suggestion;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line as a method: arguments in, an exit code out. It can be called many times, also at once.
 */
public final class Cli {

    private static final Pattern CONSTANTS = Pattern.compile("expected one of \\[([^]]*)] \\(case-insensitive\\)");

    private final String program;
    private final Workspace.Opener opener;
    private final Interrupts interrupts;

    /** @param program how the user calls Forja, as it is typed: {@code forja}, {@code ./forja} */
    public Cli(String program, Workspace.Opener opener, Interrupts interrupts) {
        this.program = program;
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
        try (Session session = new Session(program, opener, terminal, interrupts)) {
            return commandLine(session, failures).execute(splitRunFlag(args));
        } finally {
            terminal.out().flush();
            terminal.err().flush();
        }
    }

    private static CommandLine commandLine(Session session, Failures failures) {
        Terminal terminal = session.terminal();
        CommandLine line = ForjaCommand.with(session);
        layOut(line);
        return line
                .setOut(new PrintWriter(terminal.out(), true))
                .setErr(new PrintWriter(terminal.err(), true))
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

    /** Every command alike: its own options first, then --help, then the global ones. */
    private static void layOut(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        spec.usageMessage().sortOptions(false).abbreviateSynopsis(true).commandListHeading("%nCommands:%n");
        if (spec.usageMessage().description().length == 0) {
            spec.usageMessage().description("");
        }
        if (!spec.optionsMap().containsKey("--help")) {
            spec.addOption(OptionSpec.builder("-h", "--help").usageHelp(true).order(99)
                    .description("Show this help.").build());
        }
        Set.copyOf(command.getSubcommands().values()).forEach(Cli::layOut);
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
        // The parser names the constants; people write them in lower case.
        return CONSTANTS.matcher(String.valueOf(failure.getMessage()))
                .replaceAll(names -> "expected one of " + names.group(1).toLowerCase(Locale.ROOT));
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

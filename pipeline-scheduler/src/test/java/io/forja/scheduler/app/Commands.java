package io.forja.scheduler.app;

import io.forja.core.definition.Environment;
import io.forja.scheduler.cli.Cli;
import io.forja.scheduler.cli.Interrupts;
import io.forja.scheduler.cli.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Forja's own command line in this process, put together as {@link Main} does it. */
final class Commands {

    record Ended(int code, String out, String err) {}

    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

    private final Path settings;

    /** @param settings given to every command */
    Commands(Path settings) {
        this.settings = settings;
    }

    Ended run(String... args) {
        List<String> all = new ArrayList<>(List.of("--config", settings.toString()));
        all.addAll(List.of(args));
        return runAlone(all.toArray(String[]::new));
    }

    static Ended runAlone(String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Terminal terminal = Terminal.plain(new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        Wiring wiring = new Wiring(Environment.EMPTY, Clock.systemDefaultZone(), Interrupts.NONE);
        int code = new Cli("forja", wiring, Interrupts.NONE).run(terminal, args);
        return new Ended(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** A command as it is typed in a shell, without the word {@code forja}. */
    static String[] words(String line) {
        List<String> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(line.strip());
        while (matcher.find()) {
            words.add(matcher.group(1) != null ? matcher.group(1)
                    : matcher.group(2) != null ? matcher.group(2) : matcher.group(3));
        }
        return words.subList(1, words.size()).toArray(String[]::new);
    }
}

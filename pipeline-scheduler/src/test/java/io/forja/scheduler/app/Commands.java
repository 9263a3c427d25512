package io.forja.scheduler.app;

import io.forja.core.definition.Environment;
import io.forja.scheduler.cli.Cli;
import io.forja.scheduler.cli.Interrupts;
import io.forja.scheduler.cli.Terminal;
import io.forja.scheduler.cli.Workspace;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Forja's own command line in this process, put together as {@link Main} does it. Commands on one project share its
 * workspace, and so one warm session, until this is closed.
 */
final class Commands implements AutoCloseable {

    record Ended(int code, String out, String err) {}

    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

    private final Wiring wiring = new Wiring(Environment.EMPTY, Clock.systemDefaultZone(), Interrupts.NONE);
    private final Map<Path, Workspace> open = new HashMap<>();

    Ended run(String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Terminal terminal = Terminal.plain(new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        int code = new Cli("forja", options -> unclosed(open.computeIfAbsent(options.config(),
                config -> wiring.open(options))), Interrupts.NONE).run(terminal, args);
        return new Ended(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** A line as it is typed in a shell, without the word {@code forja}, on the project of a folder. */
    Ended run(Path project, String line) {
        return run(Stream.concat(Stream.of("--config", project.resolve("forja.yaml").toString()),
                Stream.of(words("forja " + line))).toArray(String[]::new));
    }

    private static Workspace unclosed(Workspace workspace) {
        return (Workspace) Proxy.newProxyInstance(Workspace.class.getClassLoader(), new Class<?>[] {Workspace.class},
                (proxy, method, args) -> {
                    try {
                        return method.getName().equals("close") ? null : method.invoke(workspace, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Override
    public void close() {
        open.values().forEach(Workspace::close);
        open.clear();
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

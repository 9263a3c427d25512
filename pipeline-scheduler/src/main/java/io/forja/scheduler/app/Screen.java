package io.forja.scheduler.app;

import io.forja.scheduler.cli.Terminal;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** The streams of this process, and whether a person looks at them. */
final class Screen {

    private static final int STDIN = 0;
    private static final int STDOUT = 1;
    private static final int STDERR = 2;

    private Screen() {}

    static Terminal terminal(Map<String, String> environment) {
        boolean dumb = "dumb".equals(environment.get("TERM"));
        boolean colours = environment.getOrDefault("NO_COLOR", "").isEmpty() && !dumb;
        return new Terminal(stream(FileDescriptor.out), stream(FileDescriptor.err), isScreen(STDOUT) && !dumb,
                isScreen(STDERR) && !dumb, colours, Duration.ofMillis(200), isScreen(STDIN) ? person() : null);
    }

    private static BufferedReader person() {
        return new BufferedReader(new InputStreamReader(new FileInputStream(FileDescriptor.in), StandardCharsets.UTF_8));
    }

    /** UTF-8 whatever the machine's locale says: names have accents, and files are read as UTF-8 too. */
    private static PrintStream stream(FileDescriptor descriptor) {
        return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }

    /** Java knows of the console as a whole only; the system tells the streams apart. */
    private static boolean isScreen(int descriptor) {
        Path link = Path.of("/proc/self/fd/" + descriptor);
        try {
            return Files.isSymbolicLink(link)
                    ? Files.readSymbolicLink(link).toString().matches("/dev/(pts/.+|tty.*|console)")
                    : System.console() != null;
        } catch (IOException e) {
            return false;
        }
    }
}

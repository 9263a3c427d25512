package io.forja.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A process that is started, waited for and timed from the outside.
 *
 * @param environment what is set beside the environment of this process
 * @param log where it and its errors are read when it fails
 */
record Program(List<String> command, Map<String, String> environment, Path folder, Path log) {

    /** Runs the command, then tells the user and system seconds of it and all that it started. */
    private static final String TIMED = "\"$@\" >>\"$LOG\" 2>&1; code=$?; times; exit $code";
    private static final Pattern TIME = Pattern.compile("(\\d+)m([0-9.]+)s");

    /**
     * @throws IllegalStateException when it does not end well
     */
    Timing time() throws IOException, InterruptedException {
        List<String> timed = new ArrayList<>(List.of("sh", "-c", TIMED, "sh"));
        timed.addAll(command);
        List<String> told = new ArrayList<>();
        long start = System.nanoTime();
        run(timed, told::add);
        double wall = (System.nanoTime() - start) / 1e9;
        // The second line is of the children.
        Matcher times = TIME.matcher(told.get(told.size() - 1));
        double cpu = 0;
        while (times.find()) {
            cpu += Integer.parseInt(times.group(1)) * 60 + Double.parseDouble(times.group(2));
        }
        return new Timing(wall, cpu);
    }

    /** Runs it and hands over each line of its standard output; its errors go to the log. */
    void run(Consumer<String> line) throws IOException, InterruptedException {
        run(command, line);
    }

    private void run(List<String> started, Consumer<String> line) throws IOException, InterruptedException {
        Files.createDirectories(log.getParent());
        ProcessBuilder builder = new ProcessBuilder(started).directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        builder.environment().put("LOG", log.toString());
        Process process = builder.start();
        process.getOutputStream().close();
        try (BufferedReader out = new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String read = out.readLine(); read != null; read = out.readLine()) {
                line.accept(read);
            }
            if (process.waitFor() != 0) {
                throw new IllegalStateException(command.get(0) + " ended with " + process.exitValue() + "; see " + log);
            }
        } finally {
            process.destroy();
        }
    }
}

package io.forja.scheduler.app;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The command line in a process of its own, whose output goes to its project's {@code out.txt} and {@code log.txt}. */
final class ForjaProcess {

    private ForjaProcess() {}

    static Process start(Path project, String... args) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElseThrow());
        // The test's own JVM was given what Spark needs.
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(arg -> arg.startsWith("--add-opens") || arg.startsWith("-XX"))
                .forEach(command::add);
        command.addAll(List.of("-Dlog4j2.configurationFile=log4j2.xml", "-cp", System.getProperty("java.class.path"),
                Main.class.getName(), "--config", project.resolve("forja.yaml").toString()));
        command.addAll(Arrays.asList(args));
        return new ProcessBuilder(command).redirectOutput(project.resolve("out.txt").toFile())
                .redirectError(project.resolve("log.txt").toFile()).start();
    }
}

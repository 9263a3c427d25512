package io.forja.jobs;

import io.delta.exceptions.DeltaConcurrentModificationException;
import io.forja.core.lake.S3Settings;
import io.forja.core.testing.S3Server;
import io.forja.jobs.delta.Locations;
import io.forja.jobs.delta.SparkSessions;
import io.forja.jobs.delta.SparkSettings;
import io.forja.jobs.s3.S3Conf;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;

/** Another JVM with an engine of its own, which appends to a table once it is told to. */
final class AppendingProcess implements AutoCloseable {

    private final Process process;

    private AppendingProcess(Process process) {
        this.process = process;
    }

    /** Starts one and waits until its engine is up. */
    static AppendingProcess start(S3Server server, Path folder) throws IOException {
        List<String> command = new ArrayList<>(List.of(ProcessHandle.current().info().command().orElseThrow()));
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream().filter(argument ->
                argument.startsWith("--add-opens") || argument.startsWith("-XX")).forEach(command::add);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), AppendingProcess.class.getName(),
                server.endpoint().toString(), folder.toString()));
        Process process = new ProcessBuilder(command)
                .redirectError(folder.resolve("appending.log").toFile()).start();
        if (process.inputReader(StandardCharsets.UTF_8).lines().noneMatch("ready"::equals)) {
            throw new IllegalStateException(Files.readString(folder.resolve("appending.log")));
        }
        return new AppendingProcess(process);
    }

    public static void main(String[] args) throws IOException {
        S3Settings settings = new S3Settings(args[0], null, null, S3Server.ACCESS_KEY, S3Server.SECRET_KEY, null, null, Map.of());
        try (SparkSessions sessions = new SparkSessions(
                new SparkSettings("local[1]", Map.of("spark.sql.shuffle.partitions", "1"), S3Conf.of(settings)),
                new Locations(Path.of(args[1]), "warehouse", "snapshots"))) {
            SparkSession spark = sessions.session();
            System.out.println("ready");
            String[] order = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine().split(" ");
            append(spark, order[0], Integer.parseInt(order[1]));
        }
    }

    /** Appends rows to a table, each in a commit of its own, tried again where another process was faster at the start. */
    static void append(SparkSession spark, String table, int rows) {
        for (int row = 0; row < rows; row++) {
            appendOne(spark, table);
        }
    }

    private static void appendOne(SparkSession spark, String table) {
        for (int attempt = 1;; attempt++) {
            try {
                spark.sql("select uuid() id").coalesce(1).write().format("delta").mode("append").save(table);
                return;
            } catch (RuntimeException e) {
                // Of two that make one new table, Delta lets one succeed and tells the other.
                if (attempt > 3 || !(e instanceof DeltaConcurrentModificationException)) {
                    throw e;
                }
            }
        }
    }

    /** Begins to append, and comes back at once. */
    void append(String table, int rows) throws IOException {
        process.outputWriter(StandardCharsets.UTF_8).append(table + " " + rows + "\n").flush();
    }

    /** @return its exit code */
    int end() throws InterruptedException {
        return process.waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}

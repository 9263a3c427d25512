package io.forja.scheduler.testing;

import io.forja.core.problem.Redaction;
import io.forja.core.run.RunQuery;
import io.forja.core.run.RunRecord;
import io.forja.scheduler.config.State;
import io.forja.scheduler.daemon.DaemonFile;
import io.forja.scheduler.ledger.SqlLedger;
import io.forja.scheduler.ledger.StateDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;

/** A daemon in a process of its own, to be killed. */
public final class ChildDaemon implements AutoCloseable {

    private final Process process;
    private final State state;

    private ChildDaemon(Process process, State state) {
        this.process = process;
        this.state = state;
    }

    /** Starts one and waits until it is up. */
    public static ChildDaemon start(Home home) {
        try {
            Path settings = Files.writeString(home.folder().resolve("settings.yaml"), home.settings());
            Process process = new ProcessBuilder(ProcessHandle.current().info().command().orElseThrow(),
                    "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"),
                    ChildDaemon.class.getName(), home.folder().toString(), settings.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(home.folder().resolve("child.log").toFile())
                    .start();
            ChildDaemon child = new ChildDaemon(process, home.config(new Redaction()).state());
            Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> DaemonFile.find(child.state.files())
                    .filter(found -> found.owner().contains(":" + process.pid() + ":")).isPresent()
                    || !process.isAlive());
            if (!process.isAlive()) {
                throw new IllegalStateException(Files.readString(home.folder().resolve("child.log")));
            }
            return child;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Home home = new Home(Path.of(args[0]), Files.readString(Path.of(args[1])));
        RunningDaemon.start(home, Clock.systemUTC());
        Thread.currentThread().join();
    }

    /** What stands in the ledger now, newest logical time first. */
    public List<RunRecord> runs() {
        try (StateDatabase database = StateDatabase.open(state.connection())) {
            return new SqlLedger(database, new Redaction()).runs(RunQuery.latest(10_000));
        }
    }

    /** As {@code kill -9} does it. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    public void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}

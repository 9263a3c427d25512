package io.forja.scheduler.cli;

import io.forja.core.definition.Cron;
import io.forja.core.definition.Environment;
import io.forja.core.definition.JobDefinition;
import io.forja.core.definition.PipelineLoader;
import io.forja.core.doctor.Checkup;
import io.forja.core.doctor.Finding;
import io.forja.core.definition.TableRef;
import io.forja.core.inspect.Inspector;
import io.forja.core.job.JobCatalog;
import io.forja.core.job.JobResult;
import io.forja.core.job.JobType;
import io.forja.core.problem.NotFoundException;
import io.forja.core.problem.Problem;
import io.forja.core.problem.Redaction;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.InvalidValueException;
import io.forja.scheduler.api.Forja;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;

/** A command line over a folder of its own and a Forja that answers what the test lays down. */
abstract class CommandLineTest {

    static final Instant NOW = Instant.parse("2026-11-29T12:00:00Z");

    @TempDir
    Path folder;

    final FakeForja forja = new FakeForja();
    final List<Workspace.Options> opened = new ArrayList<>();
    final List<String> served = new ArrayList<>();
    Inspector inspector = path -> {
        throw new NotFoundException("there is no file " + path, "check the path");
    };
    final List<Problem> settingsProblems = new ArrayList<>();
    final List<Finding> findings = new ArrayList<>();
    boolean hasDaemon;
    boolean screen;
    /** What a person answers, or null where nobody is there. */
    String answer;
    Interrupts interrupts = Interrupts.NONE;

    record Ended(int code, String out, String err) {}

    @Doc("Copies one table to another.")
    record Copy(TableRef from, TableRef to) implements JobDefinition {
        @Override
        public List<TableRef> reads() {
            return List.of(from);
        }

        @Override
        public List<TableRef> writes() {
            return List.of(to);
        }

        @Override
        public String summary() {
            return from + " -> " + to;
        }
    }

    Ended run(String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Terminal terminal = new Terminal(print(out), print(err), screen, screen, screen, Duration.ofMillis(1),
                answer == null ? null : new BufferedReader(new StringReader(answer)));
        int code = new Cli("forja", options -> {
            opened.add(options);
            return new TestWorkspace();
        }, interrupts).run(terminal, args);
        return new Ended(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private static PrintStream print(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    Path write(String file, String text) throws IOException {
        Path path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        return Files.writeString(path, text);
    }

    /** Fires every day at two. */
    private static Cron daily(String text) {
        if (!text.equals("0 2 * * *")) {
            throw new InvalidValueException("\"" + text + "\" is no cron expression", "write five fields");
        }
        return new Cron() {
            @Override
            public Optional<LocalDateTime> nextAfter(LocalDateTime time) {
                LocalDateTime today = time.toLocalDate().atTime(2, 0);
                return Optional.of(today.isAfter(time) ? today : today.plusDays(1));
            }

            @Override
            public boolean everyHour() {
                return false;
            }
        };
    }

    private final class TestWorkspace implements Workspace {

        private final JobCatalog jobs = JobCatalog.of(
                List.of(new JobType<Copy, Object>("copy", Copy.class, (copy, none) -> context -> JobResult.NOTHING)),
                Object::new);

        @Override
        public Clock clock() {
            return Clock.fixed(NOW, ZoneId.of("America/Sao_Paulo"));
        }

        @Override
        public Path pipelines() {
            return folder.resolve("pipelines");
        }

        @Override
        public PipelineLoader loader() {
            return new PipelineLoader(jobs.definitions(), CommandLineTest::daily, Environment.EMPTY, new Redaction());
        }

        @Override
        public JobCatalog jobs() {
            return jobs;
        }

        @Override
        public List<Problem> problems() {
            return settingsProblems;
        }

        @Override
        public Inspector inspector() {
            return inspector;
        }

        @Override
        public Forja forja() {
            return forja;
        }

        @Override
        public List<Checkup> checkups() {
            return List.of(() -> findings);
        }

        @Override
        public boolean hasDaemon() {
            return hasDaemon;
        }

        @Override
        public int serve(List<String> run) {
            served.addAll(run);
            return ExitCode.OK;
        }

        @Override
        public void close() {}
    }
}

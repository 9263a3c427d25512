package io.forja.scheduler.app;

import io.forja.core.definition.Environment;
import io.forja.core.definition.PipelineLoader;
import io.forja.core.doctor.Checkup;
import io.forja.core.inspect.Inspector;
import io.forja.core.job.JobCatalog;
import io.forja.core.problem.ForjaException;
import io.forja.core.problem.InvalidDefinitionException;
import io.forja.core.problem.Problem;
import io.forja.core.problem.Redaction;
import io.forja.core.run.ProcessId;
import io.forja.core.run.RunListener;
import io.forja.jobs.BuiltInJobs;
import io.forja.jobs.delta.Locations;
import io.forja.jobs.inspect.CsvInspector;
import io.forja.scheduler.api.Forja;
import io.forja.scheduler.api.RunRequest;
import io.forja.scheduler.cli.ExitCode;
import io.forja.scheduler.cli.Interrupts;
import io.forja.scheduler.cli.Workspace;
import io.forja.scheduler.config.ForjaConfig;
import io.forja.scheduler.daemon.Daemon;
import io.forja.scheduler.daemon.DaemonFile;
import io.forja.scheduler.daemon.LocalForja;
import io.forja.scheduler.daemon.Setup;
import io.forja.scheduler.http.RemoteForja;
import io.forja.scheduler.ledger.StateDatabase;
import io.forja.scheduler.quartz.QuartzCron;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The workspace of this process. */
final class ProcessWorkspace implements Workspace {

    /** How much longer than its grace a daemon that does not end by itself may live. */
    private static final Duration LAST_RESORT = Duration.ofSeconds(4);

    /** What is there before anything is opened. */
    record Parts(ForjaConfig config, Project project, Environment environment, Redaction redaction, Clock clock) {

        /** Where the lake is, without starting anything. */
        Locations locations() {
            return Engine.locations(config, project.folder());
        }
    }

    private final Parts parts;
    private final List<Problem> problems;
    private final Interrupts interrupts;
    private final PipelineLoader loader;
    private final JobCatalog jobs;
    private @Nullable Engine engine;
    private @Nullable Forja forja;

    ProcessWorkspace(Parts parts, List<Problem> problems, Interrupts interrupts) {
        this.parts = parts;
        this.problems = problems;
        this.interrupts = interrupts;
        this.jobs = BuiltInJobs.catalog(() -> engine().lakehouse());
        this.loader = new PipelineLoader(jobs.definitions(), QuartzCron.SYNTAX, parts.environment(), parts.redaction());
    }

    @Override
    public Clock clock() {
        return parts.clock();
    }

    @Override
    public Path pipelines() {
        return Path.of(parts.config().pipelines());
    }

    @Override
    public PipelineLoader loader() {
        return loader;
    }

    @Override
    public JobCatalog jobs() {
        return jobs;
    }

    @Override
    public List<Problem> problems() {
        return problems;
    }

    @Override
    public boolean hasDaemon() {
        return forja() instanceof RemoteForja;
    }

    @Override
    public Forja forja() {
        requireSoundSettings();
        if (forja == null) {
            Optional<RemoteForja> daemon = daemon();
            forja = daemon.isPresent() ? daemon.get() : LocalForja.open(setup(), new RunListener() {});
        }
        return forja;
    }

    /** The daemon that the environment names, else the one of this state. */
    private Optional<RemoteForja> daemon() {
        Optional<URI> elsewhere = parts.environment().variable("FORJA_URL").map(ProcessWorkspace::address);
        if (elsewhere.isPresent()) {
            return Optional.of(new RemoteForja(elsewhere.get(),
                    parts.environment().variable("FORJA_TOKEN").orElse(null)));
        }
        return DaemonFile.find(parts.config().state().files())
                .map(daemon -> new RemoteForja(daemon.url(), daemon.token()));
    }

    private static URI address(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw new ForjaException("FORJA_URL is no address: " + e.getMessage(),
                    "write where the daemon listens, such as http://127.0.0.1:8080");
        }
    }

    @Override
    public int serve(List<String> run) {
        requireSoundSettings();
        CountDownLatch stop = new CountDownLatch(1);
        Interrupts.Registration registration = interrupts.onInterrupt(stop::countDown);
        try (Daemon daemon = new Daemon(setup())) {
            engine().onFirstSparkJob(daemon::firstSparkJob);
            AtomicBoolean lost = new AtomicBoolean();
            daemon.onPlaceLost(() -> {
                lost.set(true);
                stop.countDown();
            });
            daemon.start();
            run.forEach(pipeline -> daemon.forja().start(new RunRequest(pipeline, null, null, Map.of())));
            stop.await();
            haltAfter(parts.config().daemon().grace().plus(LAST_RESORT));
            return lost.get() ? ExitCode.FAILED : ExitCode.OK;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCode.FAILED;
        } finally {
            registration.close();
        }
    }

    /** Whoever stops the daemon waits for so long and then kills it; it better ends by itself. */
    private static void haltAfter(Duration time) {
        Thread last = new Thread(() -> {
            try {
                Thread.sleep(time.toMillis());
                Runtime.getRuntime().halt(ExitCode.FAILED);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }, "forja-last-resort");
        last.setDaemon(true);
        last.start();
    }

    private Setup setup() {
        Engine own = engine();
        return new Setup(parts.config(), jobs, loader, own.database(), own.lake(), parts.redaction(), parts.clock(),
                ProcessId.current(hostName()), Doctor.lease(parts));
    }

    @Override
    public List<Checkup> checkups() {
        return problems.isEmpty() ? Doctor.checkups(parts) : List.of();
    }

    @Override
    public Inspector inspector() {
        requireSoundSettings();
        Inspector inspector = new CsvInspector(SparkEngine.settings(parts.config()).hadoop(),
                parts.locations());
        return path -> inspector.inspect(parts.project().declared(path));
    }

    private synchronized Engine engine() {
        if (engine == null) {
            StateDatabase database = StateDatabase.open(parts.config().state().connection());
            engine = new Engine(parts.config(), parts.project().folder(), database);
        }
        return engine;
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            // A machine that cannot resolve its own name still has one process table, which is what counts.
            return "localhost";
        }
    }

    private void requireSoundSettings() {
        if (!problems.isEmpty()) {
            throw new InvalidDefinitionException(problems);
        }
    }

    @Override
    public void close() {
        if (forja != null) {
            forja.close();
        }
        if (engine != null) {
            engine.close();
        }
    }
}

package io.forja.scheduler.testing;

import io.forja.core.definition.Environment;
import io.forja.core.definition.PipelineLoader;
import io.forja.core.job.JobCatalog;
import io.forja.core.problem.Redaction;
import io.forja.core.run.ProcessId;
import io.forja.scheduler.config.ConfigReader;
import io.forja.scheduler.config.ForjaConfig;
import io.forja.scheduler.config.State;
import io.forja.scheduler.daemon.FileLeaseStore;
import io.forja.scheduler.daemon.Setup;
import io.forja.scheduler.ledger.StateDatabase;
import io.forja.scheduler.quartz.QuartzCron;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;

/**
 * A folder with pipelines and a state, and how a process of Forja is put together over it: the smallest example of
 * what the application does.
 *
 * @param folder where everything is
 * @param settings forja.yaml, as far as it differs from free port and short grace
 */
public record Home(Path folder, String settings) {

    public Home {
        try {
            Files.createDirectories(folder.resolve("pipelines"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Home(Path folder) {
        this(folder, "{}");
    }

    /** Writes a pipeline's file, whole or not at all. */
    public Home pipeline(String file, String yaml) {
        try {
            Path whole = folder.resolve(file + ".new");
            Files.writeString(whole, yaml);
            Files.move(whole, path(file), java.nio.file.StandardCopyOption.ATOMIC_MOVE,
                    java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    public Path path(String file) {
        return folder.resolve("pipelines").resolve(file);
    }

    public ForjaConfig config(Redaction redaction) {
        Map<String, String> flags = new HashMap<>(Map.of("pipelines", folder.resolve("pipelines").toString(),
                "state.folder", folder.resolve("state").toString()));
        if (!settings.contains("jdbc:postgresql:")) {
            flags.put("state.url", State.ofFile(folder.resolve("state/forja.db").toString()));
        }
        if (!settings.contains("port")) {
            flags.put("http.port", "0");
        }
        if (!settings.contains("grace")) {
            flags.put("daemon.grace", "0s");
        }
        return new ConfigReader(Environment.EMPTY, redaction).read("forja.yaml", settings, flags);
    }

    /** A process of its own over this folder; each has its own database, which the caller closes. */
    public Setup setup(Clock clock) {
        Redaction redaction = new Redaction();
        ForjaConfig config = config(redaction);
        JobCatalog jobs = Jobs.catalog();
        PipelineLoader loader =
                new PipelineLoader(jobs.definitions(), QuartzCron.SYNTAX, Environment.EMPTY, redaction);
        StateDatabase database = StateDatabase.open(config.state().connection());
        return new Setup(config, jobs, loader, database, new PaperLake(), redaction, clock,
                ProcessId.current("test-host"),
                new FileLeaseStore(folder.resolve("lake/_forja/lease.json")));
    }
}

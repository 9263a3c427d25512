package io.forja.scheduler.app;

import io.forja.core.definition.Environment;
import io.forja.core.problem.InvalidDefinitionException;
import io.forja.core.problem.Problem;
import io.forja.core.problem.Redaction;
import io.forja.scheduler.cli.Interrupts;
import io.forja.scheduler.cli.Workspace;
import io.forja.scheduler.config.ConfigReader;
import io.forja.scheduler.config.ForjaConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Puts a process of Forja together: the settings first, then, on demand, whatever a command asks for. */
final class Wiring implements Workspace.Opener {

    private static final Path DEFAULT_SETTINGS = Path.of("forja.yaml");

    private final Environment environment;
    private final Clock clock;
    private final Interrupts interrupts;

    Wiring(Environment environment, Clock clock, Interrupts interrupts) {
        this.environment = environment;
        this.clock = clock;
        this.interrupts = interrupts;
    }

    @Override
    public Workspace open(Workspace.Options options) {
        Redaction redaction = new Redaction();
        Path file = settingsFile(options);
        Project project = Project.of(file);
        ForjaConfig config;
        List<Problem> problems = List.of();
        ConfigReader reader = new ConfigReader(environment, redaction);
        try {
            config = project.resolve(reader.read(file, flags(options, project)));
        } catch (InvalidDefinitionException e) {
            // Commands that look at definitions go on, to tell these problems together with the others.
            problems = e.problems();
            config = project.resolve(new ConfigReader(Environment.EMPTY, redaction).read(null, Map.of()));
        }
        Logging.configure(options, config.state().files(), redaction);
        return new ProcessWorkspace(new ProcessWorkspace.Parts(config, project, environment, redaction, clock),
                problems, interrupts);
    }

    private @Nullable Path settingsFile(Workspace.Options options) {
        return Optional.ofNullable(options.config())
                .or(() -> environment.variable("FORJA_CONFIG").map(Path::of))
                .orElse(Files.isRegularFile(DEFAULT_SETTINGS) ? DEFAULT_SETTINGS : null);
    }

    private static Map<String, String> flags(Workspace.Options options, Project project) {
        Map<String, String> flags = new LinkedHashMap<>();
        if (options.pipelines() != null) {
            flags.put("pipelines", project.fromWorkingDirectory(options.pipelines().toString()));
        }
        if (options.state() != null) {
            flags.put("state.url", project.stateUrl(options.state()));
        }
        return flags;
    }
}

package io.forja.scheduler.app;

import io.forja.core.definition.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The variables of this process, and the files that it can read. */
final class ProcessEnvironment implements Environment {

    private final Map<String, String> variables;

    ProcessEnvironment(Map<String, String> variables) {
        this.variables = Map.copyOf(variables);
    }

    @Override
    public Optional<String> variable(String name) {
        return Optional.ofNullable(variables.get(name));
    }

    @Override
    public Set<String> variableNames() {
        return variables.keySet();
    }

    @Override
    public String file(String path) throws IOException {
        return Files.readString(Path.of(path)).stripTrailing();
    }
}

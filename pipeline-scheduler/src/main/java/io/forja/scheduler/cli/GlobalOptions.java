package io.forja.scheduler.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The options that every command has. */
final class GlobalOptions {

    @Option(names = "--config", scope = ScopeType.INHERIT, paramLabel = "FILE", order = 100,
            description = "The settings; by default forja.yaml in this folder, where there is one.")
    private @Nullable Path config;

    @Option(names = "--pipelines", scope = ScopeType.INHERIT, paramLabel = "DIR", order = 101,
            description = "The folder of the pipelines, whatever the configuration says.")
    private @Nullable Path pipelines;

    @Option(names = "--state", scope = ScopeType.INHERIT, paramLabel = "URL", order = 102,
            description = "The database that remembers the runs, whatever the configuration says.")
    private @Nullable String state;

    @Option(names = {"-v", "--verbose"}, scope = ScopeType.INHERIT, order = 103,
            description = "Log what happens inside, and show where an internal error comes from.")
    private boolean verbose;

    boolean verbose() {
        return verbose;
    }

    Workspace.Options with(Workspace.Log log) {
        return new Workspace.Options(config, pipelines, state, verbose, log);
    }
}

package io.forja.scheduler.cli;

import io.forja.core.definition.PipelineLoader;
import io.forja.core.doctor.Checkup;
import io.forja.core.inspect.Inspector;
import io.forja.core.job.JobCatalog;
import io.forja.core.problem.Problem;
import io.forja.scheduler.api.Forja;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What commands work with: the pipelines' folder, the job types, the runs and tables, the clock. Nothing of it starts
 * before a command asks for it, and no definition needs an engine. Used by one thread.
 */
public interface Workspace extends AutoCloseable {

    /** Where it is, as the user said. */
    record Options(
            @Nullable Path config, @Nullable Path pipelines, @Nullable String state, boolean verbose, Log log) {}

    /** How the process logs. */
    enum Log {
        /** Warnings of our own alone: the command's output is what the user wants to see. */
        QUIET,
        /** A line for people. */
        TEXT,
        /** A JSON object on each line. */
        JSON
    }

    /** Opens workspaces. */
    @FunctionalInterface
    interface Opener {

        /** Opens one even where the settings are wrong, see {@link Workspace#problems}. */
        Workspace open(Options options);
    }

    /** The time now, and the zone that the user lives in. */
    Clock clock();

    /** The folder of the pipelines. */
    Path pipelines();

    PipelineLoader loader();

    JobCatalog jobs();

    /** What is wrong with the settings; the definitions can be looked at all the same. */
    List<Problem> problems();

    /**
     * Runs and tables: through the daemon where one is up, else in this process.
     *
     * @throws io.forja.core.problem.InvalidDefinitionException when the settings are wrong
     */
    Forja forja();

    /** A look at each thing that the settings name, and at this machine; none of them starts an engine. */
    List<Checkup> checkups();

    /**
     * What looks at files before there is a pipeline for them; paths start in the working directory.
     *
     * @throws io.forja.core.problem.InvalidDefinitionException when the settings are wrong
     */
    Inspector inspector();

    /** True where {@link #forja()} goes through a daemon. */
    boolean hasDaemon();

    /**
     * Is the daemon until the process is asked to stop.
     *
     * @param run pipelines that also run once, right after the start
     * @return the exit code
     * @throws io.forja.core.problem.InvalidDefinitionException when the settings are wrong
     */
    int serve(List<String> run);

    @Override
    void close();
}

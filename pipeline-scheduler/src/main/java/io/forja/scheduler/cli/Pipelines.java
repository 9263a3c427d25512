package io.forja.scheduler.cli;

import io.forja.core.definition.LoadedPipeline;
import io.forja.core.plan.Plan;
import io.forja.core.plan.Planner;
import io.forja.core.problem.NotFoundException;
import io.forja.core.problem.Problem;
import io.forja.core.problem.Problems;
import io.forja.core.problem.Suggestion;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The pipelines of a folder with their plans, and all that is wrong with them. */
final class Pipelines {

    private final Path folder;
    private final List<LoadedPipeline> loaded;
    private final Map<String, Plan> plans = new LinkedHashMap<>();
    private final Problems problems = new Problems();

    private Pipelines(Workspace workspace, Path folder) {
        this.folder = folder;
        this.loaded = workspace.loader().load(folder, problems);
        for (LoadedPipeline pipeline : loaded) {
            Planner.plan(pipeline, problems).ifPresent(plan -> plans.put(pipeline.name(), plan));
        }
    }

    static Pipelines of(Workspace workspace) {
        return new Pipelines(workspace, workspace.pipelines());
    }

    static Pipelines of(Workspace workspace, Path folder) {
        return new Pipelines(workspace, folder);
    }

    List<LoadedPipeline> all() {
        return loaded;
    }

    Map<String, Plan> plans() {
        return plans;
    }

    List<Problem> problems() {
        return problems.inOrder();
    }

    /**
     * @throws NotFoundException when no sound file declares it
     * @throws io.forja.core.problem.InvalidDefinitionException when it may be in one of the files that are wrong
     */
    LoadedPipeline named(String name) {
        Optional<LoadedPipeline> found = loaded.stream().filter(pipeline -> pipeline.name().equals(name)).findFirst();
        if (found.isEmpty()) {
            problems.throwIfAny();
            List<String> names = loaded.stream().map(LoadedPipeline::name).toList();
            throw new NotFoundException("there is no pipeline \"" + name + "\" in " + folder, names.isEmpty()
                    ? "write one, or name another folder with --pipelines"
                    : Suggestion.remedy(name, names));
        }
        return found.get();
    }

    Plan plan(LoadedPipeline pipeline) {
        Plan plan = plans.get(pipeline.name());
        if (plan == null) {
            problems.throwIfAny();
            throw new IllegalStateException("no plan of " + pipeline.name() + " and no problem");
        }
        return plan;
    }
}

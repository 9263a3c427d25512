package io.forja.scheduler.daemon;

import io.forja.core.definition.LoadedPipeline;
import io.forja.core.definition.PipelineLoader;
import io.forja.core.definition.Schedule;
import io.forja.core.plan.Planner;
import io.forja.core.problem.ForjaException;
import io.forja.core.problem.InvalidDefinitionException;
import io.forja.core.problem.NotFoundException;
import io.forja.core.problem.Problem;
import io.forja.core.problem.Problems;
import io.forja.core.problem.SourceLocation;
import io.forja.core.problem.Suggestion;
import io.forja.core.yaml.YamlReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The pipelines of a folder, as their files are now. A file that no longer reads keeps the pipeline that it had last;
 * a new state of all of them takes the place of the old one at once. Thread-safe.
 */
final class PipelineFolder {

    /** How a file looks from outside; another look is another text. */
    private record Look(long modifiedNanos, long size, @Nullable Object key) {
        static Look at(Path file) throws IOException {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return new Look(attributes.lastModifiedTime().to(java.util.concurrent.TimeUnit.NANOSECONDS),
                    attributes.size(), attributes.fileKey());
        }
    }

    /**
     * A file as it was read.
     *
     * @param look how it looked when it was read
     * @param seen how it looked last; it is read again when that stays the same for two looks: nobody is writing it
     * @param name the pipeline that it declares, as far as that can be read
     * @param good its last sound pipeline
     */
    private record Source(
            @Nullable Look look, @Nullable Look seen, @Nullable String name, @Nullable PlannedPipeline good,
            List<Problem> problems) {}

    /**
     * What became of the pipelines.
     *
     * @param changed those that are new or have another text
     * @param problems true where there are other problems than before
     */
    record Changes(List<PlannedPipeline> changed, Set<String> removed, boolean problems) {}

    private final Path folder;
    private final PipelineLoader loader;
    private Map<Path, Source> sources = new TreeMap<>();
    private volatile Map<String, PlannedPipeline> pipelines = Map.of();
    private volatile List<Problem> problems = List.of();
    private boolean read;

    PipelineFolder(Path folder, PipelineLoader loader) {
        this.folder = folder;
        this.loader = loader;
    }

    /** The pipelines as they were read last, in the order of their names. */
    Collection<PlannedPipeline> all() {
        return pipelines.values();
    }

    Optional<PlannedPipeline> find(String name) {
        return Optional.ofNullable(pipelines.get(name));
    }

    List<Problem> problems() {
        return problems;
    }

    /**
     * @throws InvalidDefinitionException when its file has problems and it has no earlier form
     * @throws NotFoundException when no file declares it
     */
    synchronized PlannedPipeline get(String name) {
        PlannedPipeline pipeline = pipelines.get(name);
        if (pipeline != null) {
            return pipeline;
        }
        List<Problem> own = sources.values().stream().filter(source -> name.equals(source.name))
                .flatMap(source -> source.problems.stream()).toList();
        if (!own.isEmpty()) {
            throw new InvalidDefinitionException(own);
        }
        throw new NotFoundException("there is no pipeline \"" + name + "\" in " + folder,
                Suggestion.closest(name, pipelines.keySet()).map(known -> "did you mean \"" + known + "\"?")
                        .orElse(pipelines.isEmpty() ? "put its YAML file there"
                                : "there are " + String.join(", ", pipelines.keySet())));
    }

    /** Reads the files that changed since the last time; all of them the first time. */
    synchronized Changes refresh() {
        Problems found = new Problems();
        Map<Path, Source> next = new TreeMap<>();
        try {
            for (Path file : PipelineLoader.filesOf(folder)) {
                next.put(file, look(file, sources.get(file)));
            }
        } catch (ForjaException e) {
            // A folder that is away for a moment does not take its pipelines with it.
            found.add(new Problem(SourceLocation.of(folder.toString()), "", e.what(), e.remedy()));
            next = sources;
        }
        sources = next;
        read = true;
        Map<String, PlannedPipeline> now = assemble(found);
        Map<String, PlannedPipeline> before = pipelines;
        List<Problem> problemsBefore = problems;
        pipelines = now;
        problems = found.inOrder();
        List<PlannedPipeline> changed = now.values().stream()
                .filter(pipeline -> !isSame(pipeline, before.get(pipeline.name()))).toList();
        Set<String> removed = new TreeSet<>(before.keySet());
        removed.removeAll(now.keySet());
        return new Changes(changed, removed, !problems.equals(problemsBefore));
    }

    /** Reads the files where that was not done before. */
    synchronized void refreshOnce() {
        if (!read) {
            refresh();
        }
    }

    private static boolean isSame(PlannedPipeline one, @Nullable PlannedPipeline other) {
        return other != null && one.loaded().hash().equals(other.loaded().hash())
                && one.loaded().file().equals(other.loaded().file());
    }

    private Source look(Path file, @Nullable Source before) {
        try {
            Look look = Look.at(file);
            if (before != null && look.equals(before.look)) {
                return before;
            }
            boolean settled = before == null ? !read : look.equals(before.seen);
            if (!settled) {
                return before == null ? new Source(null, look, null, null, List.of())
                        : new Source(before.look, look, before.name, before.good, before.problems);
            }
            return read(file, look, before);
        } catch (IOException e) {
            Problem problem = new Problem(SourceLocation.of(file.toString()), "", "the file cannot be read as UTF-8"
                    + " text (" + e.getMessage() + ")", "check its permissions and its encoding");
            return new Source(null, null, before == null ? null : before.name, before == null ? null : before.good,
                    List.of(problem));
        }
    }

    private Source read(Path file, Look look, @Nullable Source before) throws IOException {
        String text = Files.readString(file);
        Problems own = new Problems();
        Optional<PlannedPipeline> pipeline = loader.read(file.toString(), text, own)
                .flatMap(loaded -> Planner.plan(loaded, own).map(plan -> {
                    Schedule schedule = loaded.definition().schedule();
                    return new PlannedPipeline(loaded, plan, schedule == null ? null : loader.timetable(schedule));
                }));
        PlannedPipeline good = pipeline.orElse(before == null ? null : before.good);
        return new Source(look, look, declaredName(file, text, pipeline), good, own.inOrder());
    }

    private static @Nullable String declaredName(Path file, String text, Optional<PlannedPipeline> pipeline) {
        return pipeline.map(PlannedPipeline::name).or(() -> YamlReader.read(file.toString(), text, new Problems())
                .filter(root -> root.isMapping() && root.entries().containsKey("pipeline"))
                .map(root -> root.entries().get("pipeline"))
                .filter(name -> name.isScalar())
                .map(name -> name.text())).orElse(null);
    }

    /** One pipeline of each name; of two files that declare one, the file that had it before keeps it. */
    private Map<String, PlannedPipeline> assemble(Problems found) {
        Map<String, PlannedPipeline> byName = new TreeMap<>();
        sources.values().forEach(source -> source.problems.forEach(found::add));
        List<PlannedPipeline> inOrder = new ArrayList<>();
        sources.values().stream().map(Source::good).filter(Objects::nonNull).filter(this::hadItsName)
                .forEach(inOrder::add);
        sources.values().stream().map(Source::good).filter(Objects::nonNull).filter(good -> !hadItsName(good))
                .forEach(inOrder::add);
        for (PlannedPipeline pipeline : inOrder) {
            PlannedPipeline other = byName.putIfAbsent(pipeline.name(), pipeline);
            if (other != null) {
                found.add(pipeline.loaded().source().entries().get("pipeline").problem("the pipeline \""
                        + pipeline.name() + "\" is declared in " + other.loaded().file() + " too",
                        "give one of them another name"));
            }
        }
        return new LinkedHashMap<>(byName);
    }

    private boolean hadItsName(PlannedPipeline pipeline) {
        LoadedPipeline before = Optional.ofNullable(pipelines.get(pipeline.name())).map(PlannedPipeline::loaded)
                .orElse(null);
        return before != null && before.file().equals(pipeline.loaded().file());
    }
}

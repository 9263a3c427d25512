package io.forja.core.definition;

import io.forja.core.problem.ForjaException;
import io.forja.core.problem.Problem;
import io.forja.core.problem.Problems;
import io.forja.core.problem.Redaction;
import io.forja.core.problem.SourceLocation;
import io.forja.core.problem.Suggestion;
import io.forja.core.yaml.Binder;
import io.forja.core.yaml.Placeholders;
import io.forja.core.yaml.Shapes;
import io.forja.core.yaml.YamlNode;
import io.forja.core.yaml.YamlReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Reads pipelines from YAML. All problems of all files are found in one reading. Thread-safe.
 */
public final class PipelineLoader {

    private final Shapes shapes;
    private final Cron.Syntax cron;
    private final EnvironmentPlaceholders environment;

    /** @param jobTypes the definition of each job type by its name */
    public PipelineLoader(
            Map<String, Class<? extends Record>> jobTypes, Cron.Syntax cron, Environment environment,
            Redaction redaction) {
        this.shapes = new Shapes(Map.of(JobDefinition.class, jobTypes));
        this.cron = cron;
        this.environment = new EnvironmentPlaceholders(environment, redaction);
    }

    /** The shapes by which definitions are read, for the JSON Schema and the reference. */
    public Shapes shapes() {
        return shapes;
    }

    /**
     * Reads every {@code .yaml} and {@code .yml} file of a folder (not of the folders in it), or one file.
     *
     * @param problems receives what is wrong; a file with a problem is not among the results
     * @throws ForjaException when there is no such folder or file
     */
    public List<LoadedPipeline> load(Path folderOrFile, Problems problems) {
        Map<String, LoadedPipeline> byName = new TreeMap<>();
        for (Path file : filesOf(folderOrFile)) {
            loadFile(file, problems).ifPresent(pipeline -> {
                LoadedPipeline other = byName.putIfAbsent(pipeline.name(), pipeline);
                if (other != null) {
                    YamlNode name = pipeline.source().entries().get("pipeline");
                    problems.add(name.problem("the pipeline \"" + pipeline.name() + "\" is declared in "
                            + other.file() + " too", "give one of them another name"));
                }
            });
        }
        return List.copyOf(byName.values());
    }

    /** The definition files of a folder in the order of their names, or the file itself. */
    public static List<Path> filesOf(Path folderOrFile) {
        if (Files.isRegularFile(folderOrFile)) {
            return List.of(folderOrFile);
        }
        if (!Files.isDirectory(folderOrFile)) {
            throw new ForjaException("there is no folder or file " + folderOrFile,
                    "name the folder of the pipelines, or make it and put a YAML file into it");
        }
        try (Stream<Path> entries = Files.list(folderOrFile)) {
            return entries.filter(Files::isRegularFile)
                    .filter(file -> file.getFileName().toString().matches("[^.].*\\.ya?ml"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new ForjaException("the folder " + folderOrFile + " cannot be read (" + e.getMessage() + ")",
                    "check its permissions");
        }
    }

    private Optional<LoadedPipeline> loadFile(Path file, Problems problems) {
        try {
            return read(file.toString(), Files.readString(file), problems);
        } catch (CharacterCodingException e) {
            problems.add(new Problem(SourceLocation.of(file.toString()), "", "the file is not in UTF-8",
                    "save it with that encoding"));
        } catch (IOException e) {
            problems.add(new Problem(SourceLocation.of(file.toString()), "", "the file cannot be read ("
                    + e.getMessage() + ")", "check its permissions"));
        }
        return Optional.empty();
    }

    /** Reads one pipeline from a text; empty where a problem was added. */
    public Optional<LoadedPipeline> read(String file, String text, Problems problems) {
        Problems own = new Problems();
        Optional<LoadedPipeline> pipeline = YamlReader.read(file, text, own).flatMap(root -> {
            Placeholders withoutRun = new DefinitionPlaceholders(params(root), null, environment);
            Optional<PipelineDefinition> definition = new Binder(shapes, withoutRun, own)
                    .bind(root, PipelineDefinition.class);
            new ScheduleCheck(root, withoutRun, cron).check(own);
            if (!own.isEmpty()) {
                // It will not be planned, which would tell of these.
                new Needs(root).checkWritten(own);
            }
            return definition.map(sound -> new LoadedPipeline(sound, root, file, sha256(text)));
        });
        problems.addAll(own);
        return own.isEmpty() ? pipeline : Optional.empty();
    }

    /**
     * The definition as one run has it.
     *
     * @throws io.forja.core.problem.InvalidDefinitionException when a value is missing, unknown or does not fit
     */
    public PipelineDefinition resolve(LoadedPipeline pipeline, RunValues run) {
        Map<String, Param> params = params(pipeline.source());
        Problems problems = new Problems();
        for (String given : run.params().keySet()) {
            if (!params.containsKey(given)) {
                problems.add(new Problem(SourceLocation.of(pipeline.file()), "params", "the pipeline "
                        + pipeline.name() + " has no parameter \"" + given + "\"", params.isEmpty()
                        ? "run it without parameters" : Suggestion.remedy(given, params.keySet())));
            }
        }
        Placeholders values = new DefinitionPlaceholders(params, run, environment);
        Optional<PipelineDefinition> definition = new Binder(shapes, values, problems)
                .bind(pipeline.source(), PipelineDefinition.class);
        problems.throwIfAny();
        return definition.orElseThrow();
    }

    /** The fires of a schedule. */
    public Timetable timetable(Schedule schedule) {
        return new Timetable(cron.parse(schedule.cron()), schedule.timezone());
    }

    /** The parameters as they are written; what is wrong with them is found when the whole is bound. */
    private Map<String, Param> params(YamlNode root) {
        YamlNode params = root.isMapping() ? root.entries().get("params") : null;
        if (params == null || !params.isMapping()) {
            return Map.of();
        }
        Binder binder = new Binder(shapes, Placeholders.NONE, new Problems());
        Map<String, Param> declared = new TreeMap<>();
        params.entries().forEach((name, node) ->
                declared.put(name, binder.bind(node, Param.class).orElse(new Param(null, null))));
        return declared;
    }

    private static String sha256(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}

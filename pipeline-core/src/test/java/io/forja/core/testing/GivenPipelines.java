package io.forja.core.testing;

import io.forja.core.definition.Environment;
import io.forja.core.definition.LoadedPipeline;
import io.forja.core.definition.PipelineDefinition;
import io.forja.core.definition.PipelineLoader;
import io.forja.core.definition.RunValues;
import io.forja.core.problem.Problem;
import io.forja.core.problem.Problems;
import io.forja.core.problem.Redaction;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;

/** Pipelines given as texts, with the job type {@code copy} and schedules in words; and an environment to set. */
public final class GivenPipelines {

    public static final Instant LOGICAL_TIME = Instant.parse("2026-11-29T02:00:00Z");

    public final Map<String, String> variables = new HashMap<>();
    public final Map<String, String> files = new HashMap<>();
    public final Redaction redaction = new Redaction();
    public final PipelineLoader loader = new PipelineLoader(Map.of("copy", Copy.class), SimpleCron::parse,
            new Environment() {
                @Override
                public Optional<String> variable(String name) {
                    return Optional.ofNullable(variables.get(name));
                }

                @Override
                public String file(String path) throws IOException {
                    return Optional.ofNullable(files.get(path)).orElseThrow(() -> new IOException("no such file"));
                }
            },
            redaction);

    /** Reads a pipeline that has to be sound. */
    public LoadedPipeline pipeline(String yaml) {
        Problems problems = new Problems();
        Optional<LoadedPipeline> pipeline = loader.read("vendas.yaml", yaml, problems);
        problems.throwIfAny();
        return pipeline.orElseThrow(() -> new NoSuchElementException("neither a pipeline nor a problem"));
    }

    /** Reads a pipeline that must not be sound, and gives its problems. */
    public List<String> problemsOf(String yaml) {
        Problems problems = new Problems();
        if (loader.read("vendas.yaml", yaml, problems).isPresent() || problems.isEmpty()) {
            throw new AssertionError("sound: " + yaml);
        }
        return problems.inOrder().stream().map(Problem::toString).toList();
    }

    /** The definition as a run at the logical time has it. */
    public PipelineDefinition resolved(LoadedPipeline pipeline, Map<String, String> params) {
        return loader.resolve(pipeline, new RunValues(pipeline.name() + "-20261129T020000", LOGICAL_TIME,
                ZoneId.of("America/Sao_Paulo"), params));
    }
}

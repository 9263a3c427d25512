package io.forja.core.definition;

import io.forja.core.yaml.YamlNode;

/**
 * A sound pipeline with the text it was read from.
 *
 * @param definition as validated: parameters have their defaults, and what only a run can know stands as written, or
 *     as a sample where its type allows no placeholder
 * @param source the YAML, from which each run binds its own definition
 * @param file the file as the user named it
 * @param hash the text's SHA-256, in hexadecimal; another hash is another definition
 */
public record LoadedPipeline(PipelineDefinition definition, YamlNode source, String file, String hash) {

    public String name() {
        return definition.pipeline();
    }
}

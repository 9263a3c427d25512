package io.forja.core.job;

import io.forja.core.definition.JobDefinition;
import java.util.function.BiFunction;

/**
 * A kind of job: its name in YAML, its definition, and how the job is made.
 *
 * @param <D> the definition, a record
 * @param <S> what jobs work with: a session, connections
 */
public record JobType<D extends Record & JobDefinition, S>(
        String name, Class<D> definition, BiFunction<D, S, Job> create) {

    Job create(JobDefinition declared, S services) {
        return create.apply(definition.cast(declared), services);
    }
}

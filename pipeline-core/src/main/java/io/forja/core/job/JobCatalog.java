package io.forja.core.job;

import io.forja.core.definition.JobDefinition;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** The job types that there are. Thread-safe. */
public final class JobCatalog {

    private final Map<Class<?>, Entry<?>> byDefinition = new LinkedHashMap<>();

    private record Entry<S>(JobType<?, S> type, Supplier<S> services) {
        Job create(JobDefinition declared) {
            return type.create(declared, services.get());
        }
    }

    private JobCatalog() {}

    /**
     * @param services asked for when a job is made, and not before: validating needs no engine
     * @throws IllegalArgumentException when two types have one name or one definition
     */
    public static <S> JobCatalog of(List<JobType<?, S>> types, Supplier<S> services) {
        JobCatalog catalog = new JobCatalog();
        Set<String> names = new HashSet<>();
        for (JobType<?, S> type : types) {
            Entry<?> other = catalog.byDefinition.put(type.definition(), new Entry<>(type, services));
            if (other != null || !names.add(type.name())) {
                throw new IllegalArgumentException("the job type " + type.name() + " is there twice");
            }
        }
        return catalog;
    }

    /** The definition of each type by its name, in the catalog's order. */
    public Map<String, Class<? extends Record>> definitions() {
        Map<String, Class<? extends Record>> definitions = new LinkedHashMap<>();
        byDefinition.values().forEach(entry -> definitions.put(entry.type().name(), entry.type().definition()));
        return definitions;
    }

    public Job create(JobDefinition declared) {
        return entry(declared).create(declared);
    }

    /** The name of the type that a definition is of. */
    public String nameOf(JobDefinition declared) {
        return entry(declared).type().name();
    }

    private Entry<?> entry(JobDefinition declared) {
        Entry<?> entry = byDefinition.get(declared.getClass());
        if (entry == null) {
            throw new IllegalArgumentException(declared.getClass() + " is of no known job type");
        }
        return entry;
    }
}

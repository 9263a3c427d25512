package io.forja.core.definition;

import io.forja.core.yaml.Beside;
import io.forja.core.yaml.Doc;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A job in its pipeline. */
@Doc("A job: what it needs, and exactly one job type with its keys.")
public record JobEntry(
        @Doc(value = "The jobs that have to succeed before this one starts; one or a list.", example = "bronze_vendas")
                List<String> needs,
        @Doc("How long one attempt may take; by default that of `defaults`.") @Nullable Duration timeout,
        @Doc("How often the job is tried; by default that of `defaults`.") @Nullable RetryPolicy retry,
        @Doc("What the job does.") @Beside JobDefinition definition) {}

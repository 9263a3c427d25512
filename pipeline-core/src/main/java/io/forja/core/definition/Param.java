package io.forja.core.definition;

import io.forja.core.yaml.Doc;
import io.forja.core.yaml.Short;
import org.jspecify.annotations.Nullable;

/** A value that a run may be given with {@code --param name=value}. */
@Short("default")
@Doc("A value that a run may be given with `--param name=value`; `${params.name}` stands for it.")
public record Param(
        @Doc("The value when none is given; without a default the parameter has to be given.") @Nullable String default_,
        @Doc("What it is for.") @Nullable String description) {}

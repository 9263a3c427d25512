package io.forja.core.definition;

import io.forja.core.yaml.Doc;
import java.util.List;

/** Who hears of a run's end; the names are those of {@code notify} in forja.yaml. */
@Doc("Who hears of a run's end. The names are those of `notify` in forja.yaml.")
public record Notify(
        @Doc(value = "Told when a run fails.", example = "[ops]") List<String> onFailure,
        @Doc(value = "Told when a run succeeds after one that failed.", example = "[ops]") List<String> onRecovery,
        @Doc(value = "Told at every success.", example = "[ops]") List<String> onSuccess) {}

package io.forja.jobs.inspect;

import io.forja.core.inspect.Guess;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The null values of a file, from the markers of its columns: those of typed columns, and those that mean nothing else. */
final class NullValues {

    private NullValues() {}

    static Guess<List<String>> of(List<ColumnGuess> columns) {
        Set<String> values = new LinkedHashSet<>(List.of(""));
        for (ColumnGuess column : columns) {
            boolean typed = !column.cast().isText() || !column.alternatives().isEmpty();
            column.profile().markers().bare().stream().filter(marker -> typed || NullMarkers.isSure(marker))
                    .forEach(values::add);
        }
        List<String> evidence = new ArrayList<>();
        for (String value : values) {
            List<String> places = columns.stream().filter(column -> column.profile().markers().bare(value) > 0)
                    .map(column -> Text.count(column.profile().markers().bare(value), "time") + " in "
                            + Text.quoted(column.profile().name())).toList();
            if (!places.isEmpty()) {
                evidence.add(Text.quoted(value) + " stands " + String.join(", ", places));
            }
        }
        return new Guess<>(List.copyOf(values), evidence.isEmpty() ? "no text that stands for a missing value was seen"
                : String.join("; ", evidence));
    }
}

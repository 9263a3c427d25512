package io.forja.jobs.inspect;

import io.forja.core.inspect.InspectedColumn.Cast;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Columns of two words, one of which says yes and the other no. */
final class BooleanGuess {

    private static final Map<String, String> WORDS = Map.ofEntries(
            Map.entry("s", "n"), Map.entry("sim", "n\u00e3o"), Map.entry("y", "n"), Map.entry("yes", "no"),
            Map.entry("true", "false"), Map.entry("t", "f"), Map.entry("v", "f"), Map.entry("verdadeiro", "falso"),
            Map.entry("si", "no"), Map.entry("ja", "nein"), Map.entry("ativo", "inativo"));

    private BooleanGuess() {}

    /** Empty where the column has other words. */
    static Optional<ColumnGuess> of(ColumnProfile column) {
        Set<String> words = column.words();
        for (Map.Entry<String, String> pair : WORDS.entrySet()) {
            String no = words.contains(pair.getValue()) ? pair.getValue() : pair.getValue().replace('\u00e3', 'a');
            if (words.equals(Set.of(pair.getKey(), no))) {
                String format = pair.getKey().equals("true") ? null
                        : spelled(column, pair.getKey()) + "|" + spelled(column, no);
                return Optional.of(new ColumnGuess(column, new Cast("boolean", null, format),
                        "two words alone, in all " + Text.count(column.values(), "value"), List.of(), List.of()));
            }
        }
        return Optional.empty();
    }

    private static String spelled(ColumnProfile column, String word) {
        return column.examples().stream().filter(word::equalsIgnoreCase).findFirst().orElse(word);
    }
}

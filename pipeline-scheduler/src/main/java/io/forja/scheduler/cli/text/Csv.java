package io.forja.scheduler.cli.text;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** CSV as RFC 4180 writes it, with a newline alone at each line's end. */
public final class Csv {

    private Csv() {}

    /** A null is an empty field, an empty text is {@code ""}. */
    public static String line(List<? extends @Nullable Object> values) {
        return values.stream().map(Csv::field).collect(Collectors.joining(","));
    }

    private static String field(@Nullable Object value) {
        if (value == null) {
            return "";
        }
        String text = value.toString();
        boolean quoted = text.isEmpty() || text.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
                || text.startsWith(" ") || text.endsWith(" ");
        return quoted ? "\"" + text.replace("\"", "\"\"") + "\"" : text;
    }
}

package io.forja.core.reference;

import io.forja.core.yaml.Literal;
import io.forja.core.yaml.Scalar;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The schemas of single values. */
final class ScalarSchemas {

    static final String NOTHING_NAME = "nothing";

    /** Allows null alone, in a way that no editor proposes it. */
    static final Map<String, Object> NOTHING = SchemaWriter.map(
            "description", "Nothing: the same as without the key.",
            "not", Map.of("type", List.of("string", "number", "boolean", "array", "object")));

    private static final String PLACEHOLDER = "\\$\\{";

    private static final List<String> SOME_ZONES =
            List.of("America/Sao_Paulo", "America/Manaus", "Europe/Lisbon", "America/New_York", "UTC");

    private static final List<String> SOME_DURATIONS = List.of("30s", "5m", "1h", "7d");

    private ScalarSchemas() {}

    static Map<String, Object> nothing() {
        return SchemaWriter.map("$ref", "#/definitions/" + NOTHING_NAME);
    }

    static Map<String, Object> of(Scalar scalar) {
        if (!scalar.choices().isEmpty()) {
            return SchemaWriter.anyOf(List.of(SchemaWriter.map("enum", words(scalar)), text(PLACEHOLDER)));
        }
        if (scalar.type() == String.class) {
            // What YAML takes for a number or a flag is a text where a text is wanted.
            return SchemaWriter.map("type", List.of("string", "number", "boolean"));
        }
        if (scalar.type() == Literal.class) {
            return SchemaWriter.map("type", List.of("string", "number", "boolean", "null"));
        }
        if (scalar.type() == ZoneId.class) {
            return SchemaWriter.map("type", "string", "examples", SOME_ZONES);
        }
        if (scalar.pattern() == null) {
            return SchemaWriter.map("type", "string");
        }
        Map<String, Object> written = text(scalar.pattern() + "|" + PLACEHOLDER);
        if (scalar.type() == Duration.class) {
            written.put("patternErrorMessage", "write a whole number and a unit, such as 500ms, 30s, 5m, 12h or 7d");
            written.put("examples", SOME_DURATIONS);
        }
        return scalar.jsonType().equals("string")
                ? written
                : SchemaWriter.anyOf(List.of(SchemaWriter.map("type", scalar.jsonType()), written));
    }

    /** The words allowed; {@code null} is one in quotes and without. */
    private static List<Object> words(Scalar scalar) {
        List<Object> words = new ArrayList<>(scalar.choices());
        if (words.contains("null")) {
            words.add(null);
        }
        return words;
    }

    private static Map<String, Object> text(String pattern) {
        return SchemaWriter.map("type", "string", "pattern", pattern);
    }
}

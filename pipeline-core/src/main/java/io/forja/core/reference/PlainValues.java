package io.forja.core.reference;

import io.forja.core.problem.Problems;
import io.forja.core.yaml.YamlNode;
import io.forja.core.yaml.YamlReader;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Texts of YAML as values of JSON: what a default or an example looks like in a schema. */
final class PlainValues {

    private static final Pattern WHOLE = Pattern.compile("[-+]?[0-9]{1,18}");
    private static final Pattern NUMBER = Pattern.compile("[-+]?[0-9]+\\.[0-9]+");

    private PlainValues() {}

    /** The value, or empty where the text is no YAML by itself, or nothing. */
    static Optional<Object> of(String yaml) {
        Problems problems = new Problems();
        Optional<YamlNode> node = YamlReader.read("example", yaml, problems);
        return problems.isEmpty() ? node.filter(value -> !value.isNull()).map(PlainValues::plain) : Optional.empty();
    }

    private static Object plain(YamlNode node) {
        if (node.isList()) {
            return node.items().stream().filter(item -> !item.isNull()).map(PlainValues::plain).toList();
        }
        if (node.isMapping()) {
            Map<String, Object> entries = new LinkedHashMap<>();
            node.entries().forEach((key, value) -> {
                if (!value.isNull()) {
                    entries.put(key, plain(value));
                }
            });
            return entries;
        }
        return node.isQuoted() ? node.text() : scalar(node.text());
    }

    private static Object scalar(String text) {
        if (text.equals("true") || text.equals("false")) {
            return Boolean.valueOf(text);
        }
        if (WHOLE.matcher(text).matches()) {
            return Long.valueOf(text);
        }
        return NUMBER.matcher(text).matches() ? Double.valueOf(text) : text;
    }
}

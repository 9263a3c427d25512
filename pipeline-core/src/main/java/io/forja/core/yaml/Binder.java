package io.forja.core.yaml;

import io.forja.core.problem.Problem;
import io.forja.core.problem.Problems;
import io.forja.core.problem.Suggestion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Turns YAML into records. It never stops at the first problem: what cannot be read is reported with its place and
 * left out, and the rest is read on.
 *
 * <p>Not thread-safe; one for each reading.
 */
public final class Binder {

    /** Stands for a key that was written but could not be read, so that it is not reported as missing too. */
    private static final Object UNREADABLE = new Object();

    private final Shapes shapes;
    private final Placeholders placeholders;
    private final Problems problems;

    public Binder(Shapes shapes, Placeholders placeholders, Problems problems) {
        this.shapes = shapes;
        this.placeholders = placeholders;
        this.problems = problems;
    }

    /**
     * @return the record, or empty where a problem was added
     */
    public <T> Optional<T> bind(YamlNode node, Class<T> type) {
        return Optional.ofNullable(type.cast(read(node, shapes.of(type))));
    }

    /** The value, or null where a problem was added. */
    @Nullable Object read(YamlNode node, Shape shape) {
        if (shape instanceof Shape.Value value) {
            return readValue(node, value);
        }
        if (shape instanceof Shape.ListOf list) {
            return readList(node, list);
        }
        if (shape instanceof Shape.MapOf map) {
            return readMap(node, map);
        }
        if (shape instanceof Shape.Fields fields) {
            return readFields(node, fields);
        }
        return readOneOf(node, (Shape.OneOf) shape);
    }

    /** True where something stands: the word null does, where it is a choice. */
    private static boolean says(YamlNode node, Shape shape) {
        return !node.isNull() || shape instanceof Shape.Value value && value.takesNull() && node.text().equals("null");
    }

    private @Nullable Object readValue(YamlNode node, Shape.Value value) {
        Scalar scalar = value.scalar();
        if (scalar.type() == Literal.class && node.isNull()) {
            return Literal.NULL;
        }
        if (!node.isScalar() && !(node.isNull() && says(node, value))) {
            problems.add(node.problem("here stands " + node.kind(), "write " + scalar.withArticle()));
            return null;
        }
        int before = problems.size();
        String text = placeholders.fill(node.text(), node, problems);
        if (problems.size() > before) {
            return null;
        }
        if (scalar.type() == Literal.class) {
            return new Literal(text, node.isQuoted());
        }
        boolean open = scalar.type() != String.class && text.contains("${");
        Optional<String> sample = open ? placeholders.sample(text) : Optional.empty();
        return sample.isPresent() ? readOpen(node, scalar, text, sample.get()) : parse(node, scalar, text);
    }

    /** A value that a later reading fills in: checked by its sample, kept as it is written where its type allows that. */
    private @Nullable Object readOpen(YamlNode node, Scalar scalar, String text, String sample) {
        Optional<Object> asWritten = tryParse(scalar, text);
        boolean known = !sample.contains("${");
        if (!known && scalar.sample() == null) {
            if (asWritten.isEmpty()) {
                problems.add(node.problem("\"" + text + "\" cannot be checked before it has a value",
                        "give the parameter a default, or write the " + scalar.name() + " here"));
            }
            return asWritten.orElse(null);
        }
        Object checked = parse(node, scalar, known ? sample : scalar.sample());
        return checked == null ? null : asWritten.orElse(checked);
    }

    private static Optional<Object> tryParse(Scalar scalar, String text) {
        try {
            return Optional.of(scalar.read().apply(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private @Nullable Object parse(YamlNode at, Scalar scalar, String text) {
        try {
            return scalar.read().apply(text);
        } catch (IllegalArgumentException e) {
            problems.add(Records.problem(at, e));
            return null;
        }
    }

    private @Nullable Object readList(YamlNode node, Shape.ListOf list) {
        List<YamlNode> items = node.isList() ? node.items() : List.of(node);
        List<Object> values = new ArrayList<>();
        for (YamlNode item : items) {
            Object value = read(item, list.item());
            if (value != null) {
                values.add(value);
            }
        }
        return values.size() == items.size() ? List.copyOf(values) : null;
    }

    private @Nullable Object readMap(YamlNode node, Shape.MapOf map) {
        if (!node.isMapping()) {
            problems.add(node.problem("here stands " + node.kind(), "write a mapping of names to values"));
            return null;
        }
        Map<String, YamlNode> entries = node.entries();
        Map<String, Object> values = new LinkedHashMap<>();
        entries.forEach((key, child) -> {
            Object value = read(child, map.value());
            if (value != null) {
                values.put(key, value);
            }
        });
        return values.size() == entries.size() ? Collections.unmodifiableMap(values) : null;
    }

    private @Nullable Object readFields(YamlNode node, Shape.Fields fields) {
        if (fields.whole()) {
            return readAs(fields.fields().get(0).key(), node, fields);
        }
        if (!node.isMapping() && fields.shorthand() != null && !node.isNull()) {
            return readAs(fields.shorthand(), node, fields);
        }
        if (!node.isMapping() && !(node.isNull() && fields.fields().stream().noneMatch(Shape.Field::required))) {
            problems.add(node.problem("here stands " + node.kind(),
                    "write a mapping with " + String.join(", ", fields.keys())));
            return null;
        }
        Map<String, YamlNode> entries = node.isMapping() ? node.entries() : Map.of();
        boolean known = reportUnknownKeys(node, entries.keySet(), fields.keys());
        boolean sound = known;
        Map<String, Object> values = new LinkedHashMap<>();
        for (Shape.Field field : fields.fields()) {
            boolean written = field.beside()
                    ? entries.keySet().stream().anyMatch(((Shape.OneOf) field.shape()).forms()::containsKey)
                    : entries.containsKey(field.key()) && (field.required() || says(entries.get(field.key()), field.shape()));
            if (!written && !(field.beside() && field.required())) {
                continue;
            }
            Object value = null;
            if (!field.beside()) {
                value = read(entries.get(field.key()), field.shape());
            } else if (written || known) {
                // An unknown key is most likely the choice's name mistyped: one problem, not two.
                value = readNamed(node, (Shape.OneOf) field.shape());
            }
            sound &= value != null;
            values.put(field.key(), value == null ? UNREADABLE : value);
        }
        return complete(node, fields, values, sound);
    }

    /** The whole node as the value of one key. */
    private @Nullable Object readAs(String key, YamlNode node, Shape.Fields fields) {
        Object value = read(node, fields.field(key).shape());
        return value == null ? null : complete(node, fields, Map.of(key, value), true);
    }

    private @Nullable Object complete(YamlNode node, Shape.Fields fields, Map<String, Object> read, boolean readable) {
        Map<String, Object> values = new LinkedHashMap<>(read);
        boolean sound = readable;
        for (Shape.Field field : fields.fields()) {
            Object value = values.get(field.key());
            boolean empty = value instanceof Collection<?> items && items.isEmpty()
                    || value instanceof Map<?, ?> map && map.isEmpty();
            if (field.required() && (value == null || empty)) {
                problems.add(missing(node, field, empty));
                sound = false;
            } else if (value == null && field.defaultText() != null) {
                values.put(field.key(), shapes.defaultOf(field));
            } else if (value == null && field.shape() instanceof Shape.ListOf) {
                values.put(field.key(), List.of());
            } else if (value == null && field.shape() instanceof Shape.MapOf) {
                values.put(field.key(), Map.of());
            }
        }
        return sound ? Records.make(node, fields, values, problems) : null;
    }

    private static Problem missing(YamlNode node, Shape.Field field, boolean empty) {
        String example = field.key() + ": " + (field.example().isEmpty() ? "..." : field.example());
        if (empty) {
            YamlNode at = node.isMapping() ? node.entries().getOrDefault(field.key(), node) : node;
            return at.problem("\"" + field.key() + "\" is empty", "write at least one, as in \"" + example + "\"");
        }
        return node.problem("the key \"" + field.key() + "\" is missing", "add \"" + example + "\"");
    }

    private @Nullable Object readOneOf(YamlNode node, Shape.OneOf oneOf) {
        if (!node.isMapping()) {
            return readBare(node, oneOf);
        }
        if (oneOf.by() == Choice.By.NAME) {
            return reportUnknownKeys(node, node.entries().keySet(), oneOf.forms().keySet())
                    ? readNamed(node, oneOf) : null;
        }
        List<String> named = fitting(node, oneOf);
        if (named.size() == 1) {
            return readFields(node, oneOf.forms().get(named.get(0)));
        }
        if (!named.isEmpty() || reportUnknownKeys(node, node.entries().keySet(), oneOf.allKeys())) {
            reportCount(node, named, oneOf.forms().keySet());
        }
        return null;
    }

    /** A choice without a mapping: the short form, or the bare name of a form that needs no keys. */
    private @Nullable Object readBare(YamlNode node, Shape.OneOf oneOf) {
        Collection<String> names = oneOf.forms().keySet();
        if (oneOf.shorthand() != null && !node.isNull()) {
            return readAs(oneOf.shorthand(), node, oneOf.forms().get(oneOf.shorthand()));
        }
        if (oneOf.by() == Choice.By.NAME && node.isScalar()) {
            if (names.contains(node.text())) {
                return complete(node, oneOf.forms().get(node.text()), Map.of(), true);
            }
            problems.add(node.problem("\"" + node.text() + "\" is not known here",
                    Suggestion.remedy(node.text(), names)));
            return null;
        }
        problems.add(node.problem("here stands " + node.kind(),
                "write a mapping with one of " + String.join(", ", names)));
        return null;
    }

    /** The form whose name is a key of the node. */
    private @Nullable Object readNamed(YamlNode node, Shape.OneOf oneOf) {
        List<String> named = node.entries().keySet().stream().filter(oneOf.forms()::containsKey).toList();
        if (named.size() != 1) {
            reportCount(node, named, oneOf.forms().keySet());
            return null;
        }
        return readFields(node.entries().get(named.get(0)), oneOf.forms().get(named.get(0)));
    }

    /** The forms whose first key is written; of several, the one that has the others' as further keys. */
    private static List<String> fitting(YamlNode node, Shape.OneOf oneOf) {
        List<String> named = node.entries().keySet().stream().filter(oneOf.forms()::containsKey).toList();
        // {jdbc: db, table: dbo.Autor}: the first key of one form may be a further key of another.
        List<String> fitting = named.stream()
                .filter(form -> oneOf.forms().get(form).keys().containsAll(named))
                .toList();
        return fitting.isEmpty() ? named : fitting;
    }

    private void reportCount(YamlNode node, List<String> named, Collection<String> known) {
        if (named.isEmpty()) {
            problems.add(node.problem("nothing here says what it is", "add one of " + String.join(", ", known)));
        } else {
            YamlNode second = node.key(named.get(1)).orElse(node);
            problems.add(second.problem("it cannot be " + String.join(" and ", named) + " at once",
                    "keep one of them"));
        }
    }

    private boolean reportUnknownKeys(YamlNode node, Set<String> written, Collection<String> known) {
        boolean sound = true;
        for (String key : written) {
            if (!known.contains(key)) {
                YamlNode at = node.key(key).orElse(node);
                problems.add(at.problem("unknown key \"" + key + "\"", key.equals("<<")
                        ? "write out what it merges; YAML 1.2 has no such key" : Suggestion.remedy(key, known)));
                sound = false;
            }
        }
        return sound;
    }
}

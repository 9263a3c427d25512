package io.forja.core.yaml;

import io.forja.core.problem.Problem;
import io.forja.core.problem.Problems;
import io.forja.core.problem.Suggestion;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

    private @Nullable Object read(YamlNode node, Shape shape) {
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

    private @Nullable Object readValue(YamlNode node, Shape.Value value) {
        if (!node.isScalar()) {
            problems.add(node.problem("here stands " + node.kind(), "write " + withArticle(value.name())));
            return null;
        }
        int before = problems.size();
        String text = placeholders.fill(node.text(), node, problems);
        return problems.size() > before ? null : parse(text, value, node);
    }

    private @Nullable Object parse(String text, Shape.Value value, YamlNode at) {
        try {
            return value.scalar().read().apply(text);
        } catch (IllegalArgumentException e) {
            problems.add(problem(at, e));
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
        Map<String, Object> values = new LinkedHashMap<>();
        node.entries().forEach((key, child) -> {
            Object value = read(child, map.value());
            if (value != null) {
                values.put(key, value);
            }
        });
        return values.size() == node.entries().size() ? Collections.unmodifiableMap(values) : null;
    }

    private @Nullable Object readFields(YamlNode node, Shape.Fields fields) {
        if (fields.whole()) {
            Object value = read(node, fields.fields().get(0).shape());
            return value == null ? null : construct(node, fields, Map.of(fields.fields().get(0).key(), value));
        }
        if (!node.isMapping() && fields.shorthand() != null && !node.isNull()) {
            Object value = read(node, fields.field(fields.shorthand()).shape());
            return value == null ? null : complete(node, fields, Map.of(fields.shorthand(), value), true);
        }
        if (!node.isMapping() && !(node.isNull() && fields.fields().stream().noneMatch(Shape.Field::required))) {
            problems.add(node.problem("here stands " + node.kind(),
                    "write a mapping with " + String.join(", ", keys(fields))));
            return null;
        }
        Map<String, YamlNode> entries = node.isMapping() ? node.entries() : Map.of();
        boolean sound = reportUnknownKeys(node, entries.keySet(), keys(fields));
        Map<String, Object> values = new LinkedHashMap<>();
        for (Shape.Field field : fields.fields()) {
            if (field.beside()) {
                Shape.OneOf choice = (Shape.OneOf) field.shape();
                // An unknown key is most likely the choice's name mistyped: one problem, not two.
                boolean mistyped = !sound && present(node, choice).isEmpty();
                Object value = mistyped ? null : readBeside(node, choice);
                sound &= value != null;
                if (value != null) {
                    values.put(field.key(), value);
                }
                continue;
            }
            YamlNode child = entries.get(field.key());
            if (child == null || (child.isNull() && !field.required())) {
                continue;
            }
            Object value = read(child, field.shape());
            sound &= value != null;
            values.put(field.key(), value == null ? UNREADABLE : value);
        }
        return complete(node, fields, values, sound);
    }

    private @Nullable Object complete(YamlNode node, Shape.Fields fields, Map<String, Object> read, boolean readable) {
        Map<String, Object> values = new LinkedHashMap<>(read);
        boolean sound = readable;
        for (Shape.Field field : fields.fields()) {
            Object value = values.get(field.key());
            boolean empty = value instanceof Collection<?> items && items.isEmpty()
                    || value instanceof Map<?, ?> map && map.isEmpty();
            if (field.required() && !field.beside() && (value == null || empty)) {
                problems.add(node.problem("the key \"" + field.key() + "\" is missing", "add \"" + field.key() + ": "
                        + (field.example().isEmpty() ? "..." : field.example()) + "\""));
                sound = false;
            } else if (value == null && field.defaultText() != null) {
                values.put(field.key(), defaultOf(field));
            } else if (value == null && field.shape() instanceof Shape.ListOf) {
                values.put(field.key(), List.of());
            } else if (value == null && field.shape() instanceof Shape.MapOf) {
                values.put(field.key(), Map.of());
            }
        }
        return sound ? construct(node, fields, values) : null;
    }

    private Object defaultOf(Shape.Field field) {
        Problems mistakes = new Problems();
        Object value = YamlReader.read("default of " + field.key(), String.valueOf(field.defaultText()), mistakes)
                .map(node -> new Binder(shapes, Placeholders.NONE, mistakes).read(node, field.shape()))
                .orElse(null);
        mistakes.throwIfAny();
        return Objects.requireNonNull(value);
    }

    private @Nullable Object readOneOf(YamlNode node, Shape.OneOf oneOf) {
        if (!node.isMapping()) {
            if (node.isScalar() && oneOf.shorthand() != null) {
                Shape.Fields form = oneOf.forms().get(oneOf.shorthand());
                Object value = read(node, form.field(oneOf.shorthand()).shape());
                return value == null ? null : complete(node, form, Map.of(oneOf.shorthand(), value), true);
            }
            if (oneOf.by() == Choice.By.NAME && node.isScalar() && oneOf.forms().containsKey(node.text())) {
                return complete(node, oneOf.forms().get(node.text()), Map.of(), true);
            }
            problems.add(node.problem("here stands " + node.kind(),
                    "write a mapping with one of " + String.join(", ", oneOf.forms().keySet())));
            return null;
        }
        if (oneOf.by() == Choice.By.NAME) {
            boolean known = reportUnknownKeys(node, node.entries().keySet(), oneOf.forms().keySet());
            return known ? readBeside(node, oneOf) : null;
        }
        List<String> named = present(node, oneOf);
        if (named.size() > 1) {
            // The first key of one form may be a further key of another: {jdbc: db, table: dbo.Autor}.
            Set<String> written = node.entries().keySet();
            List<String> fitting = named.stream()
                    .filter(form -> keys(oneOf.forms().get(form)).containsAll(written))
                    .toList();
            named = fitting.isEmpty() ? named : fitting;
        }
        if (named.size() != 1) {
            if (named.isEmpty()) {
                reportUnknownKeys(node, node.entries().keySet(), allKeys(oneOf));
            }
            reportCount(node, named, oneOf.forms().keySet());
            return null;
        }
        return readFields(node, oneOf.forms().get(named.get(0)));
    }

    private @Nullable Object readBeside(YamlNode node, Shape.OneOf oneOf) {
        List<String> named = present(node, oneOf);
        if (named.size() != 1) {
            reportCount(node, named, oneOf.forms().keySet());
            return null;
        }
        return readFields(node.entries().get(named.get(0)), oneOf.forms().get(named.get(0)));
    }

    private static List<String> present(YamlNode node, Shape.OneOf oneOf) {
        return node.entries().keySet().stream().filter(oneOf.forms()::containsKey).toList();
    }

    private void reportCount(YamlNode node, List<String> named, Collection<String> known) {
        if (named.isEmpty()) {
            problems.add(node.problem("what it is to be is missing", "write one of " + String.join(", ", known)));
        } else {
            problems.add(node.problem("it cannot be " + String.join(" and ", named) + " at once", "keep one of them"));
        }
    }

    private boolean reportUnknownKeys(YamlNode node, Set<String> written, Collection<String> known) {
        boolean sound = true;
        for (String key : written) {
            if (!known.contains(key)) {
                YamlNode at = node.key(key).orElse(node);
                problems.add(at.problem("unknown key \"" + key + "\"", Suggestion.remedy(key, known)));
                sound = false;
            }
        }
        return sound;
    }

    private static Set<String> keys(Shape.Fields fields) {
        Set<String> keys = new LinkedHashSet<>();
        for (Shape.Field field : fields.fields()) {
            if (field.beside()) {
                keys.addAll(((Shape.OneOf) field.shape()).forms().keySet());
            } else {
                keys.add(field.key());
            }
        }
        return keys;
    }

    private static Set<String> allKeys(Shape.OneOf oneOf) {
        Set<String> keys = new LinkedHashSet<>();
        oneOf.forms().values().forEach(form -> keys.addAll(keys(form)));
        return keys;
    }

    private @Nullable Object construct(YamlNode node, Shape.Fields fields, Map<String, Object> values) {
        RecordComponent[] components = fields.type().getRecordComponents();
        Object[] arguments = Arrays.stream(components).map(c -> values.get(Shapes.key(c))).toArray();
        try {
            Class<?>[] types = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            Constructor<? extends Record> constructor = fields.type().getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof IllegalArgumentException refused) {
                problems.add(problem(node, refused));
                return null;
            }
            throw new IllegalStateException("cannot make " + fields.type(), e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot make " + fields.type(), e);
        }
    }

    private static Problem problem(YamlNode at, IllegalArgumentException refused) {
        if (refused instanceof InvalidValueException invalid) {
            YamlNode place = at.isMapping() ? at.entries().getOrDefault(invalid.key(), at) : at;
            return place.problem(String.valueOf(invalid.getMessage()), invalid.remedy());
        }
        return at.problem(String.valueOf(refused.getMessage()), "");
    }

    private static String withArticle(String name) {
        return name.startsWith("one of") || name.startsWith("true") || name.equals("text") ? name : "a " + name;
    }
}

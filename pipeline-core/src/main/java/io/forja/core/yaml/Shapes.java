package io.forja.core.yaml;

import io.forja.core.problem.Problems;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the shape of a type from its record components and annotations. Thread-safe.
 */
public final class Shapes {

    private final Map<Class<?>, Map<String, Class<? extends Record>>> openChoices;
    private final Map<Type, Shape> known = new ConcurrentHashMap<>();
    private final Map<Shape.Field, Object> defaults = Collections.synchronizedMap(new IdentityHashMap<>());

    public Shapes() {
        this(Map.of());
    }

    /** @param openChoices the forms of interfaces that are not sealed, by name */
    public Shapes(Map<Class<?>, Map<String, Class<? extends Record>>> openChoices) {
        this.openChoices = openChoices;
    }

    /**
     * @throws IllegalArgumentException when the type has no form in YAML, a mistake in the definition
     */
    public Shape of(Type type) {
        Shape shape = known.get(type);
        if (shape == null) {
            shape = find(type);
            known.put(type, shape);
        }
        return shape;
    }

    /** The value of a key that is not written; only for a key with a default. */
    Object defaultOf(Shape.Field field) {
        return defaults.computeIfAbsent(field, this::readDefault);
    }

    private Object readDefault(Shape.Field field) {
        Problems mistakes = new Problems();
        Object value = YamlReader.read("default of " + field.key(), String.valueOf(field.defaultText()), mistakes)
                .map(node -> new Binder(this, Placeholders.NONE, mistakes).read(node, field.shape()))
                .orElse(null);
        mistakes.throwIfAny();
        return Objects.requireNonNull(value);
    }

    private Shape find(Type type) {
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            if (generic.getRawType() == List.class) {
                return new Shape.ListOf(of(arguments[0]));
            }
            if (generic.getRawType() == Map.class && arguments[0] == String.class) {
                return new Shape.MapOf(of(arguments[1]));
            }
        }
        if (type instanceof Class<?> raw) {
            Map<String, Class<? extends Record>> open = openChoices.get(raw);
            if (open != null) {
                return choice(raw, Choice.By.NAME, open);
            }
            if (raw.isSealed() && raw.isAnnotationPresent(Choice.class)) {
                return choice(raw, raw.getAnnotation(Choice.class).value(), sealedForms(raw));
            }
            var scalar = Scalar.of(raw);
            if (scalar.isPresent()) {
                return new Shape.Value(scalar.get());
            }
            if (raw.isRecord()) {
                return fields(raw.asSubclass(Record.class));
            }
        }
        throw new IllegalArgumentException(type.getTypeName() + " has no form in YAML");
    }

    private Shape.OneOf choice(Class<?> type, Choice.By by, Map<String, Class<? extends Record>> records) {
        Map<String, Shape.Fields> forms = new LinkedHashMap<>();
        records.forEach((name, form) -> forms.put(name, (Shape.Fields) of(form)));
        return new Shape.OneOf(type, by, forms, shorthand(type), doc(type));
    }

    private static Map<String, Class<? extends Record>> sealedForms(Class<?> type) {
        boolean byName = type.getAnnotation(Choice.class).value() == Choice.By.NAME;
        Map<String, Class<? extends Record>> forms = new LinkedHashMap<>();
        for (Class<?> permitted : type.getPermittedSubclasses()) {
            Class<? extends Record> form = permitted.asSubclass(Record.class);
            String name = byName
                    ? Character.toLowerCase(form.getSimpleName().charAt(0)) + form.getSimpleName().substring(1)
                    : key(form.getRecordComponents()[0]);
            forms.put(name, form);
        }
        return forms;
    }

    private Shape.Fields fields(Class<? extends Record> type) {
        List<Shape.Field> fields = Arrays.stream(type.getRecordComponents()).map(this::field).toList();
        requireSound(type, fields);
        return new Shape.Fields(type, fields, shorthand(type), type.isAnnotationPresent(Whole.class), doc(type));
    }

    private static void requireSound(Class<?> type, List<Shape.Field> fields) {
        Set<String> keys = new HashSet<>();
        for (Shape.Field field : fields) {
            Shape shape = field.shape();
            for (String key : field.beside() ? ((Shape.OneOf) shape).forms().keySet() : Set.of(field.key())) {
                if (!keys.add(key)) {
                    throw new IllegalArgumentException(type.getName() + " has the key \"" + key + "\" twice");
                }
            }
        }
        String shorthand = shorthand(type);
        if (shorthand != null && !keys.contains(shorthand)) {
            throw new IllegalArgumentException(type.getName() + " has no key \"" + shorthand + "\" to be short for");
        }
        if (type.isAnnotationPresent(Whole.class) && fields.size() != 1) {
            throw new IllegalArgumentException(type.getName() + " has more than the one component of a whole");
        }
    }

    private Shape.Field field(RecordComponent component) {
        Shape shape = of(component.getGenericType());
        Default written = component.getAnnotation(Default.class);
        boolean nullable = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
        boolean collection = shape instanceof Shape.ListOf || shape instanceof Shape.MapOf;
        Doc doc = component.getAnnotation(Doc.class);
        return new Shape.Field(
                key(component),
                shape,
                written == null && !nullable && (!collection || component.isAnnotationPresent(Required.class)),
                written == null ? null : written.value(),
                component.isAnnotationPresent(Beside.class),
                doc == null ? "" : doc.value(),
                doc == null ? "" : doc.example());
    }

    /** The component's name, without the underscore that keeps it apart from a word of Java ({@code default_}). */
    static String key(RecordComponent component) {
        String name = component.getName();
        return name.endsWith("_") ? name.substring(0, name.length() - 1) : name;
    }

    private static @Nullable String shorthand(AnnotatedElement type) {
        Short annotation = type.getAnnotation(Short.class);
        return annotation == null ? null : annotation.value();
    }

    private static String doc(AnnotatedElement type) {
        Doc annotation = type.getAnnotation(Doc.class);
        return annotation == null ? "" : annotation.value();
    }
}

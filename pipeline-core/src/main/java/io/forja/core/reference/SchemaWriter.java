package io.forja.core.reference;

import io.forja.core.yaml.Choice;
import io.forja.core.yaml.Shape;
import io.forja.core.yaml.Shapes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Writes the JSON Schema of a definition, for completion and checks while it is typed. It is of draft 7, which editors
 * know best.
 *
 * <p>Whatever the binder accepts, the schema accepts: an editor never marks what is right. What only a record can
 * judge (a number's range, a table that does not exist) the schema lets pass. A {@code ${...}} may stand wherever a
 * scalar may.
 *
 * <p>The schema is made of maps, lists, texts, numbers and flags, to be written as JSON by any means. Its order is the
 * definition's own, the same each time. Not thread-safe; one for each schema.
 */
public final class SchemaWriter {

    private final Shapes shapes;
    private final Map<Class<?>, String> names = new LinkedHashMap<>();
    private final Map<String, Object> definitions = new LinkedHashMap<>();

    public SchemaWriter(Shapes shapes) {
        this.shapes = shapes;
    }

    /** The schema of a file that holds one record. */
    public Map<String, Object> schema(Class<? extends Record> root) {
        Shape.Fields fields = (Shape.Fields) shapes.of(root);
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("$schema", "http://json-schema.org/draft-07/schema#");
        schema.put("title", nameOf(root));
        schema.putAll(described(fields.doc(), mapping(fields)));
        schema.put("definitions", definitions);
        definitions.put(ScalarSchemas.NOTHING_NAME, ScalarSchemas.NOTHING);
        return schema;
    }

    private Map<String, Object> of(Shape shape, boolean filled) {
        if (shape instanceof Shape.Value value) {
            return ScalarSchemas.of(value.scalar());
        }
        if (shape instanceof Shape.ListOf list) {
            Map<String, Object> item = of(list.item(), false);
            Map<String, Object> array = map("type", "array", "items", item);
            if (filled) {
                array.put("minItems", 1);
            }
            return anyOf(List.of(item, array));
        }
        if (shape instanceof Shape.MapOf map) {
            Map<String, Object> object = map("type", "object", "additionalProperties", of(map.value(), false));
            if (filled) {
                object.put("minProperties", 1);
            }
            return object;
        }
        return reference(shape);
    }

    /** A record or a choice is written once, and referred to from everywhere else. */
    private Map<String, Object> reference(Shape shape) {
        Class<?> type = shape instanceof Shape.Fields fields ? fields.type() : ((Shape.OneOf) shape).type();
        String name = names.get(type);
        if (name == null) {
            name = freeName(type);
            names.put(type, name);
            definitions.put(name, Map.of());
            definitions.put(name, shape instanceof Shape.Fields fields
                    ? described(fields.doc(), record(fields))
                    : described(((Shape.OneOf) shape).doc(), choice((Shape.OneOf) shape)));
        }
        return map("$ref", "#/definitions/" + name);
    }

    private String freeName(Class<?> type) {
        String name = nameOf(type);
        for (int i = 2; names.containsValue(name); i++) {
            name = nameOf(type) + i;
        }
        return name;
    }

    /** Editors show it beside what they propose. */
    private static String nameOf(Class<?> type) {
        String name = type.getSimpleName().replaceFirst("(?<=.)(Definition|Config)$", "");
        return Character.toLowerCase(name.charAt(0)) + name.substring(1);
    }

    /** A record in all its forms: the mapping, its short form, and nothing where it needs no key. */
    private Map<String, Object> record(Shape.Fields fields) {
        if (fields.whole()) {
            Shape.Field only = fields.fields().get(0);
            return of(only.shape(), only.required());
        }
        List<Map<String, Object>> forms = new ArrayList<>();
        forms.add(mapping(fields));
        if (fields.shorthand() != null) {
            forms.add(shortForm(fields.field(fields.shorthand())));
        }
        if (fields.fields().stream().noneMatch(Shape.Field::required)) {
            forms.add(ScalarSchemas.nothing());
        }
        return anyOf(forms);
    }

    private Map<String, Object> shortForm(Shape.Field field) {
        return of(field.shape(), field.required());
    }

    private Map<String, Object> mapping(Shape.Fields fields) {
        Map<String, Object> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        List<Map<String, Object>> oneOf = new ArrayList<>();
        for (Shape.Field field : fields.fields()) {
            if (field.beside()) {
                ((Shape.OneOf) field.shape()).forms().forEach((name, form) -> {
                    properties.put(name, described(form.doc(), reference(form)));
                    if (field.required()) {
                        oneOf.add(map("required", List.of(name)));
                    }
                });
            } else {
                properties.put(field.key(), property(field));
                if (field.required()) {
                    required.add(field.key());
                }
            }
        }
        Map<String, Object> object = map("type", "object", "properties", properties, "additionalProperties", false);
        if (!required.isEmpty()) {
            object.put("required", required);
        }
        if (!oneOf.isEmpty()) {
            object.put("oneOf", oneOf);
        }
        return object;
    }

    private Map<String, Object> property(Shape.Field field) {
        Map<String, Object> value = of(field.shape(), field.required());
        Map<String, Object> property = field.required() ? value : orNothing(value);
        Map<String, Object> described = described(field.doc(), property);
        if (field.defaultText() != null) {
            PlainValues.of(field.defaultText()).ifPresent(plain -> described.put("default", plain));
        }
        example(field).flatMap(PlainValues::of).ifPresent(plain -> described.putIfAbsent("examples", List.of(plain)));
        return described;
    }

    private static Optional<String> example(Shape.Field field) {
        Optional<String> ofType = field.shape() instanceof Shape.Value value
                ? value.scalar().doc().map(doc -> doc.example())
                : Optional.empty();
        return Stream.of(Optional.of(field.example()), ofType).flatMap(Optional::stream)
                .filter(text -> !text.isEmpty()).findFirst();
    }

    /** A key that may be left out may also have nothing behind it. */
    private static Map<String, Object> orNothing(Map<String, Object> value) {
        List<Map<String, Object>> forms = new ArrayList<>(alternatives(value));
        if (!forms.contains(ScalarSchemas.nothing())) {
            forms.add(ScalarSchemas.nothing());
        }
        return anyOf(forms);
    }

    private Map<String, Object> choice(Shape.OneOf choice) {
        List<Map<String, Object>> forms = new ArrayList<>();
        if (choice.by() == Choice.By.NAME) {
            Map<String, Object> properties = new LinkedHashMap<>();
            choice.forms().forEach((name, form) -> properties.put(name, described(form.doc(), reference(form))));
            forms.add(map("type", "object", "properties", properties, "additionalProperties", false,
                    "minProperties", 1, "maxProperties", 1));
            List<String> bare = choice.forms().entrySet().stream()
                    .filter(form -> form.getValue().fields().stream().noneMatch(Shape.Field::required))
                    .map(Map.Entry::getKey)
                    .toList();
            if (!bare.isEmpty()) {
                forms.add(map("enum", bare));
            }
        } else {
            choice.forms().forEach((name, form) -> {
                Map<String, Object> described = described(form.doc(), mapping(form));
                described.put("title", name);
                forms.add(described);
            });
            if (choice.shorthand() != null) {
                forms.add(shortForm(choice.forms().get(choice.shorthand()).field(choice.shorthand())));
            }
        }
        return anyOf(forms);
    }

    /** The schema with a description of its own; backquotes are for Markdown alone. */
    private static Map<String, Object> described(String doc, Map<String, Object> schema) {
        Map<String, Object> described = new LinkedHashMap<>();
        if (!doc.isEmpty()) {
            described.put("description", doc.replace("`", ""));
            if (doc.contains("`")) {
                described.put("markdownDescription", doc);
            }
        }
        schema.forEach(described::putIfAbsent);
        return described;
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> alternatives(Map<String, Object> schema) {
        return schema.keySet().equals(Set.of("anyOf"))
                ? (List<Map<String, Object>>) schema.get("anyOf")
                : List.of(schema);
    }

    static Map<String, Object> anyOf(List<Map<String, Object>> forms) {
        List<Map<String, Object>> flat = forms.stream().flatMap(form -> alternatives(form).stream()).distinct().toList();
        return flat.size() == 1 ? flat.get(0) : map("anyOf", flat);
    }

    static Map<String, Object> map(Object... keysAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            map.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return map;
    }
}

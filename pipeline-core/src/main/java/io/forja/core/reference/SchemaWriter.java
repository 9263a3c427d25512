package io.forja.core.reference;

import io.forja.core.yaml.Choice;
import io.forja.core.yaml.Shape;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes the JSON Schema (draft 7, which yaml-language-server knows best) of a shape. A text that the binder refuses
 * for its keys or kinds of values is refused by the schema too; what only a value's own syntax can tell is left to the
 * binder.
 */
public final class SchemaWriter {

    /** A placeholder may stand for any single value. */
    private static final String PLACEHOLDER = "\\$\\{";
    private static final String DURATION = "^[0-9]+(ms|s|m|h|d)$";

    private final Map<String, Object> definitions = new TreeMap<>();

    private SchemaWriter() {}

    /** @return nested maps and lists, as a JSON library writes them */
    public static Map<String, Object> write(String title, Shape root) {
        SchemaWriter writer = new SchemaWriter();
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("$schema", "http://json-schema.org/draft-07/schema#");
        schema.put("title", title);
        // Draft 7 passes over whatever stands beside a reference.
        schema.put("allOf", List.of(writer.schema(root)));
        schema.put("definitions", writer.definitions);
        return schema;
    }

    private Map<String, Object> schema(Shape shape) {
        if (shape instanceof Shape.Value value) {
            return value(value);
        }
        if (shape instanceof Shape.ListOf list) {
            Map<String, Object> item = schema(list.item());
            return Map.of("anyOf", List.of(item, ordered("type", "array", "items", item)));
        }
        if (shape instanceof Shape.MapOf map) {
            return ordered("type", "object", "additionalProperties", schema(map.value()));
        }
        return reference(shape);
    }

    /** Records and choices stand once, by their name. */
    private Map<String, Object> reference(Shape shape) {
        Class<?> type = shape instanceof Shape.Fields fields ? fields.type() : ((Shape.OneOf) shape).type();
        String name = type.getSimpleName();
        if (!definitions.containsKey(name)) {
            definitions.put(name, Map.of());
            definitions.put(name, shape instanceof Shape.Fields fields ? fields(fields) : oneOf((Shape.OneOf) shape));
        }
        return Map.of("$ref", "#/definitions/" + name);
    }

    private static Map<String, Object> value(Shape.Value value) {
        if (!value.choices().isEmpty()) {
            List<@Nullable Object> choices = new ArrayList<>(value.choices());
            if (value.takesNull()) {
                choices.add(null);
            }
            return orPlaceholder(Map.of("enum", choices));
        }
        if (value.type() == Duration.class) {
            return ordered("type", "string", "pattern", DURATION + "|" + PLACEHOLDER);
        }
        if (value.jsonType().equals("string")) {
            // 2026 and true are texts too where a text is wanted.
            return Map.of("type", List.of("string", "number", "boolean"));
        }
        return orPlaceholder(Map.of("type", value.jsonType()));
    }

    private static Map<String, Object> orPlaceholder(Map<String, Object> schema) {
        return Map.of("anyOf", List.of(schema, ordered("type", "string", "pattern", PLACEHOLDER)));
    }

    private Map<String, Object> fields(Shape.Fields fields) {
        if (fields.whole()) {
            return described(new LinkedHashMap<>(schema(fields.fields().get(0).shape())), fields.doc());
        }
        Map<String, Object> object = object(fields);
        List<Object> forms = new ArrayList<>();
        if (fields.shorthand() != null) {
            forms.add(schema(fields.field(fields.shorthand()).shape()));
        }
        if (fields.fields().stream().noneMatch(Shape.Field::required)) {
            forms.add(Map.of("type", "null"));
        }
        if (forms.isEmpty()) {
            return described(object, fields.doc());
        }
        forms.add(object);
        return described(ordered("anyOf", forms), fields.doc());
    }

    private Map<String, Object> object(Shape.Fields fields) {
        Map<String, Object> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        List<Object> oneOf = new ArrayList<>();
        for (Shape.Field field : fields.fields()) {
            if (field.beside()) {
                ((Shape.OneOf) field.shape()).forms().forEach((name, form) -> {
                    properties.put(name, described(property(form, false), form.doc()));
                    oneOf.add(Map.of("required", List.of(name)));
                });
                continue;
            }
            properties.put(field.key(), property(field));
            if (field.required()) {
                required.add(field.key());
            }
        }
        Map<String, Object> object = ordered("type", "object", "properties", properties, "additionalProperties", false);
        if (!required.isEmpty()) {
            object.put("required", required);
        }
        if (!oneOf.isEmpty()) {
            object.put("oneOf", oneOf);
        }
        return object;
    }

    private Map<String, Object> property(Shape.Field field) {
        Map<String, Object> property = described(property(field.shape(), !field.required()), field.doc());
        if (field.defaultText() != null) {
            property.put("default", field.defaultText());
        }
        if (!field.example().isEmpty()) {
            property.put("examples", List.of(field.example()));
        }
        return property;
    }

    /** Behind allOf, since editors do not read a description beside a reference. */
    private Map<String, Object> property(Shape shape, boolean mayBeEmpty) {
        Map<String, Object> schema = schema(shape);
        if (mayBeEmpty) {
            return ordered("anyOf", List.of(schema, Map.of("type", "null")));
        }
        return schema.containsKey("$ref") ? ordered("allOf", List.of(schema)) : new LinkedHashMap<>(schema);
    }

    private Map<String, Object> oneOf(Shape.OneOf oneOf) {
        List<Object> forms = new ArrayList<>();
        if (oneOf.by() == Choice.By.FIRST_KEY) {
            oneOf.forms().values().forEach(form -> forms.add(schema(form)));
            if (oneOf.shorthand() != null) {
                forms.add(schema(oneOf.forms().get(oneOf.shorthand()).field(oneOf.shorthand()).shape()));
            }
            return described(ordered("anyOf", forms), oneOf.doc());
        }
        Map<String, Object> properties = new LinkedHashMap<>();
        List<String> alone = new ArrayList<>();
        oneOf.forms().forEach((name, form) -> {
            properties.put(name, described(property(form, false), form.doc()));
            if (form.fields().stream().noneMatch(Shape.Field::required)) {
                alone.add(name);
            }
        });
        Map<String, Object> object = ordered("type", "object", "properties", properties, "additionalProperties", false);
        object.put("minProperties", 1);
        object.put("maxProperties", 1);
        if (alone.isEmpty()) {
            return described(object, oneOf.doc());
        }
        forms.add(Map.of("enum", alone));
        forms.add(object);
        return described(ordered("anyOf", forms), oneOf.doc());
    }

    private static Map<String, Object> described(Map<String, Object> schema, String doc) {
        if (!doc.isEmpty()) {
            schema.put("description", doc.replace("`", ""));
        }
        return schema;
    }

    private static Map<String, Object> ordered(Object... keysAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            map.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return map;
    }
}

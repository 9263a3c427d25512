package io.forja.core.yaml;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How a type is written in YAML: the definition that binding, the JSON Schema and the reference share. Immutable. */
public sealed interface Shape {

    /** Text, number, flag, or a value of its own syntax such as a duration. */
    record Value(Scalar scalar) implements Shape {

        /** What the reference calls it. */
        public String name() {
            return scalar.name();
        }

        /** All the texts allowed, or empty for an open set. */
        public List<String> choices() {
            return scalar.choices();
        }

        /** True where a choice is the word {@code null}, which YAML takes for nothing. */
        public boolean takesNull() {
            return choices().contains("null");
        }

        /** {@code string}, {@code boolean}, {@code integer} or {@code number}. */
        public String jsonType() {
            return scalar.jsonType();
        }

        public Class<?> type() {
            return scalar.type();
        }
    }

    /** A list; a single item may stand for a list of one. */
    record ListOf(Shape item) implements Shape {}

    /** A mapping from names that the user chooses. */
    record MapOf(Shape value) implements Shape {}

    /**
     * A record: a mapping with these keys.
     *
     * @param shorthand the key whose value may stand alone, or null
     * @param whole true where the value of the only field stands alone always
     */
    record Fields(
            Class<? extends Record> type, List<Field> fields, @Nullable String shorthand, boolean whole, String doc)
            implements Shape {

        /** All keys that may be written, those of a choice beside them included. */
        public Set<String> keys() {
            Set<String> keys = new LinkedHashSet<>();
            for (Field field : fields) {
                if (field.beside()) {
                    keys.addAll(((OneOf) field.shape()).forms().keySet());
                } else {
                    keys.add(field.key());
                }
            }
            return keys;
        }

        public Field field(String key) {
            return fields.stream().filter(field -> field.key().equals(key)).findFirst().orElseThrow();
        }
    }

    /**
     * One of several records.
     *
     * @param by how the form is told from the others
     * @param forms by name, or by first key
     * @param shorthand the first key that a scalar stands for, or null
     */
    record OneOf(Class<?> type, Choice.By by, Map<String, Fields> forms, @Nullable String shorthand, String doc)
            implements Shape {

        /** The keys of all forms together. */
        public Set<String> allKeys() {
            Set<String> keys = new LinkedHashSet<>();
            forms.values().forEach(form -> keys.addAll(form.keys()));
            return keys;
        }
    }

    /**
     * A key of a record.
     *
     * @param defaultText the value of the absent key as it would be written, or null
     * @param required true where the key has to be written
     * @param beside true where the value stands among the record's own keys: exactly one of a choice's names is a key
     */
    record Field(
            String key, Shape shape, boolean required, @Nullable String defaultText, boolean beside, String doc,
            String example) {}
}

package io.forja.core.yaml;

import io.forja.core.problem.Problem;
import io.forja.core.problem.Problems;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes records of what was read, and finds the place of what they refuse. */
final class Records {

    private Records() {}

    /** The record, or null where it refused its values; the problem then says why. */
    static @Nullable Record make(YamlNode node, Shape.Fields fields, Map<String, Object> values, Problems problems) {
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

    /** The problem of a refused value, at the key that it is with. */
    static Problem problem(YamlNode at, IllegalArgumentException refused) {
        if (refused instanceof InvalidValueException invalid) {
            return place(at, invalid.key()).problem(String.valueOf(invalid.getMessage()), invalid.remedy());
        }
        return at.problem(String.valueOf(refused.getMessage()), "");
    }

    private static YamlNode place(YamlNode node, String key) {
        if (!node.isMapping()) {
            return node;
        }
        int dot = key.indexOf('.');
        if (dot < 0) {
            return node.entries().getOrDefault(key, node);
        }
        YamlNode mapping = node.entries().get(key.substring(0, dot));
        return mapping != null && mapping.isMapping() ? mapping.key(key.substring(dot + 1)).orElse(mapping) : node;
    }
}

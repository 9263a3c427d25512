package io.forja.core.yaml;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import io.forja.core.problem.Suggestion;

/**
 * How a scalar of one Java type is written and read. Known are the types of the JDK that definitions use, enums
 * (their names in kebab case) and every class with a {@code public static T parse(String)}.
 *
 * @param type what it becomes
 * @param name what the reference calls it
 * @param jsonType {@code string}, {@code boolean}, {@code integer} or {@code number}
 * @param choices all the texts allowed, or empty for an open set
 * @param read from the text to the value; throws IllegalArgumentException
 */
public record Scalar(Class<?> type, String name, String jsonType, List<String> choices, Function<String, Object> read) {

    static Optional<Scalar> of(Class<?> type) {
        if (type == String.class) {
            return open(type, "text", "string", text -> text);
        }
        if (type == boolean.class || type == Boolean.class) {
            return Optional.of(new Scalar(type, "true or false", "boolean", List.of(), Scalar::readBoolean));
        }
        if (type == int.class || type == Integer.class) {
            return open(type, "whole number", "integer", text -> readNumber(text, Integer::valueOf, "a whole number"));
        }
        if (type == long.class || type == Long.class) {
            return open(type, "whole number", "integer", text -> readNumber(text, Long::valueOf, "a whole number"));
        }
        if (type == double.class || type == Double.class) {
            return open(type, "number", "number", text -> readNumber(text, Double::valueOf, "a number"));
        }
        if (type == Duration.class) {
            return open(type, "duration", "string", Durations::parse);
        }
        if (type == ZoneId.class) {
            return open(type, "time zone", "string", Scalar::readZone);
        }
        if (type == LocalDate.class) {
            return open(type, "date", "string", Scalar::readDate);
        }
        if (type.isEnum()) {
            List<String> choices = Arrays.stream(type.getEnumConstants()).map(Scalar::written).toList();
            return Optional.of(new Scalar(type, "one of " + String.join(", ", choices), "string", choices,
                    text -> readEnum(type, choices, text)));
        }
        return parser(type).map(parse -> new Scalar(type, words(type.getSimpleName()), "string", List.of(),
                text -> call(parse, text)));
    }

    static String written(Object constant) {
        return ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static Optional<Scalar> open(Class<?> type, String name, String jsonType, Function<String, Object> read) {
        return Optional.of(new Scalar(type, name, jsonType, List.of(), read));
    }

    private static Object readBoolean(String text) {
        return switch (text) {
            case "true", "True", "TRUE" -> true;
            case "false", "False", "FALSE" -> false;
            default -> throw new InvalidValueException("\"" + text + "\" is neither true nor false",
                    "write true or false");
        };
    }

    private static Object readNumber(String text, Function<String, Object> read, String expected) {
        try {
            return read.apply(text.replace("_", ""));
        } catch (NumberFormatException e) {
            throw new InvalidValueException("\"" + text + "\" is not " + expected, "write " + expected
                    + " such as 10");
        }
    }

    private static Object readZone(String text) {
        try {
            return ZoneId.of(text);
        } catch (DateTimeException e) {
            throw new InvalidValueException("\"" + text + "\" is no known time zone",
                    Suggestion.closest(text, ZoneId.getAvailableZoneIds())
                            .map(zone -> "did you mean \"" + zone + "\"?")
                            .orElse("write a region such as America/Sao_Paulo, or UTC"));
        }
    }

    private static Object readDate(String text) {
        try {
            return LocalDate.parse(text);
        } catch (DateTimeException e) {
            throw new InvalidValueException("\"" + text + "\" is no date", "write it as 2026-11-29");
        }
    }

    private static Object readEnum(Class<?> type, List<String> choices, String text) {
        int index = choices.indexOf(text);
        if (index < 0) {
            throw new InvalidValueException("\"" + text + "\" is not known here", Suggestion.closest(text, choices)
                    .map(choice -> "did you mean \"" + choice + "\"? (" + String.join(", ", choices) + ")")
                    .orElse("write one of " + String.join(", ", choices)));
        }
        return type.getEnumConstants()[index];
    }

    private static Optional<Method> parser(Class<?> type) {
        try {
            Method parse = type.getMethod("parse", String.class);
            boolean fits = Modifier.isStatic(parse.getModifiers()) && parse.getReturnType() == type;
            return fits ? Optional.of(parse) : Optional.empty();
        } catch (NoSuchMethodException e) {
            return Optional.empty();
        }
    }

    private static Object call(Method parse, String text) {
        try {
            return parse.invoke(null, text);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(parse + " has to be public in a public class", e);
        }
    }

    private static String words(String camelCase) {
        return camelCase.replaceAll("([a-z])([A-Z])", "$1 $2").toLowerCase(Locale.ROOT);
    }
}

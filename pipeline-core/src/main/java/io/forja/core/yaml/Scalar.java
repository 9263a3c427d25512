package io.forja.core.yaml;

import io.forja.core.problem.Suggestion;
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
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How a scalar of one Java type is written and read. Known are the types of the JDK that definitions use, enums
 * (their names in kebab case) and every class with a {@code public static T parse(String)}.
 *
 * @param type what it becomes
 * @param name what the reference calls it
 * @param jsonType {@code string}, {@code boolean}, {@code integer} or {@code number}
 * @param choices all the texts allowed, or empty for an open set
 * @param pattern what every text allowed matches, as a regular expression of JSON Schema; null for any text
 * @param sample a text allowed, or null where none is known
 * @param read from the text to the value; throws IllegalArgumentException
 */
public record Scalar(
        Class<?> type, String name, String jsonType, List<String> choices, @Nullable String pattern,
        @Nullable String sample, Function<String, Object> read) {

    private static final String WHOLE_NUMBER = "^[-+]?[0-9]+$";
    private static final String NUMBER = "^[-+]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][-+]?[0-9]+)?$";
    private static final Pattern NUMBER_WRITTEN = Pattern.compile(NUMBER);

    /** What the type says of itself, for values of its own syntax; else empty. */
    public Optional<Doc> doc() {
        return Optional.ofNullable(type.getAnnotation(Doc.class));
    }

    /** What a person is told to write: {@code a duration}. */
    String withArticle() {
        return name.startsWith("one of") || name.startsWith("true") || name.equals("text") ? name : "a " + name;
    }

    static Optional<Scalar> of(Class<?> type) {
        if (type == String.class) {
            return open(type, "text", "string", null, "text", text -> text);
        }
        if (type == Literal.class) {
            return open(type, "value", "string", null, "text", text -> new Literal(text, true));
        }
        if (type == boolean.class || type == Boolean.class) {
            return open(type, "true or false", "boolean", "^(true|True|TRUE|false|False|FALSE)$", "false", Scalar::readBoolean);
        }
        if (type == int.class || type == Integer.class) {
            return open(type, "whole number", "integer", WHOLE_NUMBER, "1", text -> readWhole(text, Integer::valueOf));
        }
        if (type == long.class || type == Long.class) {
            return open(type, "whole number", "integer", WHOLE_NUMBER, "1", text -> readWhole(text, Long::valueOf));
        }
        if (type == double.class || type == Double.class) {
            return open(type, "number", "number", NUMBER, "1", Scalar::readNumber);
        }
        if (type == Duration.class) {
            return open(type, "duration", "string", Durations.PATTERN, "1h", Durations::parse);
        }
        if (type == ZoneId.class) {
            return open(type, "time zone", "string", null, "UTC", Scalar::readZone);
        }
        if (type == LocalDate.class) {
            return open(type, "date", "string", "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", "2000-01-01", Scalar::readDate);
        }
        if (type.isEnum()) {
            List<String> choices = Arrays.stream(type.getEnumConstants()).map(Scalar::written).toList();
            return Optional.of(new Scalar(type, "one of " + String.join(", ", choices), "string", choices, null,
                    choices.get(0), text -> readEnum(type, choices, text)));
        }
        return parser(type).map(parse -> new Scalar(type, words(type.getSimpleName()), "string", List.of(), null, null,
                text -> call(parse, text)));
    }

    static String written(Object constant) {
        return ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static Optional<Scalar> open(
            Class<?> type, String name, String jsonType, @Nullable String pattern, String sample,
            Function<String, Object> read) {
        return Optional.of(new Scalar(type, name, jsonType, List.of(), pattern, sample, read));
    }

    private static Object readBoolean(String text) {
        return switch (text) {
            case "true", "True", "TRUE" -> true;
            case "false", "False", "FALSE" -> false;
            default -> throw new InvalidValueException("\"" + text + "\" is neither true nor false",
                    "write true or false");
        };
    }

    private static Object readWhole(String text, Function<String, Object> read) {
        try {
            return read.apply(text);
        } catch (NumberFormatException e) {
            throw new InvalidValueException("\"" + text + "\" is not a whole number", text.matches(WHOLE_NUMBER)
                    ? "write one nearer to 0" : "write digits only, such as 10000");
        }
    }

    private static Object readNumber(String text) {
        if (!NUMBER_WRITTEN.matcher(text).matches()) {
            throw new InvalidValueException("\"" + text + "\" is not a number", "write one such as 10 or 0.5");
        }
        return Double.valueOf(text);
    }

    private static Object readZone(String text) {
        try {
            if (text.matches(WHOLE_NUMBER)) {
                throw new DateTimeException("a number may be hours or minutes");
            }
            return ZoneId.of(text);
        } catch (DateTimeException e) {
            throw new InvalidValueException("\"" + text + "\" is no known time zone", nearestZone(text)
                    .map(zone -> "did you mean \"" + zone + "\"?")
                    .orElse("write a region such as America/Sao_Paulo, or UTC"));
        }
    }

    /** The zone that is meant, even where its region is left out. */
    private static Optional<String> nearestZone(String text) {
        Map<String, String> zones = new TreeMap<>();
        for (String zone : ZoneId.getAvailableZoneIds()) {
            zones.put(zone, zone);
            zones.merge(zone.substring(zone.lastIndexOf('/') + 1), zone, (one, other) ->
                    one.length() < other.length() || one.length() == other.length() && one.compareTo(other) < 0
                            ? one : other);
        }
        return Suggestion.closest(text.replace(' ', '_'), zones.keySet()).map(zones::get);
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

    /** What a person calls the type; a reference to a table is written as the table. */
    private static String words(String camelCase) {
        return camelCase.replaceFirst("Ref$", "").replaceAll("([a-z])([A-Z])", "$1 $2").toLowerCase(Locale.ROOT);
    }
}

package io.forja.jobs.clean;

import io.forja.core.definition.ColumnType;
import io.forja.core.yaml.InvalidValueException;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The {@code format} of a cast: a pattern of dates and times, or the words of a boolean. */
final class Patterns {

    private Patterns() {}

    static void check(ColumnType to, @Nullable String format) {
        if (format == null) {
            return;
        }
        switch (to.name()) {
            case "date", "timestamp" -> formatter(format, Locale.ROOT);
            case "boolean" -> {
                if (format.split("\\|", -1).length != 2 || format.startsWith("|") || format.endsWith("|")) {
                    throw new InvalidValueException("format", "\"" + format + "\" does not name true and false",
                            "write both words, such as \"S|N\"");
                }
            }
            default -> throw new InvalidValueException("format", "a format means nothing for " + to,
                    "remove it; for numbers write a locale");
        }
    }

    /** Strict: 31/02/2024 is no date. A year of two digits is one of 2000 to 2099. */
    static DateTimeFormatter formatter(String pattern, Locale locale) {
        try {
            return new DateTimeFormatterBuilder()
                    .parseCaseInsensitive()
                    // With y as the proleptic year, a strict date needs no era.
                    .appendPattern(pattern.replace('y', 'u'))
                    .parseDefaulting(ChronoField.NANO_OF_DAY, 0)
                    .toFormatter(locale)
                    .withResolverStyle(ResolverStyle.STRICT);
        } catch (IllegalArgumentException e) {
            throw new InvalidValueException("format", "\"" + pattern + "\" is no pattern of dates",
                    "write one such as dd/MM/yyyy or yyyy-MM-dd HH:mm:ss");
        }
    }
}

package io.forja.jobs.clean;

import io.forja.core.definition.ColumnType;
import io.forja.core.yaml.InvalidValueException;
import org.jspecify.annotations.Nullable;

/** The {@code format} of a cast: a pattern of dates and times, or the words of a boolean. */
final class Patterns {

    private Patterns() {}

    static void check(ColumnType to, @Nullable String format, @Nullable String locale, @Nullable Integer yearsFrom) {
        boolean date = to.name().equals("date");
        if (date || to.name().equals("timestamp")) {
            TimeStyle.check(format, locale, yearsFrom, date);
            return;
        }
        if (yearsFrom != null) {
            throw new InvalidValueException("yearsFrom", "a " + to + " has no year", "leave it out");
        }
        if (format != null) {
            checkWords(to, format);
        }
    }

    private static void checkWords(ColumnType to, String format) {
        if (!to.name().equals("boolean")) {
            throw new InvalidValueException("format", "a format means nothing for " + to,
                    "remove it; for numbers write a locale");
        }
        String[] words = format.split("\\|", -1);
        if (words.length != 2 || words[0].isBlank() || words[1].isBlank() || words[0].equalsIgnoreCase(words[1])) {
            throw new InvalidValueException("format", "\"" + format + "\" does not name true and false",
                    "write both words, such as \"S|N\"");
        }
    }
}

package io.forja.jobs.clean;

import io.forja.core.definition.ColumnType;
import io.forja.core.yaml.InvalidValueException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The {@code format} of a cast: a pattern of dates and times, or the words of a boolean. */
final class Patterns {

    private Patterns() {}

    static void check(ColumnType to, @Nullable String format, @Nullable String locale) {
        if (format == null) {
            return;
        }
        switch (to.name()) {
            case "date", "timestamp" -> TimePattern.of(format, locale(locale == null ? "" : locale));
            case "boolean" -> {
                String[] words = format.split("\\|", -1);
                if (words.length != 2 || words[0].isBlank() || words[1].isBlank() || words[0].equalsIgnoreCase(words[1])) {
                    throw new InvalidValueException("format", "\"" + format + "\" does not name true and false",
                            "write both words, such as \"S|N\"");
                }
            }
            default -> throw new InvalidValueException("format", "a format means nothing for " + to,
                    "remove it; for numbers write a locale");
        }
    }

    /** @param tag a language tag; empty for English, whose month names stand in files of no particular language */
    static Locale locale(String tag) {
        return tag.isEmpty() ? Locale.ENGLISH : Locale.forLanguageTag(tag);
    }
}

package io.forja.jobs.clean;

import io.forja.core.yaml.InvalidValueException;
import java.io.Serializable;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How dates and times are written. Immutable.
 *
 * @param format a pattern, or null for ISO
 * @param locale whose names of months, or null for English, which stand in files of no particular language
 * @param yearsFrom the first of the hundred years that a year of two digits is one of
 */
public record TimeStyle(@Nullable String format, @Nullable String locale, int yearsFrom) implements Serializable {

    /** Where nothing else is declared a year of two digits is one of 2000 to 2099. */
    public static final int USUAL_YEARS = 2000;

    private static final int FIRST = 1000;
    private static final int LAST = 9900;

    /** @throws InvalidValueException when the pattern is none, or the year does not go with it */
    static void check(@Nullable String format, @Nullable String locale, @Nullable Integer yearsFrom, boolean isDate) {
        if (yearsFrom != null && (format == null || !TimePattern.hasShortYear(format))) {
            throw new InvalidValueException("yearsFrom", "there is no year of two digits to read",
                    "leave it out, or write a format with yy");
        }
        if (yearsFrom != null && (yearsFrom < FIRST || yearsFrom > LAST)) {
            throw new InvalidValueException("yearsFrom", yearsFrom + " is not the first of a hundred years",
                    "write a year such as 1930, for 1930 to 2029");
        }
        TimeStyle style = of(format, locale, yearsFrom);
        if (!style.isIso() && TimePattern.of(style).hasOffset() && isDate) {
            throw new InvalidValueException("format", "a date has no offset", "cast to timestamp, which is kept in UTC");
        }
    }

    static TimeStyle of(@Nullable String format, @Nullable String locale, @Nullable Integer yearsFrom) {
        return new TimeStyle(format, locale, yearsFrom == null ? USUAL_YEARS : yearsFrom);
    }

    boolean isIso() {
        return format == null;
    }

    Locale spoken() {
        return locale == null ? Locale.ENGLISH : Locale.forLanguageTag(locale);
    }
}

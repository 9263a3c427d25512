package io.forja.jobs.inspect;

import io.forja.core.inspect.InspectedColumn.Cast;
import io.forja.jobs.clean.TimeStyle;
import io.forja.jobs.clean.Values;
import java.time.LocalDate;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * A way to write dates or times, as a cast declares it.
 *
 * @param withTime whether the time of the day is part of it
 * @param format null for ISO
 * @param locale whose month names, or null
 */
record TimeFormat(boolean withTime, @Nullable String format, @Nullable String locale, Order order) {

    private static final long MICROS_OF_A_DAY = 86_400_000_000L;

    /** Which part of the date comes first. */
    enum Order {
        YEAR,
        DAY,
        MONTH
    }

    /** Whether a cast reads the text. */
    boolean reads(String text) {
        return day(text) != null;
    }

    /** The day as a cast reads it, or null where the text is none. */
    @Nullable LocalDate day(String text) {
        UTF8String value = UTF8String.fromString(text);
        TimeStyle style = new TimeStyle(format, locale, TimeStyle.USUAL_YEARS);
        if (withTime) {
            Long micros = Values.timestamp(value, style);
            return micros == null ? null : LocalDate.ofEpochDay(Math.floorDiv(micros, MICROS_OF_A_DAY));
        }
        Integer days = Values.date(value, style);
        return days == null ? null : LocalDate.ofEpochDay(days);
    }

    Cast cast() {
        return new Cast(withTime ? "timestamp" : "date", locale, format);
    }

    /** A cast by which a year of two digits is one of the hundred years from this one on. */
    Cast castFrom(int year) {
        return new Cast(withTime ? "timestamp" : "date", locale, null, format, year);
    }

    /** Whether a time says how far it is from UTC, as it may where it is ISO. */
    boolean mayHaveOffset() {
        return withTime && (format == null || format.endsWith("X"));
    }

    boolean hasShortYear() {
        return format != null && format.contains("yy") && !format.contains("yyyy");
    }

    /** Whether it is a pattern without names of months. */
    boolean isNumeric() {
        return format != null && !format.contains("MMM");
    }

    boolean isIso() {
        return format == null;
    }

    @Override
    public String toString() {
        return (format == null ? "ISO" : format) + (locale == null ? "" : " (" + locale + ")");
    }
}

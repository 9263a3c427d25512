package io.forja.jobs.inspect;

import io.forja.core.inspect.InspectedColumn.Cast;
import io.forja.jobs.clean.Values;
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

    /** Which part of the date comes first. */
    enum Order {
        YEAR,
        DAY,
        MONTH
    }

    /** Whether a cast reads the text. */
    boolean reads(String text) {
        UTF8String value = UTF8String.fromString(text);
        UTF8String pattern = UTF8String.fromString(format == null ? "" : format);
        UTF8String names = UTF8String.fromString(locale == null ? "" : locale);
        return withTime ? Values.timestamp(value, pattern, names) != null : Values.date(value, pattern, names) != null;
    }

    Cast cast() {
        return new Cast(withTime ? "timestamp" : "date", locale, format);
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

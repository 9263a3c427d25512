package io.forja.jobs.clean;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * Reads values from texts, exactly or not at all: null means that the text is no such value. Called by generated code
 * for every row, so the methods are static and public, take what Spark has, and avoid objects on the usual path.
 *
 * <p>Blank texts never come here; they are no value, and no error.
 */
public final class Values {

    /** The most digits that a long holds for certain. */
    private static final int LONG_DIGITS = 18;
    private static final int MAX_DIGITS = 38;
    private static final int ISO_DATE_LENGTH = 10;

    private Values() {}

    /** True for a text without any visible sign. */
    public static boolean isBlank(UTF8String text) {
        for (int i = 0; i < text.numBytes(); i++) {
            byte b = byteAt(text, i);
            if (b < 0 || b > ' ') {
                return b < 0 && Blanks.strip(text.toString()).isEmpty();
            }
        }
        return true;
    }

    /** The text without blanks at its ends, a no-break space being one. */
    public static UTF8String trim(UTF8String text) {
        int length = text.numBytes();
        if (length == 0 || (isVisible(byteAt(text, 0)) && isVisible(byteAt(text, length - 1)))) {
            return text;
        }
        return UTF8String.fromString(Blanks.strip(text.toString()));
    }

    private static byte byteAt(UTF8String text, int index) {
        return Platform.getByte(text.getBaseObject(), text.getBaseOffset() + index);
    }

    private static boolean isVisible(byte b) {
        return b > ' ';
    }

    public static @Nullable Decimal decimal(
            UTF8String text, int precision, int scale, NumberStyle style, RoundingMode rounding) {
        Decimal quick = quickDecimal(text, precision, scale, style);
        if (quick != null) {
            return quick;
        }
        BigDecimal number = style.read(text.toString());
        if (number == null) {
            return null;
        }
        try {
            BigDecimal scaled = number.setScale(scale, rounding);
            return scaled.precision() > precision ? null : Decimal.apply(scaled, precision, scale);
        } catch (ArithmeticException notExact) {
            return null;
        }
    }

    /** The usual case: a short number without thousands, currency or blanks. Null means "not so simple". */
    private static @Nullable Decimal quickDecimal(UTF8String text, int precision, int scale, NumberStyle style) {
        int length = text.numBytes();
        if (length > LONG_DIGITS || precision > LONG_DIGITS || style.percent() != null) {
            return null;
        }
        long unscaled = 0;
        int decimals = -1;
        int digits = 0;
        int start = length > 0 && byteAt(text, 0) == '-' ? 1 : 0;
        for (int i = start; i < length; i++) {
            byte b = byteAt(text, i);
            if (b >= '0' && b <= '9') {
                unscaled = unscaled * 10 + (b - '0');
                digits++;
                decimals += decimals >= 0 ? 1 : 0;
            } else if (b == style.decimal() && decimals < 0) {
                decimals = 0;
            } else {
                return null;
            }
        }
        int missing = scale - Math.max(decimals, 0);
        if (digits == 0 || decimals == 0 || missing < 0 || digits + missing > precision) {
            return null;
        }
        for (int i = 0; i < missing; i++) {
            unscaled *= 10;
        }
        return Decimal.createUnsafe(start == 1 ? -unscaled : unscaled, precision, scale);
    }

    /** A whole number that fits between the bounds, or null. */
    public static @Nullable Long whole(UTF8String text, NumberStyle style, RoundingMode rounding, long min, long max) {
        Decimal quick = quickDecimal(text, LONG_DIGITS, 0, style);
        if (quick != null) {
            long value = quick.toUnscaledLong();
            return value >= min && value <= max ? value : null;
        }
        Decimal number = decimal(text, MAX_DIGITS, 0, style, rounding);
        if (number == null) {
            return null;
        }
        BigDecimal value = number.toJavaBigDecimal();
        boolean fits = value.compareTo(BigDecimal.valueOf(min)) >= 0 && value.compareTo(BigDecimal.valueOf(max)) <= 0;
        return fits ? value.longValueExact() : null;
    }

    /**
     * The nearest double to the number that is written; only here exactness is given up, by the type asked for. A number
     * that is too large for a double is no value, and one that is so small that it would become zero is none either.
     */
    public static @Nullable Double float64(UTF8String text, NumberStyle style) {
        BigDecimal number = style.readReal(text.toString());
        double nearest = number == null ? Double.NaN : number.doubleValue();
        return Double.isFinite(nearest) && (nearest != 0) == (number.signum() != 0) ? Double.valueOf(nearest) : null;
    }

    /** The same with the nearest float. */
    public static @Nullable Float float32(UTF8String text, NumberStyle style) {
        BigDecimal number = style.readReal(text.toString());
        float nearest = number == null ? Float.NaN : number.floatValue();
        return Float.isFinite(nearest) && (nearest != 0) == (number.signum() != 0) ? Float.valueOf(nearest) : null;
    }

    /** @param words the words for true and false, {@code S|N}, or empty for true and false */
    public static @Nullable Boolean bool(UTF8String text, UTF8String words) {
        String[] both = words.numBytes() == 0 ? new String[] {"true", "false"} : words.toString().split("\\|");
        String written = Blanks.strip(text.toString());
        if (written.equalsIgnoreCase(both[0])) {
            return true;
        }
        return written.equalsIgnoreCase(both[1]) ? false : null;
    }

    /** Days since 1970, or null. */
    public static @Nullable Integer date(UTF8String text, TimeStyle style) {
        String written = Blanks.strip(text.toString());
        try {
            LocalDate date = style.isIso() ? LocalDate.parse(written) : TimePattern.of(style).date(written);
            return date == null ? null : Integer.valueOf(Math.toIntExact(date.toEpochDay()));
        } catch (DateTimeException | ArithmeticException notADate) {
            return null;
        }
    }

    /**
     * Microseconds since 1970 in UTC, or null; digits beyond microseconds make it null too. ISO times have a blank or a T
     * between date and time.
     */
    public static @Nullable Long timestamp(UTF8String text, TimeStyle style) {
        String written = Blanks.strip(text.toString());
        try {
            LocalDateTime time = style.isIso() ? iso(written) : TimePattern.of(style).dateTime(written);
            if (time == null || time.getNano() % 1000 != 0) {
                return null;
            }
            return Math.addExact(Math.multiplyExact(time.toEpochSecond(ZoneOffset.UTC), 1_000_000L),
                    time.getNano() / 1000);
        } catch (DateTimeException | ArithmeticException notATime) {
            return null;
        }
    }

    private static LocalDateTime iso(String written) {
        return written.length() == ISO_DATE_LENGTH
                ? LocalDate.parse(written).atStartOfDay()
                : TimePattern.dateTime(DateTimeFormatter.ISO_DATE_TIME.parse(written.replaceFirst(" ", "T")));
    }
}

package io.forja.jobs.clean;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.text.DecimalFormatSymbols;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
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
    private static final String[] CURRENCIES = {"R$", "US$", "$", "€", "£", "¥"};
    private static final Map<String, NumberSigns> SIGNS = new ConcurrentHashMap<>();
    private static final Map<String, DateTimeFormatter> FORMATTERS = new ConcurrentHashMap<>();

    private Values() {}

    /** @param group the sign between thousands, or 0 for none */
    private record NumberSigns(char group, char decimal) {
        static NumberSigns of(String locale) {
            DecimalFormatSymbols symbols = DecimalFormatSymbols.getInstance(Locale.forLanguageTag(locale));
            return new NumberSigns(symbols.getGroupingSeparator(), symbols.getDecimalSeparator());
        }
    }

    /** True for a text without any visible sign. */
    public static boolean isBlank(UTF8String text) {
        for (int i = 0; i < text.numBytes(); i++) {
            byte b = byteAt(text, i);
            if (b < 0 || b > ' ') {
                return b < 0 && text.toString().isBlank();
            }
        }
        return true;
    }

    /** The text without blanks at its ends, a no-break space being one. */
    public static UTF8String trim(UTF8String text) {
        int length = text.numBytes();
        if (length == 0 || (inner(byteAt(text, 0)) && inner(byteAt(text, length - 1)))) {
            return text;
        }
        return UTF8String.fromString(stripped(text.toString()));
    }

    private static byte byteAt(UTF8String text, int index) {
        return Platform.getByte(text.getBaseObject(), text.getBaseOffset() + index);
    }

    private static boolean inner(byte b) {
        return b > ' ' && b != 0x7f;
    }

    private static String stripped(String text) {
        int start = 0;
        int end = text.length();
        while (start < end && isSpace(text.charAt(start))) {
            start++;
        }
        while (end > start && isSpace(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(start, end);
    }

    private static boolean isSpace(char c) {
        return c <= ' ' || Character.isWhitespace(c) || Character.isSpaceChar(c);
    }

    /**
     * @param locale whose signs, or empty for digits with a point
     * @param rounding the name of a {@link RoundingMode}
     */
    public static @Nullable Decimal decimal(UTF8String text, int precision, int scale, UTF8String locale, UTF8String rounding) {
        Decimal quick = plainDecimal(text, precision, scale, locale);
        if (quick != null) {
            return quick;
        }
        BigDecimal number = number(text, locale);
        if (number == null) {
            return null;
        }
        try {
            BigDecimal scaled = number.setScale(scale, RoundingMode.valueOf(rounding.toString()));
            return scaled.precision() > precision ? null : Decimal.apply(scaled, precision, scale);
        } catch (ArithmeticException notExact) {
            return null;
        }
    }

    /** The usual case: a short number without thousands, currency or blanks. Null means "not so simple". */
    private static @Nullable Decimal plainDecimal(UTF8String text, int precision, int scale, UTF8String locale) {
        int length = text.numBytes();
        if (length > LONG_DIGITS || precision > LONG_DIGITS) {
            return null;
        }
        char point = signs(locale).decimal();
        long unscaled = 0;
        int behind = -1;
        int digits = 0;
        int start = length > 0 && byteAt(text, 0) == '-' ? 1 : 0;
        for (int i = start; i < length; i++) {
            byte b = byteAt(text, i);
            if (b >= '0' && b <= '9') {
                unscaled = unscaled * 10 + (b - '0');
                digits++;
                behind += behind >= 0 ? 1 : 0;
            } else if (b == point && behind < 0) {
                behind = 0;
            } else {
                return null;
            }
        }
        int missing = scale - Math.max(behind, 0);
        if (digits == 0 || behind == 0 || missing < 0 || digits + missing > precision) {
            return null;
        }
        for (int i = 0; i < missing; i++) {
            unscaled *= 10;
        }
        return Decimal.createUnsafe(start == 1 ? -unscaled : unscaled, precision, scale);
    }

    private static NumberSigns signs(UTF8String locale) {
        return SIGNS.computeIfAbsent(locale.toString(), tag ->
                tag.isEmpty() ? new NumberSigns((char) 0, '.') : NumberSigns.of(tag));
    }

    /** The number that a text writes, or null. Thousands stand in threes; a currency may stand at one end. */
    private static @Nullable BigDecimal number(UTF8String text, UTF8String locale) {
        NumberSigns signs = signs(locale);
        String written = stripped(text.toString());
        boolean negative = false;
        if (signs.group() != 0) {
            if (written.startsWith("(") && written.endsWith(")")) {
                negative = true;
                written = stripped(written.substring(1, written.length() - 1));
            }
            written = withoutCurrency(written);
        }
        if (written.startsWith("-") || written.startsWith("+")) {
            if (negative) {
                return null;
            }
            negative = written.startsWith("-");
            written = withoutCurrency(stripped(written.substring(1)));
        }
        String plain = plain(written, signs);
        if (plain == null) {
            return null;
        }
        BigDecimal number = new BigDecimal(plain);
        return negative ? number.negate() : number;
    }

    private static String withoutCurrency(String written) {
        for (String sign : CURRENCIES) {
            if (written.startsWith(sign)) {
                return stripped(written.substring(sign.length()));
            }
            if (written.endsWith(sign)) {
                return stripped(written.substring(0, written.length() - sign.length()));
            }
        }
        return written;
    }

    /** Digits with a point, or null where the thousands or the digits are not as they should be. */
    private static @Nullable String plain(String written, NumberSigns signs) {
        int point = written.indexOf(signs.decimal());
        String whole = point < 0 ? written : written.substring(0, point);
        String behind = point < 0 ? "" : written.substring(point + 1);
        if ((point >= 0 && behind.isEmpty()) || (whole.isEmpty() && behind.isEmpty()) || !areDigits(behind)) {
            return null;
        }
        if (signs.group() != 0 && whole.indexOf(signs.group()) >= 0) {
            String[] groups = whole.split(Pattern.quote(String.valueOf(signs.group())), -1);
            for (int i = 0; i < groups.length; i++) {
                boolean full = i == 0 ? !groups[i].isEmpty() && groups[i].length() <= 3 : groups[i].length() == 3;
                if (!full || !areDigits(groups[i])) {
                    return null;
                }
            }
            whole = String.join("", groups);
        }
        return areDigits(whole) ? (whole.isEmpty() ? "0" : whole) + (behind.isEmpty() ? "" : "." + behind) : null;
    }

    private static boolean areDigits(String text) {
        return text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /** A whole number that fits between the bounds, or null. */
    public static @Nullable Long whole(UTF8String text, UTF8String locale, UTF8String rounding, long min, long max) {
        Decimal number = decimal(text, 38, 0, locale, rounding);
        if (number == null) {
            return null;
        }
        BigDecimal value = number.toJavaBigDecimal();
        boolean fits = value.compareTo(BigDecimal.valueOf(min)) >= 0 && value.compareTo(BigDecimal.valueOf(max)) <= 0;
        return fits ? value.longValueExact() : null;
    }

    /** The nearest double to the number that is written; only here exactness is given up, by the type asked for. */
    public static @Nullable Double floating(UTF8String text, UTF8String locale) {
        BigDecimal number = number(text, locale);
        return number == null ? null : Double.valueOf(number.doubleValue());
    }

    /** @param words the words for true and false, {@code S|N}, or empty for true and false */
    public static @Nullable Boolean bool(UTF8String text, UTF8String words) {
        String[] both = words.numBytes() == 0 ? new String[] {"true", "false"} : words.toString().split("\\|");
        String written = stripped(text.toString());
        if (written.equalsIgnoreCase(both[0])) {
            return true;
        }
        return written.equalsIgnoreCase(both[1]) ? false : null;
    }

    /** Days since 1970, or null. */
    public static @Nullable Integer date(UTF8String text, UTF8String format, UTF8String locale) {
        String written = stripped(text.toString());
        try {
            LocalDate date = format.numBytes() == 0
                    ? LocalDate.parse(written)
                    : LocalDate.from(formatter(format, locale).parse(written));
            return Math.toIntExact(date.toEpochDay());
        } catch (DateTimeException notADate) {
            return null;
        }
    }

    /** Microseconds since 1970 in UTC, or null; digits beyond microseconds make it null too. */
    public static @Nullable Long timestamp(UTF8String text, UTF8String format, UTF8String locale) {
        String written = stripped(text.toString());
        try {
            LocalDateTime time = format.numBytes() == 0
                    ? iso(written)
                    : LocalDateTime.from(formatter(format, locale).parse(written));
            if (time.getNano() % 1000 != 0) {
                return null;
            }
            return Math.addExact(Math.multiplyExact(time.toEpochSecond(ZoneOffset.UTC), 1_000_000L),
                    time.getNano() / 1000);
        } catch (DateTimeException | ArithmeticException notATime) {
            return null;
        }
    }

    private static LocalDateTime iso(String written) {
        return written.length() == 10
                ? LocalDate.parse(written).atStartOfDay()
                : LocalDateTime.parse(written.replace(' ', 'T'));
    }

    private static DateTimeFormatter formatter(UTF8String format, UTF8String locale) {
        return FORMATTERS.computeIfAbsent(format + "\n" + locale, key -> Patterns.formatter(format.toString(),
                locale.numBytes() == 0 ? Locale.ENGLISH : Locale.forLanguageTag(locale.toString())));
    }
}

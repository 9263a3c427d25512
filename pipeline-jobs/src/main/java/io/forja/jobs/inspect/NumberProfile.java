package io.forja.jobs.inspect;

import io.forja.core.inspect.InspectedColumn.Cast;
import io.forja.jobs.clean.CurrencySign;
import io.forja.jobs.clean.NumberStyle;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the texts of one column tell about numbers: each way to write them, which values it does not read, and how
 * often a decimal sign stands for certain, or may as well be one between thousands.
 */
final class NumberProfile {

    private static final Pattern REAL = Pattern.compile("[-+]?(?:[0-9]+[.,]?)?[0-9]+[eE][-+]?[0-9]{1,3}");
    private static final int PATIENCE = 50;
    private static final int SHOWN = 3;
    private static final int MAX_DIGITS = 38;

    /** What the points and commas of a number say. */
    enum Sign {
        /** {@code 1.5}, {@code 1,234.56}, {@code 1,234,567}. */
        POINT,
        /** {@code 1,5}, {@code 1.234,56}, {@code 1.234.567}. */
        COMMA,
        /** {@code 1.234}: one thousand or one and a bit. */
        POINT_OR_THOUSANDS,
        /** {@code 1,234}: likewise. */
        COMMA_OR_THOUSANDS,
        NONE;

        static Sign of(String text) {
            int point = text.lastIndexOf('.');
            int comma = text.lastIndexOf(',');
            if (point < 0 && comma < 0) {
                return NONE;
            }
            if (point >= 0 && comma >= 0) {
                return point > comma ? POINT : COMMA;
            }
            char sign = point >= 0 ? '.' : ',';
            int at = Math.max(point, comma);
            if (text.indexOf(sign) != at) {
                return sign == '.' ? COMMA : POINT;
            }
            boolean thousands = digits(text, at + 1, 1) == 3 && digits(text, at - 1, -1) <= 3
                    && digits(text, at - 1, -1) > 0 && text.charAt(at - digits(text, at - 1, -1)) != '0';
            return sign == '.' ? thousands ? POINT_OR_THOUSANDS : POINT : thousands ? COMMA_OR_THOUSANDS : COMMA;
        }

        private static int digits(String text, int from, int step) {
            int count = 0;
            for (int at = from; at >= 0 && at < text.length() && Character.isDigit(text.charAt(at)); at += step) {
                count++;
            }
            return count;
        }
    }

    /** A way to write numbers, and how the values fit it. */
    static final class Style {
        private final String locale;
        private final NumberStyle style;
        private final List<String> examples = new ArrayList<>();
        private long fits;
        private long misfits;
        private int whole;
        private int scale;
        private BigDecimal largest = BigDecimal.ZERO;

        private Style(String locale) {
            this.locale = locale;
            this.style = NumberStyle.of(locale);
        }

        /** The number, or null; not asked any more once most values were none. */
        private @Nullable BigDecimal read(String text, @Nullable CurrencySign sign) {
            return misfits > 1000 && fits < misfits ? null : (sign == null ? style : style.in(sign)).read(text);
        }

        private void add(@Nullable BigDecimal number, String text, Place place) {
            if (number != null) {
                fits++;
                take(number);
                return;
            }
            misfits++;
            if (examples.size() < SHOWN) {
                examples.add(Text.quoted(text) + " in " + place);
            }
        }

        private void take(BigDecimal number) {
            BigDecimal size = number.abs();
            whole = Math.max(whole, size.precision() - size.scale());
            scale = Math.max(scale, size.scale());
            largest = size.max(largest);
        }

        boolean fits() {
            return misfits == 0;
        }

        long misfits() {
            return misfits;
        }

        String examples() {
            return String.join(", ", examples);
        }

        int scale() {
            return scale;
        }

        private String type() {
            if (scale == 0) {
                return whole > 18 ? Cast.TEXT.to() : largest.compareTo(BigDecimal.valueOf(200_000_000)) > 0 ? "bigint" : "int";
            }
            int digits = Math.max(scale, 2);
            int precision = whole + 3 + digits <= 18 ? 18 : MAX_DIGITS;
            return whole + digits > MAX_DIGITS ? Cast.TEXT.to() : "decimal(" + precision + "," + digits + ")";
        }
    }

    private final Style plain = new Style("");
    private final Style point = new Style("en-US");
    private final Style comma = new Style("pt-BR");
    private final Style blank = new Style("fr-FR");
    private final Style apostrophe = new Style("de-CH");
    private final Map<Sign, List<String>> examples = new EnumMap<>(Sign.class);
    private final long[] signs = new long[Sign.values().length];
    private final Style digitsOnly = new Style("");
    private long values;
    private long numbers;
    private long codes;
    private String code = "";
    private long reals;
    private long realCommas;
    private String real = "";
    private final CurrencyProfile currencies = new CurrencyProfile();

    /** False once the column is known to hold no numbers. */
    boolean isOpen() {
        return values < PATIENCE || numbers + reals > values / 2;
    }

    /**
     * @param text without a percent sign
     * @param shown as it is written
     */
    void add(String text, String shown, Place place) {
        values++;
        if (isDigits(text)) {
            numbers++;
            if (text.length() > 1 && text.charAt(0) == '0') {
                codes++;
                code = code.isEmpty() ? Text.quoted(shown) + " in " + place : code;
            }
            signs[Sign.NONE.ordinal()]++;
            if (text.length() >= digitsOnly.whole) {
                digitsOnly.take(new BigDecimal(text));
            }
            return;
        }
        if (isReal(text)) {
            reals++;
            realCommas += text.indexOf(',') >= 0 ? 1 : 0;
            real = real.isEmpty() ? Text.quoted(shown) + " in " + place : real;
            return;
        }
        CurrencySign money = CurrencyProfile.sign(text).orElse(null);
        if (read(text, money, shown, place)) {
            numbers++;
            if (money != null) {
                currencies.add(money, shown, place);
            }
            Sign sign = Sign.of(text);
            signs[sign.ordinal()]++;
            List<String> seen = examples.computeIfAbsent(sign, s -> new ArrayList<>());
            if (seen.size() < SHOWN) {
                seen.add(Text.quoted(shown) + " in " + place);
            }
        }
    }

    /** Whether the text is a number in some way of writing; each is asked only where the others leave that open. */
    private boolean read(String text, @Nullable CurrencySign money, String shown, Place place) {
        BigDecimal byPoint = point.read(text, money);
        BigDecimal byComma = comma.read(text, money);
        point.add(byPoint, shown, place);
        comma.add(byComma, shown, place);
        plain.add(byPoint == null ? null : plain.read(text, null), shown, place);
        BigDecimal byBlank = byComma != null && text.indexOf('.') < 0 ? byComma : blank.read(text, money);
        blank.add(byBlank, shown, place);
        BigDecimal byApostrophe = byPoint != null && text.indexOf(',') < 0 ? byPoint : apostrophe.read(text, money);
        apostrophe.add(byApostrophe, shown, place);
        return byPoint != null || byComma != null || byBlank != null || byApostrophe != null;
    }

    private static boolean isReal(String text) {
        return (text.indexOf('e') > 0 || text.indexOf('E') > 0) && REAL.matcher(text).matches();
    }

    private static boolean isDigits(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return !text.isEmpty();
    }

    long values() {
        return values;
    }

    /** How many of the values are a number in some way of writing. */
    long numbers() {
        return numbers;
    }

    long count(Sign sign) {
        return signs[sign.ordinal()];
    }

    String examples(Sign sign) {
        return String.join(", ", examples.getOrDefault(sign, List.of()));
    }

    /** How many values are digits with a zero in front, which only a code has. */
    long codes() {
        return codes;
    }

    String exampleOfCode() {
        return code;
    }

    /** How many values have an exponent, which {@code double} reads, and which a code may have too. */
    long reals() {
        return reals;
    }

    String exampleOfReal() {
        return real;
    }

    Cast realCast() {
        boolean byComma = realCommas > 0 || count(Sign.COMMA) > count(Sign.POINT);
        return new Cast("double", byComma ? comma.locale : null, null);
    }

    CurrencyProfile currencies() {
        return currencies;
    }

    /** Digits with a point and nothing else, which needs no locale. */
    Style plain() {
        return joined(plain);
    }

    Style point() {
        return joined(point);
    }

    Style comma() {
        return joined(comma);
    }

    /** The other ways in which every value is a number: with blanks or apostrophes between thousands. */
    Optional<Style> other() {
        return Stream.of(blank, apostrophe).filter(Style::fits).map(this::joined).findFirst();
    }

    /** The type for what was seen, with room; text where no type holds it. */
    Cast cast(Style style) {
        boolean euros = style == comma && currencies.only().filter(sign -> sign.isOf("de-DE")).isPresent();
        String locale = euros ? "de-DE" : style.locale;
        String foreign = currencies.only().filter(sign -> !sign.isOf(locale)).map(CurrencySign::currency).orElse(null);
        String type = style.type();
        return type.equals(Cast.TEXT.to()) ? Cast.TEXT
                : new Cast(type, locale.isEmpty() ? null : locale, foreign, null, null);
    }

    /** With what plain digits told, which every style reads. */
    private Style joined(Style style) {
        style.whole = Math.max(style.whole, digitsOnly.whole);
        style.largest = style.largest.max(digitsOnly.largest);
        return style;
    }
}

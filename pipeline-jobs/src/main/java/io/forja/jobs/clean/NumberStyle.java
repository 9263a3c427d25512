package io.forja.jobs.clean;

import java.io.Serializable;
import java.math.BigDecimal;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How a number is written, and nothing else is one: digits 0 to 9, thousands in threes or not at all, at least one
 * digit behind a decimal sign. Where the style is a locale's, a currency may stand at one end and brackets may stand
 * for a minus. Immutable.
 *
 * @param group the sign between thousands, or 0 for none
 * @param decimal the sign before the decimals
 * @param percent what the percent sign means that every number has behind it, or null where none has it
 */
public record NumberStyle(char group, char decimal, Step.@Nullable Percent percent) implements Serializable {

    private static final String[] CURRENCIES = {"R$", "US$", "$", "€", "£", "¥"};
    private static final char NONE = 0;
    private static final String PERCENT = "%";

    /** @param locale a language tag, or nothing for digits with a point, as programs write them */
    static NumberStyle of(@Nullable String locale, Step.@Nullable Percent percent) {
        if (locale == null || locale.isEmpty()) {
            return new NumberStyle(NONE, '.', percent);
        }
        DecimalFormatSymbols symbols = DecimalFormatSymbols.getInstance(Locale.forLanguageTag(locale));
        return new NumberStyle(symbols.getGroupingSeparator(), symbols.getDecimalSeparator(), percent);
    }

    /** @param locale a language tag, or nothing for digits with a point, as programs write them */
    public static NumberStyle of(@Nullable String locale) {
        return of(locale, null);
    }

    /** The number that the text writes, or null. */
    public @Nullable BigDecimal read(String text) {
        String rest = Blanks.strip(text);
        boolean bracketed = isLocal() && rest.startsWith("(") && rest.endsWith(")");
        if (bracketed) {
            rest = Blanks.strip(rest.substring(1, rest.length() - 1));
        }
        if (percent != null) {
            if (!rest.endsWith(PERCENT)) {
                return null;
            }
            rest = Blanks.strip(rest.substring(0, rest.length() - 1));
        }
        // A sign may stand before a currency or behind it, but there is one of each at most.
        boolean currencyFirst = !isSigned(rest);
        String signed = currencyFirst ? withoutCurrency(rest) : rest;
        if (!isSigned(signed)) {
            return number(signed, bracketed);
        }
        String unsigned = isLocal() ? Blanks.strip(signed.substring(1)) : signed.substring(1);
        return bracketed ? null : number(currencyFirst ? unsigned : withoutCurrency(unsigned), signed.charAt(0) == '-');
    }

    private static boolean isSigned(String text) {
        return text.startsWith("-") || text.startsWith("+");
    }

    private String withoutCurrency(String text) {
        if (isLocal() && percent == null) {
            for (String sign : CURRENCIES) {
                if (text.startsWith(sign)) {
                    return Blanks.strip(text.substring(sign.length()));
                }
                if (text.endsWith(sign)) {
                    return Blanks.strip(text.substring(0, text.length() - sign.length()));
                }
            }
        }
        return text;
    }

    private boolean isLocal() {
        return group != NONE;
    }

    private @Nullable BigDecimal number(String text, boolean negative) {
        int point = text.indexOf(decimal);
        String whole = withoutThousands(point < 0 ? text : text.substring(0, point));
        String decimals = point < 0 ? "" : text.substring(point + 1);
        boolean complete = point < 0 ? whole != null && !whole.isEmpty() : !decimals.isEmpty();
        if (whole == null || !complete || !areDigits(whole) || !areDigits(decimals)) {
            return null;
        }
        BigDecimal number = new BigDecimal((whole.isEmpty() ? "0" : whole) + (point < 0 ? "" : "." + decimals));
        BigDecimal meant = percent == Step.Percent.FRACTION ? number.movePointLeft(2) : number;
        return negative ? meant.negate() : meant;
    }

    /** The digits alone, or null where the thousands are not in threes. */
    private @Nullable String withoutThousands(String whole) {
        String written = withUsualSigns(whole);
        if (!isLocal() || written.indexOf(group) < 0) {
            return written;
        }
        String[] groups = written.split(Pattern.quote(String.valueOf(group)), -1);
        // A thousand never begins with 0: 0.500 is another locale's half, not five hundred.
        boolean inThrees = groups[0].matches("[1-9][0-9]{0,2}");
        for (int i = 1; i < groups.length; i++) {
            inThrees &= groups[i].length() == 3;
        }
        return inThrees ? String.join("", groups) : null;
    }

    /** Where the locale's sign is one that no keyboard has, the one that people type instead. */
    private String withUsualSigns(String whole) {
        if (Character.isSpaceChar(group)) {
            return whole.replace(' ', group).replace('\u00a0', group).replace('\u202f', group);
        }
        return group == '\u2019' ? whole.replace('\'', group) : whole;
    }

    private static boolean areDigits(String text) {
        return text.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}

package io.forja.jobs.clean;

import java.io.Serializable;
import java.math.BigDecimal;
import java.text.DecimalFormatSymbols;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How a number is written, and nothing else is one: digits 0 to 9, thousands in threes or not at all, at least one
 * digit behind a decimal sign. The one currency of the style may stand at one end; where the style is a locale's,
 * brackets may stand for a minus. Immutable.
 *
 * @param group the sign between thousands, or 0 for none
 * @param decimal the sign before the decimals
 * @param currency the signs and codes of the one currency that amounts may be in, the longest first; empty for none
 * @param percent what the percent sign means that every number has behind it, or null where none has it
 */
public record NumberStyle(char group, char decimal, List<String> currency, Step.@Nullable Percent percent)
        implements Serializable {

    private static final char NONE = 0;
    private static final String PERCENT = "%";

    public NumberStyle {
        currency = List.copyOf(currency);
    }

    /**
     * @param locale a language tag, or nothing for digits with a point, as programs write them
     * @param currency an ISO code, or null for the currency of the locale's country
     */
    static NumberStyle of(@Nullable String locale, @Nullable String currency, Step.@Nullable Percent percent) {
        Locale spoken = locale == null ? Locale.ROOT : Locale.forLanguageTag(locale);
        Optional<Currency> money = percent != null ? Optional.empty()
                : currency != null ? Optional.of(Currency.getInstance(currency)) : CurrencySign.ofCountry(spoken);
        List<String> signs = money.map(each -> CurrencySign.of(each, spoken)).orElse(List.of());
        if (locale == null || locale.isEmpty()) {
            return new NumberStyle(NONE, '.', signs, percent);
        }
        DecimalFormatSymbols symbols = DecimalFormatSymbols.getInstance(spoken);
        return new NumberStyle(symbols.getGroupingSeparator(), symbols.getDecimalSeparator(), signs, percent);
    }

    /** @param locale a language tag, or nothing for digits with a point, as programs write them */
    public static NumberStyle of(@Nullable String locale) {
        return of(locale, null, null);
    }

    /** The same with this sign of a currency and no other. */
    public NumberStyle in(CurrencySign sign) {
        return new NumberStyle(group, decimal, List.of(sign.text()), percent);
    }

    /** Whether the text is a number but for the currency that it is in. */
    public boolean readsInAnyCurrency(String text) {
        return read(text) != null || otherCurrency(text).isPresent();
    }

    /** The sign of another currency than the style's, where nothing else keeps the text from being a number. */
    public Optional<CurrencySign> otherCurrency(String text) {
        return percent != null ? Optional.empty()
                : CurrencySign.in(text).filter(sign -> !currency.contains(sign.text()) && in(sign).read(text) != null);
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
        for (String sign : currency) {
            if (text.startsWith(sign)) {
                return Blanks.strip(text.substring(sign.length()));
            }
            if (text.endsWith(sign)) {
                return Blanks.strip(text.substring(0, text.length() - sign.length()));
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

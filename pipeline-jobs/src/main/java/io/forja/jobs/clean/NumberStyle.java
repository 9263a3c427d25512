package io.forja.jobs.clean;

import java.io.Serializable;
import java.math.BigDecimal;
import java.text.DecimalFormatSymbols;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How a number is written, and nothing else is one: digits 0 to 9, thousands in threes or not at all, at least one
 * digit behind a decimal sign. The one currency of the style may stand at one end. A minus stands in front; where the
 * style is a locale's it may stand behind instead, and brackets may stand for it. Immutable.
 *
 * @param group the sign between thousands, or 0 for none
 * @param decimal the sign before the decimals
 * @param currency the signs and codes of the one currency that amounts may be in, the longest first; empty for none
 * @param percent what the percent sign means that every number has behind it, or null where none has it
 */
public record NumberStyle(char group, char decimal, List<String> currency, Step.@Nullable Percent percent)
        implements Serializable {

    private static final char NONE = 0;
    /** Three digits and the sign before them. */
    private static final int GROUP = 4;
    private static final Pattern EXPONENT = Pattern.compile("(.*[0-9])[eE]([-+]?[0-9]{1,3})");

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
        NumberText number = new NumberText(text, this);
        return value(number, number.digits(), 0);
    }

    /** The same where an exponent may stand behind the digits, as programs write real numbers: {@code 1.5E+10}. */
    public @Nullable BigDecimal readReal(String text) {
        NumberText number = new NumberText(text, this);
        String digits = number.digits();
        if (digits.indexOf('e') < 0 && digits.indexOf('E') < 0) {
            return value(number, digits, 0);
        }
        Matcher exponent = EXPONENT.matcher(digits);
        return exponent.matches() ? value(number, exponent.group(1), Integer.parseInt(exponent.group(2)))
                : null;
    }

    boolean isLocal() {
        return group != NONE;
    }

    private @Nullable BigDecimal value(NumberText text, String digits, int exponent) {
        if (text.hasPercent() != (percent != null)) {
            return null;
        }
        int point = digits.indexOf(decimal);
        String whole = withoutThousands(point < 0 ? digits : digits.substring(0, point));
        String decimals = point < 0 ? "" : digits.substring(point + 1);
        boolean complete = point < 0 ? whole != null && !whole.isEmpty() : !decimals.isEmpty();
        if (whole == null || !complete || !areDigits(whole) || !areDigits(decimals)) {
            return null;
        }
        BigDecimal number = new BigDecimal((whole.isEmpty() ? "0" : whole) + (point < 0 ? "" : "." + decimals));
        BigDecimal meant = percent == Step.Percent.FRACTION ? number.movePointLeft(2) : number;
        BigDecimal scaled = exponent == 0 ? meant : meant.scaleByPowerOfTen(exponent);
        return text.isNegative() ? scaled.negate() : scaled;
    }

    /** The digits alone, or null where the thousands are not in threes. */
    private @Nullable String withoutThousands(String whole) {
        String written = withUsualSigns(whole);
        int first = isLocal() ? written.indexOf(group) : -1;
        if (first < 0) {
            return written;
        }
        String digits = written.replace(String.valueOf(group), "");
        int behind = written.length() - first;
        // A thousand never begins with 0: 0.500 is another locale's half, not five hundred.
        boolean inThrees = first > 0 && first <= 3 && written.charAt(0) != '0' && behind % GROUP == 0
                && digits.length() == written.length() - behind / GROUP;
        for (int at = first; at < written.length(); at += GROUP) {
            inThrees &= written.charAt(at) == group;
        }
        return inThrees ? digits : null;
    }

    /** Where the locale's sign is one that no keyboard has, the one that people type instead. */
    private String withUsualSigns(String whole) {
        if (Character.isSpaceChar(group)) {
            return whole.replace(' ', group).replace('\u00a0', group).replace('\u202f', group)
                    .replace('\u2009', group);
        }
        return group == '\u2019' ? whole.replace('\'', group) : whole;
    }

    private static boolean areDigits(String text) {
        return text.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}

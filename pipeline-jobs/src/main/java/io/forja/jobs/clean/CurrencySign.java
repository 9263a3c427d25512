package io.forja.jobs.clean;

import java.io.Serializable;
import java.util.Currency;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A sign or an ISO code that says which currency an amount is in. A sign that several currencies have stands for the one
 * that Americans mean by it: {@code $} for USD, {@code ¥} for JPY. Immutable.
 *
 * @param text as it is written: {@code R$}, {@code €}, {@code BRL}
 * @param currency the ISO code of the currency
 */
public record CurrencySign(String text, String currency) implements Serializable {

    private static final Pattern WRITTEN = Pattern.compile("\\p{L}{0,3}\\p{Sc}|(?<!\\p{L})[A-Z]{3}(?!\\p{L})");
    /** Where signs are looked up: USD is $ in the first, US$ in the second. */
    private static final List<Locale> KNOWN = List.of(Locale.US, Locale.ROOT);

    /** All signs and codes that are known; made when the first one is looked for. */
    private static final class Known {
        private static final Map<String, String> CURRENCIES = new HashMap<>();

        static {
            for (Currency currency : Currency.getAvailableCurrencies()) {
                CURRENCIES.put(currency.getCurrencyCode(), currency.getCurrencyCode());
                KNOWN.forEach(locale ->
                        CURRENCIES.putIfAbsent(currency.getSymbol(locale), currency.getCurrencyCode()));
            }
        }
    }

    /** The first sign or code in a text, wherever it stands. */
    public static Optional<CurrencySign> in(String text) {
        Matcher written = WRITTEN.matcher(text);
        while (written.find()) {
            String currency = Known.CURRENCIES.get(written.group());
            if (currency != null) {
                return Optional.of(new CurrencySign(written.group(), currency));
            }
        }
        return Optional.empty();
    }

    /** True where other currencies have the same sign, so that it does not tell for certain which one is meant. */
    public boolean isShared() {
        return text.equals("$") || text.equals("\u00a5");
    }

    /** How a currency is written where the locale is spoken, the longest way first: {@code R$} and {@code BRL}. */
    static List<String> of(Currency currency, Locale locale) {
        Set<String> signs = new LinkedHashSet<>(List.of(currency.getCurrencyCode(), currency.getSymbol(locale)));
        KNOWN.forEach(known -> signs.add(currency.getSymbol(known)));
        return signs.stream().sorted((one, other) -> other.length() - one.length()).toList();
    }

    /** Whether it is what the locale's country pays with, so that a cast need not declare it. */
    public boolean isOf(String locale) {
        return ofCountry(Locale.forLanguageTag(locale)).filter(own -> own.getCurrencyCode().equals(currency)).isPresent();
    }

    /** The currency of the locale's country, if it names one. */
    static Optional<Currency> ofCountry(Locale locale) {
        try {
            return locale.getCountry().isEmpty() ? Optional.empty() : Optional.ofNullable(Currency.getInstance(locale));
        } catch (IllegalArgumentException noCountry) {
            return Optional.empty();
        }
    }
}

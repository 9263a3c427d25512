package io.forja.jobs.inspect;

import io.forja.jobs.clean.CurrencySign;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Which currencies the amounts of one column are in. Not thread-safe. */
final class CurrencyProfile {

    /** By their ISO codes. */
    private final Map<String, Amounts> currencies = new LinkedHashMap<>();

    /** The amounts in one currency. */
    private static final class Amounts {
        private final CurrencySign sign;
        private final String example;
        private long count;

        private Amounts(CurrencySign sign, String example) {
            this.sign = sign;
            this.example = example;
        }
    }

    /** The first sign or code in a text, which most numbers have not. */
    static Optional<CurrencySign> sign(String text) {
        boolean may = text.chars().anyMatch(c -> Character.isLetter(c) || Character.getType(c) == Character.CURRENCY_SYMBOL);
        return may ? CurrencySign.in(text) : Optional.empty();
    }

    void add(CurrencySign sign, String text, Place place) {
        currencies.computeIfAbsent(sign.currency(), absent -> new Amounts(sign, Text.quoted(text) + " in " + place)).count++;
    }

    /** The sign of the only currency that amounts are in, if they are in one. */
    Optional<CurrencySign> only() {
        return currencies.size() == 1 ? currencies.values().stream().map(amounts -> amounts.sign).findFirst()
                : Optional.empty();
    }

    boolean areSeveral() {
        return currencies.size() > 1;
    }

    /** How many amounts are in each currency, with an example. */
    String told() {
        return currencies.entrySet().stream()
                .map(each -> each.getValue().count + " in " + each.getKey() + " (" + each.getValue().example + ")")
                .collect(Collectors.joining(", "));
    }
}

package io.forja.jobs.clean;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A slow and obvious reading of numbers, to hold {@link Values} against: one expression for each way of writing. */
enum WrittenNumber {
    PLAIN("", "[-+]?([0-9]+(\\.[0-9]+)?|\\.[0-9]+)", "."),
    BRAZILIAN("pt-BR", local("\\.", ",", "R\\$|BRL"), ","),
    AMERICAN("en-US", local(",", "\\.", "US\\$|\\$|USD"), "."),
    BRITISH("en-GB", local(",", "\\.", "£|GBP"), "."),
    GERMAN("de-DE", local("\\.", ",", "€|EUR"), ",");

    final String locale;
    private final Pattern pattern;
    private final String decimal;

    WrittenNumber(String locale, String pattern, String decimal) {
        this.locale = locale;
        this.pattern = Pattern.compile(pattern);
        this.decimal = decimal;
    }

    /** A sign in front, a minus behind or brackets, and a currency at either end of the number or of all that. */
    private static String local(String group, String decimal, String currency) {
        String number = "(([0-9]+|[1-9][0-9]{0,2}(" + group + "[0-9]{3})+)(" + decimal + "[0-9]+)?|" + decimal + "[0-9]+)";
        String money = "(" + currency + ")";
        String amount = "((" + money + " *)?" + number + "|" + number + " *" + money + ")";
        String front = "[-+\u2212] *";
        String back = " *[-\u2212]";
        return String.join("|", amount, front + amount, money + " *" + front + number, amount + back,
                number + back + " *" + money, "\\( *" + amount + " *\\)", money + " *\\( *" + number + " *\\)",
                "\\( *" + number + " *\\) *" + money);
    }

    /** The number that a text is, or empty. */
    Optional<BigDecimal> read(String text) {
        String written = text.strip();
        Matcher matcher = pattern.matcher(written);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String digits = written.replaceAll("[^0-9" + Pattern.quote(decimal) + "]", "").replace(decimal, ".");
        BigDecimal number = new BigDecimal(digits);
        return Optional.of(written.matches(".*[-\u2212(].*") ? number.negate() : number);
    }
}

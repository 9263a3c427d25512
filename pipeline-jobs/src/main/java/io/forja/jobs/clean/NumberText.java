package io.forja.jobs.clean;

/**
 * A text that may be a number: what stands around the digits is taken off from the outside in, one of each at most, in
 * whatever order it stands. Used once, by one thread.
 */
final class NumberText {

    private static final char MINUS = '-';
    /** The minus of the typesetters, which some programs and locales write. */
    private static final char TRUE_MINUS = '\u2212';

    private final NumberStyle style;
    private String rest;
    private boolean signed;
    private boolean negative;
    private boolean priced;
    private boolean percent;

    NumberText(String text, NumberStyle style) {
        this.style = style;
        this.rest = Blanks.strip(text);
        boolean more = true;
        while (more && !isBare()) {
            more = takeSign() || takeBrackets() || takePercent() || takeCurrency();
        }
    }

    /** What is left: digits and the signs between them, if it is a number. */
    String digits() {
        return rest;
    }

    boolean isNegative() {
        return negative;
    }

    boolean hasPercent() {
        return percent;
    }

    private boolean isBare() {
        return rest.isEmpty() || isDigit(rest.charAt(0)) && isDigit(rest.charAt(rest.length() - 1));
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private boolean takeSign() {
        char first = rest.charAt(0);
        if (signed) {
            return false;
        }
        if (isMinus(first) || first == '+') {
            // Programs put nothing between a sign and its number.
            rest = style.isLocal() ? Blanks.strip(rest.substring(1)) : rest.substring(1);
            negative = first != '+';
            return signed = true;
        }
        if (style.isLocal() && isMinus(rest.charAt(rest.length() - 1))) {
            take(0, rest.length() - 1);
            return signed = negative = true;
        }
        return false;
    }

    private boolean isMinus(char c) {
        return c == MINUS || c == TRUE_MINUS && style.isLocal();
    }

    private boolean takeBrackets() {
        if (signed || !style.isLocal() || !rest.startsWith("(") || !rest.endsWith(")")) {
            return false;
        }
        take(1, rest.length() - 1);
        return signed = negative = true;
    }

    private boolean takePercent() {
        if (percent || style.percent() == null || !rest.endsWith("%")) {
            return false;
        }
        take(0, rest.length() - 1);
        return percent = true;
    }

    private boolean takeCurrency() {
        if (priced) {
            return false;
        }
        for (String sign : style.currency()) {
            if (rest.startsWith(sign)) {
                take(sign.length(), rest.length());
                return priced = true;
            }
            if (rest.endsWith(sign)) {
                take(0, rest.length() - sign.length());
                return priced = true;
            }
        }
        return false;
    }

    private void take(int from, int to) {
        rest = Blanks.strip(rest.substring(Math.min(from, to), to));
    }
}

package io.forja.core.yaml;

import java.math.BigInteger;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: {@code 500ms}, {@code 30s}, {@code 5m}, {@code 12h}, {@code 7d}. */
public final class Durations {

    static final String PATTERN = "^[0-9]+(ms|s|m|h|d)$";

    private static final Pattern WRITTEN = Pattern.compile("([0-9]+)(ms|s|m|h|d)");

    /** A hundred years: what is longer means "never", and leaves the range of dates. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private Durations() {}

    /**
     * @throws InvalidValueException when the text is no duration, or one of more than a hundred years
     */
    public static Duration parse(String text) {
        Matcher matcher = WRITTEN.matcher(text);
        if (!matcher.matches()) {
            throw new InvalidValueException("\"" + text + "\" is no duration",
                    "write a whole number and a unit, such as 500ms, 30s, 5m, 12h or 7d");
        }
        Duration unit = switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(1);
            case "s" -> Duration.ofSeconds(1);
            case "m" -> Duration.ofMinutes(1);
            case "h" -> Duration.ofHours(1);
            default -> Duration.ofDays(1);
        };
        BigInteger amount = new BigInteger(matcher.group(1));
        if (amount.compareTo(BigInteger.valueOf(LONGEST.dividedBy(unit))) > 0) {
            throw new InvalidValueException("\"" + text + "\" is longer than a hundred years",
                    "write at most " + format(LONGEST));
        }
        return unit.multipliedBy(amount.longValueExact());
    }

    /** The shortest way to write a duration, exact to the millisecond. */
    public static String format(Duration duration) {
        long millis = duration.toMillis();
        if (millis % 1000 != 0) {
            return millis + "ms";
        }
        long seconds = millis / 1000;
        if (seconds == 0 || seconds % 60 != 0) {
            return seconds + "s";
        }
        if (seconds % 3600 != 0) {
            return seconds / 60 + "m";
        }
        return seconds % 86_400 != 0 ? seconds / 3600 + "h" : seconds / 86_400 + "d";
    }
}

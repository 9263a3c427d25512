package io.forja.core.yaml;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: {@code 500ms}, {@code 30s}, {@code 5m}, {@code 12h}, {@code 7d}. */
public final class Durations {

    static final String PATTERN = "^[0-9]+(ms|s|m|h|d)$";

    private static final Pattern WRITTEN = Pattern.compile("([0-9]{1,12})(ms|s|m|h|d)");

    private Durations() {}

    public static Duration parse(String text) {
        Matcher matcher = WRITTEN.matcher(text.strip());
        if (!matcher.matches()) {
            throw new InvalidValueException("\"" + text + "\" is no duration",
                    "write a whole number and a unit, such as 500ms, 30s, 5m, 12h or 7d");
        }
        long amount = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofDays(amount);
        };
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

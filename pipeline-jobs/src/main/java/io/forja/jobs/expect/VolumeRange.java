package io.forja.jobs.expect;

import io.forja.core.yaml.Doc;
import io.forja.core.yaml.InvalidValueException;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How far the number of rows may be from the usual.
 *
 * @param percent of the usual number, up or down
 * @param runs so many of the last runs make the usual number, their mean
 */
@Doc(value = "A percentage, and the number of last runs whose mean it is of.", example = "20% of last 7")
public record VolumeRange(BigDecimal percent, int runs) {

    private static final Pattern WRITTEN =
            Pattern.compile("(?:within\\s+)?([0-9]+(?:\\.[0-9]+)?)\\s*%\\s+of\\s+last\\s+([0-9]{1,3})");
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

    /**
     * @throws InvalidValueException when it is no such range
     */
    public static VolumeRange parse(String text) {
        Matcher written = WRITTEN.matcher(text.strip());
        if (!written.matches() || Integer.parseInt(written.group(2)) == 0) {
            throw new InvalidValueException("\"" + text + "\" is no range of a number of rows",
                    "write a percentage and how many runs it is of, such as 20% of last 7");
        }
        return new VolumeRange(new BigDecimal(written.group(1)), Integer.parseInt(written.group(2)));
    }

    /** True for a number of rows that is not further from the usual than allowed; the bounds belong to the range. */
    boolean holds(long rows, BigDecimal usual) {
        BigDecimal off = BigDecimal.valueOf(rows).subtract(usual).abs();
        return off.multiply(HUNDRED).compareTo(usual.multiply(percent)) <= 0;
    }

    /** As it is written in YAML. */
    @Override
    public String toString() {
        return percent.toPlainString() + "% of last " + runs;
    }
}

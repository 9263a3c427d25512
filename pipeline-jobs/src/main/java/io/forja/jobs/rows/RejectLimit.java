package io.forja.jobs.rows;

import io.forja.core.yaml.Doc;
import io.forja.core.yaml.InvalidValueException;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many rows may be rejected before the job fails.
 *
 * @param most the number, or the percentage
 * @param isShare true where it is a percentage of the rows read
 */
@Doc(value = "A number of rows, or a percentage of the rows read.", example = "1%")
public record RejectLimit(BigDecimal most, boolean isShare) {

    private static final Pattern WRITTEN = Pattern.compile("([0-9]+)|([0-9]+(?:\\.[0-9]+)?)\\s*%");
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

    /**
     * @throws InvalidValueException when it is neither
     */
    public static RejectLimit parse(String text) {
        Matcher written = WRITTEN.matcher(text.strip());
        if (!written.matches()) {
            throw new InvalidValueException("\"" + text + "\" is no number of rows and no percentage",
                    "write one such as 100 or 1%");
        }
        boolean isShare = written.group(2) != null;
        BigDecimal most = new BigDecimal(isShare ? written.group(2) : written.group(1));
        if (isShare && most.compareTo(HUNDRED) > 0) {
            throw new InvalidValueException("more than 100% of the rows cannot be rejected", "write 100% or less");
        }
        return new RejectLimit(most, isShare);
    }

    boolean isExceeded(long rejected, long read) {
        return isShare
                ? BigDecimal.valueOf(rejected).multiply(HUNDRED).compareTo(most.multiply(BigDecimal.valueOf(read))) > 0
                : BigDecimal.valueOf(rejected).compareTo(most) > 0;
    }

    /** As it is written in YAML. */
    @Override
    public String toString() {
        return most.toPlainString() + (isShare ? "%" : "");
    }
}

package io.forja.jobs.check;

import io.forja.core.yaml.Doc;
import io.forja.core.yaml.InvalidValueException;
import io.forja.core.yaml.Short;
import org.jspecify.annotations.Nullable;

@Short("exactly")
@Doc("How many there have to be: a number, or bounds.")
public record Count(
        @Doc("So many.") @Nullable Long exactly,
        @Doc("At least so many.") @Nullable Long min,
        @Doc("At most so many.") @Nullable Long max) {

    public Count {
        if (exactly == null && min == null && max == null) {
            throw new InvalidValueException("no number stands here", "write a number, or min: and max:");
        }
        if (exactly != null && (min != null || max != null)) {
            throw new InvalidValueException("a number and bounds cannot both hold", "keep exactly, or min and max");
        }
        if (min != null && max != null && min > max) {
            throw new InvalidValueException("min", min + " is more than max, " + max, "swap them");
        }
    }

    boolean holds(long number) {
        return (exactly == null || number == exactly) && (min == null || number >= min) && (max == null || number <= max);
    }

    @Override
    public String toString() {
        if (exactly != null) {
            return String.valueOf(exactly);
        }
        return min == null ? "at most " + max : max == null ? "at least " + min : min + " to " + max;
    }
}

package io.forja.core.definition;

import io.forja.core.yaml.InvalidValueException;
import java.time.LocalDateTime;
import java.util.Optional;

/** A cron expression over a wall clock without a zone; {@link Timetable} puts it into one. Immutable. */
public interface Cron {

    /** The first matching time strictly after the given one, or empty when there is none. */
    Optional<LocalDateTime> nextAfter(LocalDateTime time);

    /**
     * True where the expression has every hour of a day (its hour field is a wildcard, 0-23 or a step of 1): such a
     * schedule follows elapsed time through a change of clocks, any other one keeps to its wall time. A step of more
     * hours names its hours: it would lose one in the gap.
     */
    boolean everyHour();

    /** Reads expressions; the clock that fires them is the one that reads them. */
    @FunctionalInterface
    interface Syntax {

        /**
         * @throws InvalidValueException when the text is no cron expression
         */
        Cron parse(String text);
    }
}

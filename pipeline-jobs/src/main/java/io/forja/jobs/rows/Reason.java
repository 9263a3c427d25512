package io.forja.jobs.rows;

import java.io.Serializable;
import java.util.Optional;

/**
 * Why rows leave by an exit.
 *
 * @param text what holds for all of them, in one clause
 * @param detail what a single value tells beyond that
 */
public record Reason(String text, Detail detail) implements Serializable {

    /** Says more of some values at fault than that they are. Asked in the tasks that write, for such rows alone. */
    @FunctionalInterface
    public interface Detail extends Serializable {

        /** A clause about the value as it came, or empty where there is nothing to add. */
        Optional<String> of(String value);
    }

    /** A reason that is the same for every value. */
    public Reason(String text) {
        this(text, value -> Optional.empty());
    }

    /** What is said of a row with this value. */
    String about(String value) {
        return detail.of(value).map(more -> text + ": " + more).orElse(text);
    }
}

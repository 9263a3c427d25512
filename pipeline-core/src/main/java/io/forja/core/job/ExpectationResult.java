package io.forja.core.job;

import org.jspecify.annotations.Nullable;

/**
 * What became of one expectation of a job that went on.
 *
 * @param expectation the expectation as it is declared, in a few words
 * @param met whether it held
 * @param rows the rows for which it did not; 0 where it is about all of them together
 * @param found what was found instead, or null where it held
 */
public record ExpectationResult(String expectation, boolean met, long rows, @Nullable String found) {

    public static ExpectationResult met(String expectation) {
        return new ExpectationResult(expectation, true, 0, null);
    }
}

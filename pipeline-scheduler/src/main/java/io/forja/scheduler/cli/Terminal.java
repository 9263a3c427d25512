package io.forja.scheduler.cli;

import java.io.BufferedReader;
import java.io.PrintStream;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where a command writes.
 *
 * @param out what was asked for
 * @param err progress and errors
 * @param outIsScreen true where a person reads {@code out} on a screen: colours are allowed
 * @param errIsScreen true where a person reads {@code err} on a screen: colours, and lines that change in place
 * @param colours false where the user wants none
 * @param refresh how often a live display looks again
 * @param in where a person answers, or null where nobody is there
 */
public record Terminal(
        PrintStream out, PrintStream err, boolean outIsScreen, boolean errIsScreen, boolean colours,
        Duration refresh, @Nullable BufferedReader in) {

    /** Neither stream is a screen. */
    public static Terminal plain(PrintStream out, PrintStream err) {
        return new Terminal(out, err, false, false, false, Duration.ofMillis(200), null);
    }

    boolean outColours() {
        return outIsScreen && colours;
    }

    boolean errColours() {
        return errIsScreen && colours;
    }
}

package io.forja.scheduler.cli;

import java.io.PrintStream;
import java.time.Duration;

/**
 * Where a command writes.
 *
 * @param out what was asked for
 * @param err progress and errors
 * @param outIsScreen true where a person reads {@code out} on a screen: colours are allowed
 * @param errIsScreen true where a person reads {@code err} on a screen: colours, and lines that change in place
 * @param colours false where the user wants none
 * @param refresh how often a live display looks again
 */
public record Terminal(
        PrintStream out, PrintStream err, boolean outIsScreen, boolean errIsScreen, boolean colours,
        Duration refresh) {

    /** Neither stream is a screen. */
    public static Terminal plain(PrintStream out, PrintStream err) {
        return new Terminal(out, err, false, false, false, Duration.ofMillis(200));
    }

    boolean outColours() {
        return outIsScreen && colours;
    }

    boolean errColours() {
        return errIsScreen && colours;
    }
}

package io.forja.jobs.csv;

import java.util.Optional;

/** Control characters that end rows in files without line feeds, as some databases write them. */
public final class LineSeparators {
    /** The one that is made for it comes first; any other may stand in a text once. */
    private static final String KNOWN = "\u001e\u001d\u001c\u000b\f";
    private static final int BY_ACCIDENT = 1;

    private LineSeparators() {}

    /** The character that ends the rows of a text, where it has neither line feeds nor carriage returns. */
    public static Optional<Character> in(String text) {
        if (text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0) {
            return Optional.empty();
        }
        return KNOWN.chars().mapToObj(c -> (char) c)
                .filter(c -> text.chars().filter(each -> each == c).count() > (c == KNOWN.charAt(0) ? 0 : BY_ACCIDENT))
                .findFirst();
    }
}

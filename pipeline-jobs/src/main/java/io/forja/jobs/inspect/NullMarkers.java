package io.forja.jobs.inspect;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** The texts by which one column says that there is no value. Not thread-safe. */
final class NullMarkers {

    /** These mean nothing else, in any column. */
    private static final Set<String> SURE = Set.of("null", "\\n", "#nulo#", "#null#", "(null)", "#n/a", "#n/d", "<null>");
    /** These may be values of a column of texts. */
    private static final Set<String> POSSIBLE =
            Set.of("na", "n/a", "n/d", "nd", "n.d.", "-", "--", "nan", "none", "nulo", "?", "s/d");
    private static final int LONGEST = 6;

    /** What one marker was seen as: bare it may be declared, in quotes or between blanks it is a text like any other. */
    private static final class Seen {
        private long bare;
        private long dressed;
    }

    private final Map<String, Seen> seen = new LinkedHashMap<>();

    static boolean isMarker(String text) {
        // Nearly all short texts are numbers, which are no markers.
        return !text.isEmpty() && text.length() <= LONGEST && !Character.isDigit(text.charAt(0))
                && (isSure(text) || POSSIBLE.contains(folded(text)));
    }

    static boolean isSure(String text) {
        return SURE.contains(folded(text));
    }

    private static String folded(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    /** @param bare whether the field has neither quotes nor blanks around the marker */
    void add(String marker, boolean bare) {
        Seen counts = seen.computeIfAbsent(marker, m -> new Seen());
        counts.bare += bare ? 1 : 0;
        counts.dressed += bare ? 0 : 1;
    }

    /** The markers that the file's null values can name. */
    List<String> bare() {
        return named(counts -> counts.bare > 0);
    }

    /** Those that only a step can take out. */
    List<String> dressed() {
        return named(counts -> counts.dressed > 0);
    }

    long bare(String marker) {
        Seen counts = seen.get(marker);
        return counts == null ? 0 : counts.bare;
    }

    private List<String> named(Predicate<Seen> wanted) {
        List<String> names = new ArrayList<>();
        seen.forEach((marker, counts) -> {
            if (wanted.test(counts)) {
                names.add(marker);
            }
        });
        return names;
    }
}

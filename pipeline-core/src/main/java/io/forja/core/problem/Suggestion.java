package io.forja.core.problem;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** "Did you mean": the known name that is nearest to a mistyped one. */
public final class Suggestion {

    /** More names than this help nobody. */
    private static final int MOST_NAMES = 15;

    private Suggestion() {}

    /** The nearest name, at most one edit away for each three letters of the text, case aside. */
    public static Optional<String> closest(String text, Collection<String> known) {
        String wanted = text.toLowerCase(Locale.ROOT);
        int limit = (wanted.length() + 1) / 3;
        return known.stream()
                .filter(name -> distance(wanted, name.toLowerCase(Locale.ROOT)) <= limit)
                .min(Comparator.<String>comparingInt(name -> distance(wanted, name.toLowerCase(Locale.ROOT)))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** A remedy for an unknown name: the nearest one, or all of them. */
    public static String remedy(String text, Collection<String> known) {
        return closest(text, known)
                .map(name -> "did you mean \"" + name + "\"?")
                .orElseGet(() -> known.isEmpty() ? "remove it" : "write one of " + list(known));
    }

    private static String list(Collection<String> known) {
        List<String> names = known.stream().sorted().toList();
        return names.size() <= MOST_NAMES
                ? String.join(", ", names)
                : String.join(", ", names.subList(0, MOST_NAMES)) + " and " + (names.size() - MOST_NAMES) + " more";
    }

    /** Edits (insert, delete, replace, swap of neighbours) that turn one text into the other. */
    private static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    d[i][j] = i + j;
                    continue;
                }
                int replaced = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                d[i][j] = Math.min(Math.min(d[i - 1][j] + 1, d[i][j - 1] + 1), d[i - 1][j - 1] + replaced);
                boolean swapped = i > 1 && j > 1
                        && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                if (swapped) {
                    d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
                }
            }
        }
        return d[a.length()][b.length()];
    }
}

package io.forja.jobs.inspect;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The last rows of a file, among which reports write what is no row of the table: a total, a source, a date of print. Not
 * thread-safe.
 */
final class LastRows {

    private static final Pattern TOTAL =
            Pattern.compile("(?i)(?:(?:sub-?|grand |valor )?total(?: geral)?|totais|gesamt(?:summe)?|soma|suma|sum)[ :]*");
    private static final int KEPT = 3;
    private static final int WIDE = 3;

    private final String[][] texts;
    private final Place[] places = new Place[KEPT];
    private long rows;
    /** Rows with one value alone, which are common where columns are mostly blank. */
    private long lonely;

    LastRows(int width) {
        texts = new String[KEPT][width];
    }

    /** Begins the next row. */
    void next(Place place) {
        finish();
        places[(int) (rows++ % KEPT)] = place;
    }

    /** @param text empty where there is no value */
    void set(int column, String text) {
        texts[last()][column] = text;
    }

    private int last() {
        return (int) ((rows - 1) % KEPT);
    }

    private void finish() {
        if (rows > 0 && isLonely(texts[last()])) {
            lonely++;
        }
    }

    private static boolean isLonely(String[] row) {
        return row.length >= WIDE && filled(row).count() == 1;
    }

    private static Stream<String> filled(String[] row) {
        return Stream.of(row).filter(text -> text != null && !text.isEmpty());
    }

    /** A number alone may be the key of a row without values. */
    private static boolean hasLetters(String text) {
        return text.chars().anyMatch(Character::isLetter);
    }

    /** The texts that tell that a row is none of the table, each with its place. */
    List<String> strangers() {
        finish();
        List<String> strangers = new ArrayList<>();
        for (long row = Math.max(0, rows - KEPT); row < rows; row++) {
            String[] values = texts[(int) (row % KEPT)];
            Place place = places[(int) (row % KEPT)];
            boolean isAlone = lonely <= KEPT && isLonely(values);
            filled(values).filter(text -> TOTAL.matcher(text).matches() || isAlone && hasLetters(text)).findFirst()
                    .ifPresent(text -> strangers.add(Text.quoted(text) + " in " + place));
        }
        return strangers;
    }
}

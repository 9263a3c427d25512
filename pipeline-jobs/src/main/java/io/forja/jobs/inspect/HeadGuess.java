package io.forja.jobs.inspect;

import io.forja.core.inspect.Guess;
import io.forja.jobs.clean.NumberStyle;
import io.forja.jobs.inspect.Trial.Entry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * What stands above the rows: lines that belong to no row, and a header.
 *
 * @param names the header as it is written, or the names that the columns are given
 */
record HeadGuess(Guess<Integer> skipLines, Guess<Boolean> header, List<String> names, List<String> warnings) {

    private static final int LOOKED_AT = 500;
    private static final int MOST_TITLES = 10;
    private static final NumberStyle POINT = NumberStyle.of("en-US");
    private static final NumberStyle COMMA = NumberStyle.of("pt-BR");

    private enum Kind {
        BLANK, NUMBER, DATE, TEXT
    }

    static HeadGuess of(Trial trial) {
        List<Entry> entries = trial.entries();
        int width = trial.width();
        int first = 0;
        while (first < entries.size() - 1 && !startsTable(entries, first, width)) {
            first++;
        }
        Entry top = entries.get(first);
        Entry above = first == 0 ? null : entries.get(first - 1);
        List<Entry> rows = entries.subList(first, Math.min(entries.size(), first + LOOKED_AT));
        if (above != null && isUnevenHeader(above, width) && !namesColumns(rows, width, trial.complete()).value()) {
            return uneven(above, top, width);
        }
        Guess<Boolean> header = header(rows, width, trial.complete());
        int skipped = (int) (top.line() - 1);
        Guess<Integer> skipLines = new Guess<>(skipped, skipped == 0 ? "the first line belongs to the table"
                : "above line " + top.line() + " stands " + Text.quoted(String.join(trial.format().delimiter(),
                        entries.get(0) == top ? List.of("") : entries.get(0).texts())) + ", which is no row");
        List<String> names = header.value() ? top.texts() : numbered(width);
        return new HeadGuess(skipLines, header, names, List.of());
    }

    /** A record of the usual width that is no title padded with delimiters, as spreadsheets write them. */
    private static boolean startsTable(List<Entry> entries, int at, int width) {
        Entry entry = entries.get(at);
        boolean title = width > 2 && entry.filled() <= Math.max(1, width / 4)
                && entries.subList(at + 1, Math.min(entries.size(), at + MOST_TITLES)).stream()
                        .anyMatch(later -> later.size() == width && later.filled() > entry.filled() + 1);
        return entry.size() == width && !title;
    }

    private static boolean isUnevenHeader(Entry entry, int width) {
        List<String> named = entry.texts().stream().filter(text -> !text.isBlank()).toList();
        return width > 2 && named.size() >= Math.max(2, width * 0.6)
                && named.stream().allMatch(text -> kind(text) == Kind.TEXT)
                && new HashSet<>(named).size() == named.size();
    }

    /** The header has more or fewer fields than the rows, which are many: its names serve, and it is passed over. */
    private static HeadGuess uneven(Entry header, Entry top, int width) {
        List<String> names = new ArrayList<>(header.texts().subList(0, Math.min(width, header.size())));
        for (int column = names.size(); column < width; column++) {
            names.add("");
        }
        return new HeadGuess(new Guess<>((int) (top.line() - 1), "the header in line " + header.line()
                + " is passed over: it has " + Text.count(header.size(), "field") + ", the rows have " + width),
                new Guess<>(false, "the header does not fit the rows, so its names stand in columns"),
                unique(names), List.of("the header has " + Text.count(header.size(), "field") + " and the rows have "
                        + width + ": look whether each name stands for the right column"));
    }

    private static List<String> numbered(int width) {
        return IntStream.rangeClosed(1, width).mapToObj(column -> "column_" + column).toList();
    }

    /** The names, none blank and none twice. */
    private static List<String> unique(List<String> names) {
        Set<String> taken = new HashSet<>();
        List<String> unique = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            String wanted = names.get(i).isBlank() ? "column_" + (i + 1) : names.get(i).strip();
            String name = wanted;
            for (int suffix = 2; !taken.add(name.toLowerCase(Locale.ROOT)); suffix++) {
                name = wanted + "_" + suffix;
            }
            unique.add(name);
        }
        return unique;
    }

    /** The first row may stand again where files were joined, which is no sign that it is a row like any other. */
    private static Guess<Boolean> header(List<Entry> rows, int width, boolean complete) {
        Entry top = rows.get(0);
        List<Entry> others = rows.stream().filter(row -> row == top || !row.texts().equals(top.texts())).toList();
        return others.size() < rows.size() && width > 1 && standsAbove(others, width).isPresent()
                ? namesColumns(others, width, complete) : namesColumns(rows, width, complete);
    }

    /** Says which text of the first row stands above numbers or dates, as a name does. */
    private static Optional<String> standsAbove(List<Entry> rows, int width) {
        for (int column = 0; column < width; column++) {
            Kind below = below(rows, column);
            String text = rows.get(0).texts().get(column).strip();
            if ((below == Kind.NUMBER || below == Kind.DATE) && kind(text) == Kind.TEXT) {
                return Optional.of(Text.quoted(text) + " stands above " + (below == Kind.NUMBER ? "numbers" : "dates"));
            }
        }
        return Optional.empty();
    }

    /** Whether the first row names columns: texts above numbers and dates do, a value like those below does not. */
    private static Guess<Boolean> namesColumns(List<Entry> rows, int width, boolean complete) {
        Optional<String> above = standsAbove(rows, width);
        if (above.isPresent()) {
            return new Guess<>(true, above.get());
        }
        Entry top = rows.get(0);
        String alike = "";
        for (int column = 0; column < width; column++) {
            Kind below = below(rows, column);
            String text = top.texts().get(column).strip();
            if (below == Kind.NUMBER || below == Kind.DATE) {
                if (kind(text) == below && alike.isEmpty()) {
                    alike = Text.quoted(text) + " in the first line is one of the "
                            + (below == Kind.NUMBER ? "numbers" : "dates") + " of its column";
                }
            } else if (below == Kind.TEXT && alike.isEmpty() && text.length() > 0 && isRepeated(rows, column, text)) {
                alike = Text.quoted(text) + " in the first line is a value of further rows";
            }
        }
        if (!alike.isEmpty()) {
            return new Guess<>(false, alike);
        }
        if (rows.size() == 1) {
            return new Guess<>(true, complete ? "there is one line alone" : "a guess: the row below it is too long to tell");
        }
        return new Guess<>(true, "a guess: the texts of the first line stand in no other row");
    }

    private static Kind below(List<Entry> rows, int column) {
        Kind common = Kind.BLANK;
        for (Entry row : rows.subList(1, rows.size())) {
            if (row.size() <= column) {
                continue;
            }
            String text = row.texts().get(column).strip();
            Kind kind = NullMarkers.isMarker(text) ? Kind.BLANK : kind(text);
            if (kind != Kind.BLANK && common != Kind.BLANK && kind != common) {
                return Kind.TEXT;
            }
            common = kind == Kind.BLANK ? common : kind;
        }
        return common;
    }

    private static boolean isRepeated(List<Entry> rows, int column, String text) {
        return rows.subList(1, rows.size()).stream()
                .anyMatch(row -> row.size() > column && row.texts().get(column).strip().equals(text));
    }

    private static Kind kind(String text) {
        if (text.isBlank()) {
            return Kind.BLANK;
        }
        if (POINT.readsInAnyCurrency(text) || COMMA.readsInAnyCurrency(text)) {
            return Kind.NUMBER;
        }
        return DateShapes.of(text).isEmpty() ? Kind.TEXT : Kind.DATE;
    }
}

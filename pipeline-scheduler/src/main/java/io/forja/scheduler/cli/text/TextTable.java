package io.forja.scheduler.cli.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A table for people: columns aligned by what a terminal shows, no space at a line's end. Control characters are
 * written out, so that no value can move the cursor or change the terminal. Not thread-safe.
 */
public final class TextTable {

    private static final String GAP = "  ";

    /** @param right true for numbers, which align at their last digit */
    public record Column(String title, boolean right) {

        public static Column left(String title) {
            return new Column(title, false);
        }

        public static Column right(String title) {
            return new Column(title, true);
        }
    }

    /** A text and its colour. */
    public record Cell(String text, Paint paint) {
        public Cell {
            text = visible(text);
        }
    }

    private final List<Column> columns;
    private final List<List<Cell>> rows = new ArrayList<>();

    public TextTable(Column... columns) {
        this(Arrays.asList(columns));
    }

    public TextTable(List<Column> columns) {
        this.columns = columns.stream().map(column -> new Column(visible(column.title()), column.right())).toList();
    }

    /** @param cells one for each column: a {@link Cell}, or anything by its text */
    public TextTable row(Object... cells) {
        if (cells.length != columns.size()) {
            throw new IllegalArgumentException(cells.length + " cells for " + columns.size() + " columns");
        }
        rows.add(Arrays.stream(cells)
                .map(cell -> cell instanceof Cell made ? made : new Cell(String.valueOf(cell), Paint.PLAIN))
                .toList());
        return this;
    }

    /** The titles and the rows, a line each. */
    public List<String> lines(boolean colours) {
        int[] widths = widths();
        List<String> lines = new ArrayList<>();
        lines.add(line(titles(), widths, colours));
        rows.forEach(row -> lines.add(line(row, widths, colours)));
        return lines;
    }

    private List<Cell> titles() {
        return columns.stream().map(column -> new Cell(column.title(), Paint.STRONG)).toList();
    }

    private int[] widths() {
        int[] widths = new int[columns.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = DisplayWidth.of(columns.get(i).title());
            for (List<Cell> row : rows) {
                widths[i] = Math.max(widths[i], DisplayWidth.of(row.get(i).text()));
            }
        }
        return widths;
    }

    private String line(List<Cell> cells, int[] widths, boolean colours) {
        StringBuilder line = new StringBuilder();
        StringBuilder spaces = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            Cell cell = cells.get(i);
            String padding = " ".repeat(widths[i] - DisplayWidth.of(cell.text()));
            if (columns.get(i).right()) {
                spaces.append(padding);
            }
            // Spaces are written once something follows them: a line never ends with one.
            if (!cell.text().isEmpty()) {
                line.append(spaces).append(cell.paint().on(cell.text(), colours));
                spaces.setLength(0);
            }
            if (!columns.get(i).right()) {
                spaces.append(padding);
            }
            spaces.append(GAP);
        }
        return line.toString().stripTrailing();
    }

    /** The text in one line, control characters as Java writes them. */
    public static String visible(String text) {
        StringBuilder visible = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            switch (c) {
                case '\n' -> visible.append("\\n");
                case '\r' -> visible.append("\\r");
                case '\t' -> visible.append("\\t");
                default -> {
                    if (Character.isISOControl(c)) {
                        visible.append(String.format("\\u%04x", c));
                    } else {
                        visible.appendCodePoint(c);
                    }
                }
            }
        });
        return visible.toString();
    }
}

package io.forja.jobs.csv;

import static io.forja.jobs.csv.Arguments.require;
import static io.forja.jobs.csv.Arguments.shown;

import java.io.Serializable;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How the CSV files are written. Immutable.
 *
 * <ul>
 * <li>A quote counts only as the first character of a field; elsewhere it is text. Quoted fields may hold delimiters
 *     and row ends.
 * <li>A row ends with the line separator that is declared. Without one it ends with LF or CRLF, and another CR is text.
 *     Where the first 64 KB of the file, outside quotes, hold a lone CR and no LF, a lone CR ends a row too. The last row
 *     needs no row end.
 * <li>Lines without any character, outside quotes, are left out; they count as lines but not as rows.
 * <li>Blanks around a field belong to the field.
 * </ul>
 *
 * @param delimiter  one or more characters between two fields; no row end, no quote, no escape
 * @param quotes     how fields are quoted
 * @param charset    the character set; a byte order mark of its own at the start is skipped, one of another is an error
 * @param heading    what stands above the rows
 * @param nullValues the texts of unquoted fields that mean NULL; a quoted field is never NULL
 * @param lineSeparator the only character that ends a row, an ASCII one; null where rows end with LF, CRLF or CR
 */
public record CsvFormat(
        String delimiter, Quotes quotes, CsvCharset charset, Heading heading, List<String> nullValues,
        @Nullable Character lineSeparator)
        implements Serializable {

    /** Comma, double quotes, UTF-8, a header, and an unquoted empty field means NULL. */
    public static final CsvFormat STANDARD =
            new CsvFormat(",", Quotes.DOUBLED, CsvCharset.UTF_8, Heading.FIRST_LINE, List.of(""));

    /** @throws IllegalArgumentException where the parts cannot be told apart, or the charset lacks the delimiter */
    public CsvFormat {
        nullValues = List.copyOf(nullValues);
        require(!delimiter.isEmpty(), "delimiter is empty: write the character or characters between two fields");
        require(delimiter.chars().noneMatch(c -> c == '\n' || c == '\r' || c == 0),
                "delimiter " + shown(delimiter) + " holds a row end or a NUL, which cannot separate fields");
        require(!quotes.uses(delimiter),
                "delimiter " + shown(delimiter) + " holds the quote or escape character: they must differ");
        require(charset.parsed().newEncoder().canEncode(delimiter),
                "delimiter " + shown(delimiter) + " does not exist in charset " + charset.label());
        if (lineSeparator != null) {
            String separator = lineSeparator.toString();
            require(lineSeparator > 0 && lineSeparator < 0x80,
                    "lineSeparator " + shown(separator) + " is none: write an ASCII character");
            require(!delimiter.contains(separator) && !quotes.uses(separator),
                    "lineSeparator " + shown(separator) + " is the delimiter, the quote or the escape: they must differ");
        }
    }

    /** Rows that end as lines do. */
    public CsvFormat(String delimiter, Quotes quotes, CsvCharset charset, Heading heading, List<String> nullValues) {
        this(delimiter, quotes, charset, heading, nullValues, null);
    }

    public CsvFormat withLineSeparator(@Nullable Character other) {
        return new CsvFormat(delimiter, quotes, charset, heading, nullValues, other);
    }

    public CsvFormat withDelimiter(String other) {
        return new CsvFormat(other, quotes, charset, heading, nullValues, lineSeparator);
    }

    public CsvFormat withQuotes(Quotes other) {
        return new CsvFormat(delimiter, other, charset, heading, nullValues, lineSeparator);
    }

    public CsvFormat withCharset(CsvCharset other) {
        return new CsvFormat(delimiter, quotes, other, heading, nullValues, lineSeparator);
    }

    public CsvFormat withHeading(Heading other) {
        return new CsvFormat(delimiter, quotes, charset, other, nullValues, lineSeparator);
    }

    public CsvFormat withNullValues(List<String> other) {
        return new CsvFormat(delimiter, quotes, charset, heading, other, lineSeparator);
    }

    /**
     * How fields are quoted.
     *
     * @param quote  an ASCII character, or null where quotes are text like any other
     * @param escape an ASCII character that, within quotes, makes the quote or itself after it plain text (before
     *               anything else it is text); null, or the quote itself, where a quote is written twice instead
     */
    public record Quotes(@Nullable Character quote, @Nullable Character escape) implements Serializable {
        public static final Quotes NONE = new Quotes(null, null);
        public static final Quotes DOUBLED = new Quotes('"', null);

        /** @throws IllegalArgumentException where a character cannot serve, or there is an escape without a quote */
        public Quotes {
            require(quote == null || usable(quote),
                    "quote must be a visible ASCII character or a blank, not " + shown("" + quote));
            require(escape == null || usable(escape),
                    "escape must be a visible ASCII character or a blank, not " + shown("" + escape));
            require(escape == null || quote != null,
                    "escape " + shown("" + escape) + " has no meaning without a quote character: leave it out");
            if (escape != null && escape.equals(quote)) {
                escape = null;
            }
        }

        private boolean uses(String text) {
            return quote != null && text.indexOf(quote) >= 0 || escape != null && text.indexOf(escape) >= 0;
        }

        private static boolean usable(char c) {
            return c >= ' ' && c < 0x7F;
        }
    }

    /**
     * What stands above the rows, and what the columns are called.
     *
     * @param header    whether the first record names the columns
     * @param skipLines how many physical lines stand before it (or before the first row), at least 0; quotes mean
     *                  nothing there
     * @param columns   without a header, the names of the columns in their order (null: {@code _c1}, {@code _c2}, ...);
     *                  with one, the columns that must be there, in the order wanted (null: as the file has them)
     */
    public record Heading(boolean header, int skipLines, @Nullable List<String> columns) implements Serializable {
        public static final Heading FIRST_LINE = new Heading(true, 0, null);
        public static final Heading NONE = new Heading(false, 0, null);

        /** @throws IllegalArgumentException where skipLines is negative, or columns are none, blank or repeated */
        public Heading {
            require(skipLines >= 0, "skipLines is " + skipLines + ": it must be 0 or more");
            if (columns != null) {
                columns = List.copyOf(columns);
                require(!columns.isEmpty(), "columns is an empty list: name at least one, or leave it out");
                Set<String> seen = new HashSet<>();
                for (String column : columns) {
                    require(!column.isBlank(), "columns holds a blank name");
                    require(seen.add(column.toLowerCase(Locale.ROOT)),
                            "columns names \"" + column + "\" twice (upper and lower case are the same column)");
                }
            }
        }

        /** No header: these are the columns, in their order. */
        public static Heading columns(String... names) {
            return new Heading(false, 0, List.of(names));
        }
    }
}

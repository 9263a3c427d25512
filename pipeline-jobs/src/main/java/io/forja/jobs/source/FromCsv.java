package io.forja.jobs.source;

import io.forja.core.yaml.Default;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.InvalidValueException;
import io.forja.core.yaml.Required;
import io.forja.jobs.csv.CsvCharset;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Doc("CSV files. Every column is text; `clean` gives it a type. A newline inside quotes is part of its value.")
public record FromCsv(
        @Doc(value = "A file, a folder or a glob, or a list of them; relative to the project's folder.",
                        example = "data/vendas.csv")
                @Required List<String> csv,
        @Doc("Whether the first row names the columns. A later row that is written just like the header, as in files"
                        + " that were joined, is not well-formed. Of several files one without a single byte gives no rows, and a note.")
                @Default("true") boolean header,
        @Doc("What separates the fields.") @Default("\",\"") String delimiter,
        @Doc("The sign around fields that hold delimiters or newlines; empty for none.") @Default("'\"'") String quote,
        @Doc(value = "The sign before a quote that is part of the value; by default such a quote is doubled.",
                        example = "\"\\\\\"")
                @Nullable String escape,
        @Doc("The encoding, such as UTF-8, ISO-8859-1, windows-1252 or UTF-16; a byte order mark is understood.")
                @Default("UTF-8") String encoding,
        @Doc(value = "The one sign that ends a row, where it is none of LF, CRLF and CR; those are text then.",
                        example = "\"\\x1e\"")
                @Nullable String lineSeparator,
        @Doc("Lines before the header (or the first row) that are passed over.") @Default("0") int skipLines,
        @Doc(value = "The columns' names, in files without a header.", example = "[id, data, valor]")
                List<String> columns,
        @Doc("Texts that mean that there is no value.") @Default("[\"\"]") List<String> nullValues,
        @Doc("Whether a newline inside quotes is part of the value; with `false` it is an error.") @Default("true")
                boolean multiLine)
        implements Source {

    public FromCsv {
        if (delimiter.isEmpty() || delimiter.contains("\n")) {
            throw new InvalidValueException("delimiter", "there is no such delimiter", "write one such as \";\"");
        }
        requireSign("quote", quote);
        requireSign("escape", escape == null ? "" : escape);
        if (lineSeparator != null && (lineSeparator.length() != 1 || lineSeparator.charAt(0) == 0
                || lineSeparator.charAt(0) >= 0x80)) {
            throw new InvalidValueException("lineSeparator", "there is no such sign between rows",
                    "write a single sign of ASCII such as \"\\x1e\", or leave it out for LF, CRLF and CR");
        }
        if (!header && columns.isEmpty()) {
            throw new InvalidValueException("the files have no header, and the columns no names",
                    "add \"columns: [name, ...]\", or header: true");
        }
        if (skipLines < 0) {
            throw new InvalidValueException("skipLines", skipLines + " lines cannot be skipped", "write 0 or more");
        }
        try {
            CsvCharset.of(encoding);
        } catch (IllegalArgumentException e) {
            throw new InvalidValueException("encoding", String.valueOf(e.getMessage()),
                    "write UTF-8, ISO-8859-1, windows-1252 or UTF-16");
        }
    }

    private static void requireSign(String key, String sign) {
        if (sign.length() > 1) {
            throw new InvalidValueException(key, "\"" + sign + "\" is more than one sign", "write a single sign");
        }
    }

    @Override
    public String label() {
        return "csv " + String.join(", ", csv);
    }
}

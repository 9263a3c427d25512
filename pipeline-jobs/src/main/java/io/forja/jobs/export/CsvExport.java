package io.forja.jobs.export;

import io.forja.core.yaml.Default;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.InvalidValueException;
import io.forja.jobs.csv.CsvCharset;
import io.forja.jobs.csv.CsvFormat;
import java.nio.charset.Charset;
import java.util.List;

@Doc("CSV that a `csv` source with the same keys reads back value by value. A field is in double quotes where it has to"
        + " be: with a delimiter, a quote (doubled), a row end, or the text that means NULL. Decimals have a point and no"
        + " exponent, dates are `2026-11-29`, timestamps `2026-11-29 05:00:00.123456` in UTC.")
record CsvExport(
        @Doc(value = "The file, gzipped where its name ends with `.gz`; or a folder, with `/` at its end.",
                        example = "\"export/vendas_${run.date}.csv\"")
                String csv,
        @Doc("Whether the first row of each file names the columns.") @Default("true") boolean header,
        @Doc("What separates the fields.") @Default("\",\"") String delimiter,
        @Doc("The encoding: UTF-8, ISO-8859-1, windows-1252 or UTF-16. A sign that it has not fails the job.")
                @Default("UTF-8") String encoding,
        @Doc("The text that means NULL; text that is the same is quoted.") @Default("\"\"") String nullValue)
        implements ExportTarget {

    CsvExport {
        ExportTarget.requirePath("csv", csv);
        try {
            CsvCharset.of(encoding);
        } catch (IllegalArgumentException e) {
            throw new InvalidValueException("encoding", String.valueOf(e.getMessage()),
                    "write UTF-8, ISO-8859-1, windows-1252 or UTF-16");
        }
        try {
            new CsvFormat(delimiter, CsvFormat.Quotes.DOUBLED, CsvCharset.of(encoding), CsvFormat.Heading.FIRST_LINE,
                    List.of(nullValue));
        } catch (IllegalArgumentException e) {
            throw new InvalidValueException("delimiter", String.valueOf(e.getMessage()), "write one such as \";\"");
        }
        if (nullValue.contains(delimiter) || nullValue.matches("(?s).*[\"\\r\\n].*")) {
            throw new InvalidValueException("nullValue", "it would have to be quoted, and quoted text is never NULL",
                    "write one such as NULL");
        }
    }

    Charset charset() {
        return Charset.forName(CsvCharset.of(encoding).label());
    }

    @Override
    public String path() {
        return csv;
    }

    @Override
    public String format() {
        return "csv";
    }
}

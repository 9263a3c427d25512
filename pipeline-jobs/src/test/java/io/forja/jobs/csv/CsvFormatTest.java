package io.forja.jobs.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.jobs.csv.CsvFormat.Heading;
import io.forja.jobs.csv.CsvFormat.Quotes;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** A format or an option that cannot work is refused when it is made. */
class CsvFormatTest {

    @Test
    void the_delimiter_can_be_told_from_everything_else() {
        assertRefused(() -> CsvFormat.STANDARD.withDelimiter(""), "delimiter is empty");
        assertRefused(() -> CsvFormat.STANDARD.withDelimiter("\n"), "delimiter \"\\n\" holds a row end or a NUL");
        assertRefused(() -> CsvFormat.STANDARD.withDelimiter("|\""), "delimiter \"|\"\" holds the quote or escape");
        assertRefused(() -> CsvFormat.STANDARD.withCharset(CsvCharset.ISO_8859_1).withDelimiter("€"),
                "delimiter \"€\" does not exist in charset ISO-8859-1");
    }

    @Test
    void quote_and_escape_are_ascii_and_an_escape_needs_a_quote() {
        assertRefused(() -> new Quotes('“', null), "quote must be a visible ASCII character");
        assertRefused(() -> new Quotes('"', '\t'), "escape must be a visible ASCII character or a blank, not \"\\t\"");
        assertRefused(() -> new Quotes(null, '\\'), "escape \"\\\" has no meaning without a quote character");
        assertThat(new Quotes('"', '"')).isEqualTo(Quotes.DOUBLED);
    }

    @Test
    void declared_columns_are_named_and_differ() {
        assertRefused(() -> new Heading(true, -1, null), "skipLines is -1");
        assertRefused(() -> new Heading(true, 0, List.of()), "columns is an empty list");
        assertRefused(() -> Heading.columns("a", " "), "columns holds a blank name");
        assertRefused(() -> Heading.columns("a", "A"), "columns names \"A\" twice");
    }

    @Test
    void sizes_have_bounds() {
        assertRefused(() -> CsvRead.STRICT.withTargetSplitBytes(-1), "targetSplitBytes is -1: it must be 1 or more");
        assertRefused(() -> CsvRead.STRICT.withMaxRecordBytes(1), "maxRecordBytes is 1: it must be from 16 to");
    }

    @Test
    void reporting_malformed_rows_always_shows_which_they_are() {
        assertThat(CsvRead.STRICT.withMalformed(CsvRead.Malformed.REPORT).metadata())
                .containsExactly(CsvMetadata.ERROR);
    }

    private static void assertRefused(ThrowingCallable making, String message) {
        assertThatThrownBy(making).isInstanceOf(IllegalArgumentException.class).hasMessageStartingWith(message);
    }
}

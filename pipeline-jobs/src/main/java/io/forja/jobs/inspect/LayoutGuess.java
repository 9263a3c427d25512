package io.forja.jobs.inspect;

import io.forja.core.inspect.Guess;
import io.forja.core.inspect.Inspection.Layout;
import io.forja.jobs.csv.ColumnNames;
import io.forja.jobs.csv.CsvFormat;
import io.forja.jobs.csv.CsvFormat.Heading;
import java.util.ArrayList;
import java.util.List;

/** How a file is written, from its first bytes. */
record LayoutGuess(EncodingGuess encoding, DialectGuess dialect, HeadGuess head) {

    private static final int LOOKED_AT = 256 << 10;
    /** Where the records are so long that hardly one is whole among the first bytes. */
    private static final int LOOKED_FURTHER_AT = 32 * LOOKED_AT;
    private static final int FEW = 10;

    static LayoutGuess of(Excerpt excerpt) {
        EncodingGuess encoding = EncodingGuess.of(excerpt);
        DialectGuess dialect = DialectGuess.of(excerpt.start(LOOKED_AT), encoding.charset());
        if (dialect.trial().entries().size() < FEW && !dialect.trial().complete()) {
            DialectGuess further = DialectGuess.of(excerpt.start(LOOKED_FURTHER_AT), encoding.charset());
            dialect = further.trial().score() >= dialect.trial().score() ? further : dialect;
        }
        if (dialect.trial().entries().isEmpty()) {
            throw Excerpt.invalid(excerpt.file().name(), "the file holds blank lines alone", "check what wrote it");
        }
        return new LayoutGuess(encoding, dialect, HeadGuess.of(dialect.trial()));
    }

    /** The format without a header, so that every record from the header on is read. */
    CsvFormat format() {
        return dialect.trial().format().withHeading(new Heading(false, head.skipLines().value(), null));
    }

    boolean hasHeader() {
        return head.header().value();
    }

    /** The columns as the table has them that takes the file as it is. */
    List<String> names() {
        return ColumnNames.of(head.names()).names();
    }

    List<String> warnings() {
        List<String> warnings = new ArrayList<>(encoding.warnings());
        warnings.addAll(head.warnings());
        if (hasHeader()) {
            warnings.addAll(ColumnNames.of(head.names()).notes().stream().filter(note -> !note.contains("blanks around"))
                    .toList());
        }
        return warnings;
    }

    Layout told(Guess<List<String>> nullValues) {
        return new Layout(encoding.told(), dialect.delimiter(), dialect.quote(), dialect.escape(),
                dialect.lineSeparator(), head.skipLines(),
                head.header(), nullValues);
    }
}

package io.forja.jobs.inspect;

import io.forja.core.inspect.Guess;
import io.forja.jobs.csv.CsvCharset;
import io.forja.jobs.csv.CsvFormat;
import io.forja.jobs.csv.CsvFormat.Heading;
import io.forja.jobs.csv.CsvFormat.Quotes;
import io.forja.jobs.csv.LineSeparators;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What separates and what quotes the fields: the delimiter by which the rows have many fields and the same number of
 * them, and the quotes by which the fewest rows are broken.
 */
record DialectGuess(Trial trial, Guess<String> delimiter, Guess<String> quote, Guess<String> escape) {

    private static final List<String> USUAL = List.of(";", "\t", "|", ",");
    /** Only where none of the usual ones separates anything. */
    private static final List<String> UNUSUAL =
            List.of("\u0001", "\u001f", "~", "^", "#", "@", "!", "*", "&", ":", "\u00a7", "\u00a6", " ");
    private static final double SEPARATES = 0.4;
    private static final Pattern RUN = Pattern.compile("[^\\p{L}\\p{N}\\s\"'\\\\]{2,}|\t{2,}");
    private static final Pattern QUOTED = Pattern.compile("\"[^\"]*\"");
    private static final int LONGEST = 4;
    private static final int LINES = 50;

    static DialectGuess of(Excerpt excerpt, CsvCharset charset) {
        String text = text(excerpt, charset);
        Character separator = LineSeparators.in(text).orElse(null);
        CsvFormat plain = new CsvFormat(",", Quotes.DOUBLED, charset, Heading.NONE, List.of(""), separator);
        text = separator == null ? text : text.replace(separator, '\n');
        // Quotes may reach over lines, or one alone may stand in a text: either way of taking them out may be right.
        List<List<String>> readings = List.of(lines(text.lines().map(DialectGuess::withoutQuoted)),
                lines(withoutQuoted(text).lines()));
        List<String> longer = readings.stream().flatMap(lines -> longer(lines).stream()).distinct().toList();
        Trial best = Trial.best(excerpt, formats(plain, Stream.concat(USUAL.stream(), longer.stream()).toList()),
                Trial::score);
        for (String each : longer) {
            // "||" is no two "|": where each of the short ones is part of a long one, the long one is meant.
            String shorter = best.format().delimiter();
            if (readings.stream().anyMatch(lines -> isPartOf(shorter, each, lines))) {
                Trial wider = Trial.of(excerpt, plain.withDelimiter(each));
                best = wider.consistency() >= best.consistency() ? wider : best;
            }
        }
        if (best.score() < SEPARATES) {
            Trial unusual = Trial.best(excerpt, formats(plain, UNUSUAL), Trial::score);
            best = unusual.score() > Math.max(SEPARATES, best.score()) ? unusual : best;
        }
        if (best.width() == 1) {
            // One column: a delimiter that its texts do not hold, so that none of them is cut.
            best = Trial.best(excerpt, formats(plain, List.of(",", ";", "\t", "|", "\u0001")), Trial::consistency);
        }
        return withQuotes(excerpt, best);
    }

    private static List<CsvFormat> formats(CsvFormat plain, List<String> delimiters) {
        return delimiters.stream().filter(each -> canBe(each, plain.charset())).map(plain::withDelimiter).toList();
    }

    private static boolean canBe(String delimiter, CsvCharset charset) {
        return charset.parsed().newEncoder().canEncode(delimiter);
    }

    /** The first lines, without one that is cut. */
    private static String text(Excerpt excerpt, CsvCharset charset) {
        Excerpt start = excerpt.start(16 << 10);
        String text = new String(start.bytes(), Charset.forName(charset.label()));
        int lineEnd = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'));
        return start.complete() || lineEnd < 0 ? text : text.substring(0, lineEnd);
    }

    private static String withoutQuoted(String text) {
        return QUOTED.matcher(text).replaceAll("\"\"");
    }

    private static List<String> lines(Stream<String> lines) {
        return lines.filter(line -> !line.isBlank()).limit(LINES).toList();
    }

    /** What more than one sign long stands in most lines, and as often in each. */
    private static List<String> longer(List<String> lines) {
        Set<String> parts = new LinkedHashSet<>();
        for (String line : lines.stream().limit(3).toList()) {
            Matcher run = RUN.matcher(line);
            while (run.find() && parts.size() < 200) {
                for (int length = LONGEST; length >= 2; length--) {
                    for (int at = 0; at + length <= run.group().length(); at++) {
                        parts.add(run.group().substring(at, at + length));
                    }
                }
            }
        }
        List<String> found = new ArrayList<>();
        for (String part : parts) {
            int times = lines.stream().mapToInt(line -> occurrences(part, line)).max().orElse(0);
            long alike = lines.stream().filter(line -> occurrences(part, line) == times).count();
            boolean new_ = found.stream().noneMatch(other -> other.contains(part));
            if (lines.size() > 1 && new_ && times > 0 && alike >= 0.9 * lines.size()) {
                found.add(part);
            }
        }
        return found.subList(0, Math.min(found.size(), 4));
    }

    private static boolean isPartOf(String delimiter, String longer, List<String> lines) {
        int times = occurrences(delimiter, longer);
        return delimiter.length() < longer.length() && times > 0 && lines.stream().allMatch(line ->
                occurrences(delimiter, line) == times * occurrences(longer, line));
    }

    private static int occurrences(String part, String text) {
        int count = 0;
        for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length())) {
            count++;
        }
        return count;
    }

    private static DialectGuess withQuotes(Excerpt excerpt, Trial doubled) {
        CsvFormat format = doubled.format();
        List<CsvFormat> others = new ArrayList<>(List.of(format));
        String whole = new String(excerpt.bytes(), Charset.forName(format.charset().label()));
        if (whole.contains("\\\"")) {
            others.add(format.withQuotes(new Quotes('"', '\\')));
        }
        if (doubled.enclosed("'") >= 0.9 * doubled.entries().size() && !format.delimiter().equals("'")) {
            others.add(0, format.withQuotes(new Quotes('\'', null)));
        }
        if (whole.contains("\"")) {
            others.add(format.withQuotes(Quotes.NONE));
        }
        Trial best = Trial.best(excerpt, others, trial -> (double) trial.regular() / trial.entries().size());
        return new DialectGuess(best, delimiter(best), quote(best, whole), escape(best, whole));
    }

    private static Guess<String> delimiter(Trial trial) {
        String sign = trial.format().delimiter();
        return new Guess<>(sign, trial.width() == 1 ? "nothing separates the lines into fields"
                : trial.regular() + " of " + Text.count(trial.entries().size(), "record") + " at the start with "
                        + trial.width() + " fields");
    }

    /** What ends the rows, where it is no line feed. */
    Guess<String> lineSeparator() {
        Character separator = trial.format().lineSeparator();
        return separator == null ? new Guess<>("", "rows end as lines do")
                : new Guess<>(separator.toString(), "no line feed was seen, and this control character");
    }

    private static Guess<String> quote(Trial trial, String text) {
        Character quote = trial.format().quotes().quote();
        if (quote == null) {
            return new Guess<>("", "with quotes as text more rows are whole");
        }
        return new Guess<>(String.valueOf(quote), text.indexOf(quote) < 0 ? "no quote was seen"
                : "the rows are whole with it");
    }

    private static Guess<String> escape(Trial trial, String text) {
        return trial.format().quotes().escape() != null
                ? new Guess<>("\\", "quotes within quotes follow a backslash")
                : new Guess<>("", text.contains("\"\"") ? "quotes within quotes are doubled"
                        : "no quote within quotes was seen");
    }
}

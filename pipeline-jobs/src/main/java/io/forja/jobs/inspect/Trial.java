package io.forja.jobs.inspect;

import io.forja.jobs.csv.CsvFormat;
import io.forja.jobs.csv.CsvRecords;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The start of a file, read in a format that may or may not be its own.
 *
 * @param entries the first records, without one that is cut off
 * @param complete whether the file has no others
 */
record Trial(CsvFormat format, List<Entry> entries, boolean complete) {

    private static final int ENOUGH = 2000;
    /** So that hundreds of ragged rows weigh more than a wide row. */
    private static final int STRICTNESS = 4;

    /**
     * A record.
     *
     * @param faulty whether its quotes are broken
     */
    record Entry(long line, List<String> texts, boolean faulty) {
        int size() {
            return texts.size();
        }

        long filled() {
            return texts.stream().filter(text -> !text.isBlank()).count();
        }
    }

    static Trial of(Excerpt excerpt, CsvFormat format) {
        CsvRecords records = new CsvRecords(excerpt.file(), excerpt.bytes(), format);
        List<Entry> entries = new ArrayList<>();
        boolean more = records.next();
        while (more && entries.size() < ENOUGH && !isHalf(records, excerpt, entries)) {
            List<String> texts = new ArrayList<>(records.size());
            for (int field = 0; field < records.size(); field++) {
                texts.add(records.text(field));
            }
            entries.add(new Entry(records.line(), texts, records.problem().isPresent()));
            more = records.next();
        }
        return new Trial(format, entries, excerpt.complete() && !more);
    }

    /** Whether the record may go on beyond the excerpt; half a record is better than none at all. */
    private static boolean isHalf(CsvRecords records, Excerpt excerpt, List<Entry> before) {
        return records.isLast() && !excerpt.complete() && !before.isEmpty();
    }

    /** How many fields most records have; the larger of two that are as frequent. */
    int width() {
        return entries.stream().collect(Collectors.groupingBy(Entry::size, Collectors.counting())).entrySet().stream()
                .max(Map.Entry.<Integer, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey).orElse(1);
    }

    /** How many records are sound and have the usual width. */
    long regular() {
        int width = width();
        return entries.stream().filter(entry -> entry.size() == width && !entry.faulty()).count();
    }

    double consistency() {
        return entries.isEmpty() ? 0 : (double) regular() / entries.size();
    }

    /** From 0 to 1: many fields, and the same number of them everywhere. */
    double score() {
        return Math.pow(consistency(), STRICTNESS) * (1 - 1.0 / width());
    }

    /** How many fields stand in some sign. */
    long enclosed(String sign) {
        return entries.stream().flatMap(entry -> entry.texts().stream())
                .filter(text -> text.length() >= 2 && text.startsWith(sign) && text.endsWith(sign)).count();
    }

    /** The best of some formats; the first of those that are as good. */
    static Trial best(Excerpt excerpt, List<CsvFormat> formats, Function<Trial, Double> worth) {
        List<Trial> trials = formats.stream().map(format -> of(excerpt, format)).toList();
        // Of equal ones, max would take the last.
        return trials.stream().sorted(Comparator.comparing(worth).reversed()).findFirst().orElseThrow();
    }
}

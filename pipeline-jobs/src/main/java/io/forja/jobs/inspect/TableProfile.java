package io.forja.jobs.inspect;

import io.forja.jobs.csv.ColumnNames;
import io.forja.jobs.csv.CsvRecords;
import java.util.ArrayList;
import java.util.List;

/** What all rows that were read tell. Not thread-safe. */
final class TableProfile {

    private static final int SHOWN = 3;

    private final List<ColumnProfile> columns;
    private final RowKeys keys;
    private final List<String> strangers = new ArrayList<>();
    private final List<String> raggedExamples = new ArrayList<>();
    private final List<String> brokenExamples = new ArrayList<>();
    private long rows;
    private final List<String> headerExamples = new ArrayList<>();
    private long ragged;
    private long broken;
    private long headers;

    /** @param names as the table has them that takes the files as they are */
    TableProfile(List<String> names) {
        columns = names.stream().map(ColumnProfile::new).toList();
        keys = new RowKeys(names.size());
    }

    /**
     * Takes in the records up to their end.
     *
     * @param names the columns of this file, in its order
     * @param complete false where the text may end within a record
     * @param label how rows are told from those of other files; empty where there are none
     */
    void read(CsvRecords records, List<String> names, boolean complete, String label) {
        int[] target = positions(names);
        LastRows last = new LastRows(columns.size());
        long row = 0;
        while (records.next()) {
            if (!complete && (records.isLast() || records.isUnclosed())) {
                // Half a row, which no sentence is about.
                break;
            }
            row++;
            rows++;
            Place place = new Place(row, label);
            var problem = records.problem();
            if (problem.isPresent()) {
                broken++;
                add(brokenExamples, problem.get() + " in " + place);
            } else if (records.size() != target.length) {
                ragged++;
                add(raggedExamples, records.size() + " in " + place);
            } else if (records.repeatsHeader()) {
                headers++;
                add(headerExamples, place.toString());
            } else {
                last.next(place);
                take(records, target, place, last);
            }
        }
        if (complete) {
            last.strangers().forEach(stranger -> add(strangers, stranger));
        }
    }

    private int[] positions(List<String> names) {
        List<String> all = columns.stream().map(column -> ColumnNames.folded(column.name())).toList();
        return names.stream().mapToInt(name -> all.indexOf(ColumnNames.folded(name))).toArray();
    }

    private void take(CsvRecords records, int[] target, Place place, LastRows last) {
        keys.nextRow();
        for (int field = 0; field < target.length; field++) {
            String text = columns.get(target[field]).add(records.text(field), records.isQuoted(field), place);
            keys.set(target[field], text);
            last.set(target[field], text);
        }
    }

    private static void add(List<String> examples, String example) {
        if (examples.size() < SHOWN) {
            examples.add(example);
        }
    }

    List<ColumnProfile> columns() {
        return columns;
    }

    RowKeys keys() {
        return keys;
    }

    long rows() {
        return rows;
    }

    /** A sentence for each reason why rows will be rejected. */
    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (ragged > 0) {
            warnings.add(Text.count(ragged, "row") + (ragged == 1 ? " has" : " have") + " another number of fields than the "
                    + Text.count(columns.size(), "column") + " (" + String.join(", ", raggedExamples) + "): the ingest rejects "
                    + (ragged == 1 ? "it" : "them"));
        }
        if (!strangers.isEmpty()) {
            warnings.add("at the end of the file stands what may be no row: " + String.join(", ", strangers)
                    + "; the step where takes such rows out");
        }
        if (headers > 0) {
            warnings.add(Text.count(headers, "row") + (headers == 1 ? " is" : " are") + " the header again ("
                    + String.join(", ", headerExamples) + "): the ingest rejects " + (headers == 1 ? "it" : "them"));
        }
        if (broken > 0) {
            warnings.add(Text.count(broken, "row") + (broken == 1 ? " is" : " are") + " broken (" + String.join(", ",
                    brokenExamples) + "): the ingest rejects " + (broken == 1 ? "it" : "them"));
        }
        return warnings;
    }
}

package io.forja.jobs.csv;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Names as they can stand in a table, where upper and lower case are the same.
 *
 * @param names one for each name given, in the same order
 * @param notes a sentence for each name that was changed
 */
public record ColumnNames(List<String> names, List<String> notes) {

    /**
     * Takes outer blanks away, calls nameless columns {@code _c<position>}, and numbers repeated names and those that
     * metadata columns have: {@code nome}, {@code nome_2}. The first of repeated names keeps it.
     */
    public static ColumnNames of(List<String> spelled) {
        Set<String> taken = new HashSet<>();
        for (CsvMetadata each : CsvMetadata.values()) {
            taken.add(each.column());
        }
        Set<String> reserved = new HashSet<>(taken);
        spelled.forEach(each -> reserved.add(folded(each.strip())));
        List<String> names = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (int i = 0; i < spelled.size(); i++) {
            String trimmed = spelled.get(i).strip();
            String wanted = trimmed.isEmpty() ? "_c" + (i + 1) : trimmed;
            String name = wanted;
            boolean free = taken.add(folded(name)) && !(trimmed.isEmpty() && reserved.contains(folded(name)));
            for (int suffix = 2; !free; suffix++) {
                name = wanted + "_" + suffix;
                free = !reserved.contains(folded(name)) && taken.add(folded(name));
            }
            names.add(name);
            if (!name.equals(spelled.get(i))) {
                notes.add(note(i + 1, spelled.get(i), trimmed, name, wanted));
            }
        }
        return new ColumnNames(List.copyOf(names), List.copyOf(notes));
    }

    /** The form in which names that mean one column are equal. */
    public static String folded(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private static String note(int position, String spelled, String trimmed, String name, String wanted) {
        String reason = trimmed.isEmpty() ? "has no name"
                : name.equals(wanted) ? "\"" + spelled + "\" has blanks around its name"
                : "\"" + spelled + "\" has a name that is taken";
        return "column " + position + " " + reason + ": it is read as " + name;
    }
}

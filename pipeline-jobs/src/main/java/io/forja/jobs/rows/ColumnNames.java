package io.forja.jobs.rows;

import io.forja.core.problem.ForjaException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The names of a flow's columns in their order, of which no two are one, case aside. Used by one thread. */
final class ColumnNames {

    private final List<String> names = new ArrayList<>();
    private final Map<String, String> written = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    List<String> all() {
        return List.copyOf(names);
    }

    /** The name as it is written, case aside. */
    Optional<String> find(String name) {
        return Optional.ofNullable(written.get(name));
    }

    /** @throws ForjaException when there is such a name, case aside */
    void add(String name) {
        String other = written.putIfAbsent(name, name);
        if (other != null) {
            throw ForjaException.permanent("two columns would be called \"" + name + "\""
                    + (other.equals(name) ? "" : " and \"" + other + "\", which is one name, case aside"),
                    "give one of them another name");
        }
        names.add(name);
    }

    /** @param renamed from the name that is to the name that will be, all at once */
    void rename(Map<String, String> renamed) {
        keep(names.stream().map(name -> renamed.getOrDefault(name, name)).toList());
    }

    /** Has these names from now on. */
    void keep(List<String> kept) {
        names.clear();
        written.clear();
        kept.forEach(this::add);
    }
}

package io.forja.jobs.rows;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.functions;

/** Where the values that a flow's rows came with are, while its columns change. Used by one thread. */
final class Origins {

    /** From the name that a column came with to the column that has its values now. */
    private final Map<String, String> places = new LinkedHashMap<>();

    void add(String column) {
        places.put(column, column);
    }

    /** The name with which the values came that a column has now; empty where it has got others. */
    Optional<String> at(String column) {
        return places.entrySet().stream().filter(entry -> entry.getValue().equals(column)).map(Map.Entry::getKey)
                .findFirst();
    }

    /** The column to keep the values of one in that is about to change; empty where it has got others already. */
    Optional<String> movedFrom(String column) {
        return at(column).map(origin -> {
            String kept = RowFlow.HIDDEN + "came_" + origin;
            places.put(origin, kept);
            return kept;
        });
    }

    void rename(Map<String, String> names) {
        places.replaceAll((origin, place) -> names.getOrDefault(place, place));
    }

    Collection<String> places() {
        return places.values();
    }

    Column column(String origin) {
        return functions.col(Expressions.quoted(places.get(origin)));
    }

    /** The columns that the rows came with, by their names then. */
    Map<String, Column> columns() {
        Map<String, Column> found = new LinkedHashMap<>();
        places.keySet().stream().filter(origin -> !origin.startsWith(RowFlow.HIDDEN))
                .forEach(origin -> found.put(origin, column(origin)));
        return found;
    }
}

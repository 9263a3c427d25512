package io.forja.jobs.delta;

import io.forja.core.definition.TableRef;
import io.forja.core.lake.CatalogueStore.TableEntry;
import io.forja.core.lake.Connection;
import io.forja.core.problem.NotFoundException;
import io.forja.core.problem.Suggestion;
import java.util.Map;

/**
 * What jobs work with. Thread-safe.
 *
 * @param sessions the warm Spark session
 * @param catalogue the names of tables
 * @param locations where relative paths lead
 * @param connections the databases by their names
 */
public record Lakehouse(
        SparkSessions sessions, Catalogue catalogue, Locations locations, Map<String, Connection> connections) {

    public Lakehouse {
        connections = Map.copyOf(connections);
    }

    /** A table's name as the catalogue spells it, or its path in full. */
    public String nameOf(TableRef table) {
        return table.isPath() ? Locations.display(locations.resolve(table.text()))
                : catalogue.find(table).map(TableEntry::table).orElse(table).text();
    }

    /**
     * @throws NotFoundException when forja.yaml has no connection of this name
     */
    public Connection connection(String name) {
        Connection connection = connections.get(name);
        if (connection == null) {
            throw new NotFoundException("there is no connection \"" + name + "\" in forja.yaml", connections.isEmpty()
                    ? "add \"connections: {" + name + ": {url: \\\"jdbc:...\\\"}}\" there"
                    : Suggestion.remedy(name, connections.keySet()));
        }
        return connection;
    }
}

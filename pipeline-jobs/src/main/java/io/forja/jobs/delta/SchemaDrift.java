package io.forja.jobs.delta;

import io.forja.core.problem.ForjaException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.delta.actions.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * How rows differ from the table that they are for.
 *
 * @param differences a clause for each column that is other in name or type, and for other partitions
 */
record SchemaDrift(String table, List<String> differences) {

    SchemaDrift {
        differences = List.copyOf(differences);
    }

    /** Of a table that is not there yet. */
    static SchemaDrift none(String table) {
        return new SchemaDrift(table, List.of());
    }

    /** @param partitionBy the columns that the job splits the table by; empty where it leaves that to the table */
    static SchemaDrift between(String table, Metadata metadata, StructType rows, List<String> partitionBy) {
        List<String> differences = columns(types(metadata.schema()), types(rows));
        List<String> partitions = Scala.list(metadata.partitionColumns());
        if (!partitionBy.isEmpty() && !lower(partitions).equals(lower(partitionBy))) {
            differences.add("it is split by " + (partitions.isEmpty() ? "no column" : String.join(", ", partitions))
                    + " and is to be by " + String.join(", ", partitionBy));
        }
        return new SchemaDrift(table, differences);
    }

    private static List<String> columns(Map<String, String> before, Map<String, String> now) {
        List<String> told = new ArrayList<>();
        now.forEach((column, type) -> {
            if (!before.containsKey(column)) {
                told.add("column " + column + " (" + type + ") is new");
            } else if (!before.get(column).equals(type)) {
                told.add("column " + column + " was " + before.get(column) + " and is " + type);
            }
        });
        before.keySet().stream().filter(column -> !now.containsKey(column))
                .forEach(column -> told.add("column " + column + " is missing"));
        return told;
    }

    private static Map<String, String> types(StructType schema) {
        Map<String, String> types = new LinkedHashMap<>();
        for (StructField field : schema.fields()) {
            types.put(field.name().toLowerCase(Locale.ROOT), field.dataType().catalogString());
        }
        return types;
    }

    private static List<String> lower(List<String> names) {
        return names.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
    }

    boolean isThere() {
        return !differences.isEmpty();
    }

    ForjaException refused() {
        return ForjaException.permanent("the rows do not fit the table " + table + ": " + String.join(", ", differences),
                "change the source's columns, or write with mode: overwrite");
    }

    /** What a person should know where the table takes the rows as they are. */
    List<String> notes() {
        return isThere() ? List.of("the schema of " + table + " changed: " + String.join(", ", differences)) : List.of();
    }
}

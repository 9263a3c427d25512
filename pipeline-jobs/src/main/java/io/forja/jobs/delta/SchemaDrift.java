package io.forja.jobs.delta;

import io.forja.core.definition.SchemaPolicy;
import io.forja.core.definition.TableTarget;
import io.forja.core.definition.WriteMode;
import io.forja.core.problem.ForjaException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.delta.actions.Metadata;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * How rows differ from the table that they are for, and what follows.
 *
 * @param added columns that the table does not have, with their types
 * @param missing columns that the rows do not have, with their types
 * @param others clauses of what else is different: types, and the columns that the table is split by
 */
record SchemaDrift(
        String table, TableTarget target, Map<String, String> added, Map<String, String> missing, List<String> others) {

    /** Of a table that is not there yet. */
    static SchemaDrift none(String table, TableTarget target) {
        return new SchemaDrift(table, target, Map.of(), Map.of(), List.of());
    }

    static SchemaDrift between(String table, TableTarget target, Metadata metadata, StructType rows) {
        Map<String, String> before = types(metadata.schema());
        Map<String, String> now = types(rows);
        List<String> others = new ArrayList<>();
        now.forEach((column, type) -> {
            if (before.containsKey(column) && !before.get(column).equals(type)) {
                others.add("column " + column + " was " + before.get(column) + " and is " + type);
            }
        });
        List<String> partitions = Scala.list(metadata.partitionColumns());
        if (!target.partitionBy().isEmpty() && !lower(partitions).equals(lower(target.partitionBy()))) {
            others.add("it is split by " + (partitions.isEmpty() ? "no column" : String.join(", ", partitions))
                    + " and is to be by " + String.join(", ", target.partitionBy()));
        }
        return new SchemaDrift(table, target, without(now, before), without(before, now), others);
    }

    private static Map<String, String> without(Map<String, String> columns, Map<String, String> others) {
        Map<String, String> left = new LinkedHashMap<>(columns);
        left.keySet().removeAll(others.keySet());
        return left;
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

    private boolean isThere() {
        return !added.isEmpty() || !missing.isEmpty() || !others.isEmpty();
    }

    /** True where the table's schema becomes that of the rows. */
    boolean replacesSchema() {
        return isThere() && target.mode() == WriteMode.OVERWRITE && target.schemaPolicy() == SchemaPolicy.EVOLVE;
    }

    /** True where the table gets columns more. */
    boolean addsColumns() {
        return !added.isEmpty() && target.mode() == WriteMode.APPEND && target.schemaPolicy() == SchemaPolicy.EVOLVE;
    }

    /**
     * @throws ForjaException when the policy does not let such rows into the table, naming every difference
     */
    void requireAllowed() {
        boolean allowed = switch (target.schemaPolicy()) {
            case EVOLVE -> target.mode() == WriteMode.OVERWRITE || others.isEmpty();
            case FREEZE -> !isThere();
            case DISCARD -> missing.isEmpty() && others.isEmpty();
        };
        if (!allowed) {
            throw ForjaException.permanent("the rows do not fit the table " + table + ": "
                    + String.join(", ", differences()), remedy());
        }
    }

    private String remedy() {
        String mend = "change the source's columns, or ";
        if (target.schemaPolicy() != SchemaPolicy.EVOLVE && others.isEmpty()) {
            return mend + "write \"schema: evolve\"";
        }
        return mend + (target.mode() == WriteMode.APPEND ? "write with mode: overwrite" : "write \"schema: evolve\"");
    }

    /** The rows with the columns that go into the table. */
    Dataset<Row> fitted(Dataset<Row> rows) {
        if (added.isEmpty() || target.schemaPolicy() != SchemaPolicy.DISCARD) {
            return rows;
        }
        Column[] kept = List.of(rows.columns()).stream()
                .filter(name -> !added.containsKey(name.toLowerCase(Locale.ROOT)))
                .map(name -> functions.col("`" + name.replace("`", "``") + "`"))
                .toArray(Column[]::new);
        return rows.select(kept);
    }

    /** What a person should know where the table takes the rows. */
    List<String> notes() {
        if (!isThere()) {
            return List.of();
        }
        return target.schemaPolicy() == SchemaPolicy.DISCARD
                ? List.of("columns that " + table + " does not have were left out: " + String.join(", ", added.keySet()))
                : List.of("the schema of " + table + " changed: " + String.join(", ", differences()));
    }

    private List<String> differences() {
        List<String> told = new ArrayList<>(others);
        added.forEach((column, type) -> told.add("column " + column + " (" + type + ") is new"));
        missing.forEach((column, type) -> told.add("column " + column + " is missing"));
        if (added.size() == 1 && missing.size() == 1) {
            String from = missing.keySet().iterator().next();
            String to = added.keySet().iterator().next();
            if (missing.get(from).equals(added.get(to))) {
                told.add("perhaps " + from + " was renamed to " + to);
            }
        }
        return told;
    }
}

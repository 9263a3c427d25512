package io.forja.jobs.delta;

import io.forja.core.problem.ForjaException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** How two schemas differ, told by column. */
final class SchemaDrift {

    private SchemaDrift() {}

    /** True where names and types are the same, in whatever order. */
    static boolean same(StructType table, StructType rows) {
        return types(table).equals(types(rows));
    }

    static ForjaException refuseAppend(String name, StructType table, StructType rows) {
        return ForjaException.permanent("the rows do not fit the table " + name + ": " + differences(table, rows),
                "change the source's columns, or write with mode: overwrite");
    }

    static String describe(String name, StructType table, StructType rows) {
        return "the schema of " + name + " changed: " + differences(table, rows);
    }

    private static String differences(StructType table, StructType rows) {
        Map<String, String> before = types(table);
        Map<String, String> now = types(rows);
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
        return String.join(", ", told);
    }

    private static Map<String, String> types(StructType schema) {
        Map<String, String> types = new LinkedHashMap<>();
        for (StructField field : schema.fields()) {
            types.put(field.name().toLowerCase(Locale.ROOT), field.dataType().catalogString());
        }
        return types;
    }
}

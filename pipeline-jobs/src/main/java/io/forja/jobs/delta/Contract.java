package io.forja.jobs.delta;

import io.forja.core.definition.ContractColumn;
import io.forja.core.problem.ForjaException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The columns that a table's readers were promised. */
final class Contract {

    private Contract() {}

    /**
     * @param columns what is agreed; empty where nothing is
     * @throws ForjaException when the rows have other columns or types, naming every difference
     */
    static void requireKept(String table, Map<String, ContractColumn> columns, StructType rows) {
        if (columns.isEmpty()) {
            return;
        }
        Map<String, ContractColumn> agreed = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        agreed.putAll(columns);
        List<String> broken = new ArrayList<>();
        for (StructField field : rows.fields()) {
            ContractColumn wanted = agreed.remove(field.name());
            String type = field.dataType().catalogString();
            if (wanted == null) {
                broken.add("column " + field.name() + " (" + type + ") is not in it");
            } else if (!wanted.type().toString().equals(type)) {
                broken.add("column " + field.name() + " is " + type + ", not " + wanted.type());
            }
        }
        agreed.forEach((column, wanted) -> broken.add("column " + column + " (" + wanted.type() + ") is missing"));
        if (!broken.isEmpty()) {
            throw ForjaException.permanent("the rows do not keep to the columns agreed for " + table + ": "
                    + String.join(", ", broken), "rename, cast or select in the job, or change \"columns\"");
        }
    }
}

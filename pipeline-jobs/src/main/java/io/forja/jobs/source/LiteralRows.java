package io.forja.jobs.source;

import io.forja.core.problem.ForjaException;
import io.forja.core.yaml.Literal;
import io.forja.jobs.rows.Expressions;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** The rows that stand in a definition, with the types of the table that they are for. */
final class LiteralRows {

    private static final int DIGITS = 38;

    private final List<Map<String, Literal>> rows;

    LiteralRows(List<Map<String, Literal>> rows) {
        this.rows = rows;
    }

    /**
     * @param table the columns of the table, or null where there is none yet
     * @throws ForjaException when a row has other columns, or a value does not fit its column exactly
     */
    Dataset<Row> read(SparkSession spark, @Nullable StructType table) {
        StructType schema = table == null ? written() : used(table);
        List<Row> typed = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            typed.add(row(i, schema));
        }
        return spark.createDataFrame(typed, schema);
    }

    private Row row(int index, StructType schema) {
        Map<String, Literal> row = rows.get(index);
        Object[] values = new Object[schema.size()];
        for (int i = 0; i < values.length; i++) {
            StructField field = schema.apply(i);
            String key = row.keySet().stream().filter(field.name()::equalsIgnoreCase).findFirst()
                    .orElseThrow(() -> ForjaException.permanent("rows[" + index + "] has no value for the column \""
                            + field.name() + "\"", "add \"" + field.name() + ": null\" if it has none"));
            try {
                values[i] = LiteralType.value(row.get(key), field.dataType());
            } catch (ForjaException e) {
                throw ForjaException.permanent("rows[" + index + "]." + key + ": " + e.what(), e.remedy());
            }
        }
        return RowFactory.create(values);
    }

    /** Those columns of a table that any row has, in the table's order; a name that is none is told. */
    private StructType used(StructType table) {
        List<String> known = Arrays.asList(table.fieldNames());
        Set<String> used = new LinkedHashSet<>();
        for (int i = 0; i < rows.size(); i++) {
            for (String name : rows.get(i).keySet()) {
                String column = known.stream().filter(name::equalsIgnoreCase).findFirst().orElse(null);
                if (column == null) {
                    ForjaException unknown = Expressions.noColumn(name, known);
                    throw ForjaException.permanent("rows[" + i + "]: " + unknown.what(), unknown.remedy());
                }
                used.add(column);
            }
        }
        return new StructType(Arrays.stream(table.fields()).filter(field -> used.contains(field.name()))
                .map(field -> new StructField(field.name(), field.dataType(), true, field.metadata()))
                .toArray(StructField[]::new));
    }

    /** The columns as the values are written. */
    private StructType written() {
        Map<String, DataType> columns = new LinkedHashMap<>();
        rows.forEach(row -> row.forEach((name, value) -> {
            DataType type = LiteralType.of(value);
            DataType before = columns.putIfAbsent(name, type);
            if (before != null) {
                columns.put(name, common(name, before, type));
            }
        }));
        StructType schema = new StructType();
        for (Map.Entry<String, DataType> column : columns.entrySet()) {
            if (column.getValue().equals(DataTypes.NullType)) {
                throw ForjaException.permanent("the column \"" + column.getKey() + "\" has no value in any row, and so"
                        + " no type", "leave it out, or make the table first");
            }
            schema = schema.add(column.getKey(), column.getValue());
        }
        return schema;
    }

    private DataType common(String column, DataType one, DataType other) {
        if (one.equals(other) || other.equals(DataTypes.NullType)) {
            return one;
        }
        if (one.equals(DataTypes.NullType)) {
            return other;
        }
        boolean numbers = LiteralType.isNumber(one) && LiteralType.isNumber(other);
        if (!numbers) {
            throw ForjaException.permanent("the column \"" + column + "\" has values of the types "
                    + one.catalogString() + " and " + other.catalogString(), "write all of them in one way");
        }
        int scale = rows.stream().map(row -> row.get(column)).filter(value -> value != null && value.text() != null)
                .mapToInt(value -> Math.max(0, new BigDecimal(value.text()).scale())).max().orElse(0);
        return DataTypes.createDecimalType(DIGITS, scale);
    }
}

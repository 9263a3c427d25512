package io.forja.jobs.lake;

import io.forja.core.definition.TableRef;
import io.forja.core.lake.CatalogueStore.TableEntry;
import io.forja.core.lake.ExpireRule;
import io.forja.core.lake.Lake;
import io.forja.core.lake.SnapshotInfo;
import io.forja.core.lake.SqlResult;
import io.forja.core.lake.TableInfo;
import io.forja.core.lake.TableVersion;
import io.forja.jobs.delta.History;
import io.forja.jobs.delta.Lakehouse;
import io.forja.jobs.delta.Locations;
import io.forja.jobs.delta.Scala;
import io.forja.jobs.delta.Statement;
import io.forja.jobs.delta.TableReader;
import io.forja.jobs.snapshots.SnapshotStore;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.Snapshot;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** The lake's tables, through the warm Spark session. Thread-safe. */
public final class SparkLake implements Lake {

    private final Lakehouse lakehouse;
    private final TableReader reader;
    private final SnapshotStore snapshots;

    public SparkLake(Lakehouse lakehouse) {
        this.lakehouse = lakehouse;
        this.reader = new TableReader(lakehouse);
        this.snapshots = new SnapshotStore(lakehouse);
    }

    @Override
    public SqlResult sql(String statement, int maxRows) {
        SparkSession spark = lakehouse.sessions().fresh();
        lakehouse.catalogue().refresh(spark);
        return Statement.told(() -> {
            Dataset<Row> result = Statement.run(spark, statement);
            StructType schema = result.schema();
            List<Row> rows = printable(result).takeAsList(maxRows + 1);
            return new SqlResult(columns(schema),
                    rows.stream().limit(maxRows).map(SparkLake::values).toList(), rows.size() > maxRows);
        });
    }

    /** Numbers and flags stay what they are; dates, times and nested values become the text that SQL writes. */
    private static Dataset<Row> printable(Dataset<Row> result) {
        StructType schema = result.schema();
        // Two columns of a result may have one name.
        String[] names = IntStream.range(0, schema.size()).mapToObj(i -> "c" + i).toArray(String[]::new);
        Column[] columns = IntStream.range(0, schema.size()).mapToObj(i -> {
            Column column = functions.col(names[i]);
            var type = schema.apply(i).dataType();
            boolean plain = type instanceof NumericType || type.typeName().equals("boolean");
            return plain ? column : type.typeName().equals("binary") ? functions.hex(column) : column.cast("string");
        }).toArray(Column[]::new);
        return schema.isEmpty() ? result : result.toDF(names).select(columns);
    }

    private static List<@Nullable Object> values(Row row) {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < row.size(); i++) {
            Object value = row.get(i);
            if (value instanceof Float || value instanceof Double) {
                values.add(((Number) value).doubleValue());
            } else if (value instanceof Number number && !(value instanceof BigDecimal)) {
                values.add(number.longValue());
            } else {
                values.add(value);
            }
        }
        return values;
    }

    private static List<SqlResult.Column> columns(StructType schema) {
        return Arrays.stream(schema.fields())
                .map((StructField field) -> new SqlResult.Column(field.name(), field.dataType().catalogString()))
                .toList();
    }

    @Override
    public List<TableInfo> tables() {
        SparkSession spark = lakehouse.sessions().fresh();
        return lakehouse.catalogue().tables().stream().map(entry -> info(spark, entry, false)).toList();
    }

    @Override
    public TableInfo table(TableRef table) {
        SparkSession spark = lakehouse.sessions().fresh();
        String location = reader.locate(spark, table);
        TableEntry entry = table.isPath() ? null : lakehouse.catalogue().find(table).orElse(null);
        return entry != null ? info(spark, entry, true) : info(spark, table.text(), TableInfo.Type.EXTERNAL, location, true);
    }

    private static TableInfo info(SparkSession spark, TableEntry entry, boolean withColumns) {
        try {
            return info(spark, entry.table().text(), entry.type(), entry.location(), withColumns);
        } catch (RuntimeException e) {
            return unreadable(entry, Statement.sentence(e));
        }
    }

    private static TableInfo info(
            SparkSession spark, String name, TableInfo.Type type, String location, boolean withColumns) {
        Snapshot snapshot = DeltaLog.forTable(spark, new Path(location))
                .update(false, Scala.option(null), Scala.option(null));
        if (snapshot.version() < 0) {
            return unreadable(new TableEntry(new TableRef(name), type, location), "there is no Delta table at "
                    + Locations.display(location));
        }
        Row rows = snapshot.allFiles().toDF()
                .selectExpr("coalesce(sum(cast(get_json_object(stats, '$.numRecords') as bigint)"
                        + " - coalesce(deletionVector.cardinality, 0)), 0)",
                        "count(*) = count(get_json_object(stats, '$.numRecords'))")
                .head();
        return new TableInfo(name, type, Locations.display(location), snapshot.version(),
                rows.getBoolean(1) ? rows.getLong(0) : null, snapshot.sizeInBytes(), snapshot.numOfFiles(),
                Instant.ofEpochMilli(snapshot.timestamp()), withColumns ? columns(snapshot.schema()) : List.of(), null);
    }

    private static TableInfo unreadable(TableEntry entry, String problem) {
        return new TableInfo(entry.table().text(), entry.type(), Locations.display(entry.location()), null, null, 0, 0,
                null, List.of(), problem);
    }

    @Override
    public List<TableVersion> history(TableRef table, int limit) {
        SparkSession spark = lakehouse.sessions().fresh();
        return History.of(spark, reader.locate(spark, table)).newest(limit);
    }

    @Override
    public List<SnapshotInfo> snapshots(List<String> folders) {
        return snapshots.list(folders);
    }

    @Override
    public List<SnapshotInfo> expire(ExpireRule rule, boolean dryRun) {
        return snapshots.expire(rule, dryRun);
    }

    @Override
    public void close() {
        lakehouse.sessions().close();
    }
}

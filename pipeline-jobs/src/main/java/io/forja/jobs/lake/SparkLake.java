package io.forja.jobs.lake;

import io.forja.core.definition.TableRef;
import io.forja.core.definition.TableTarget;
import io.forja.core.job.Cancellation;
import io.forja.core.job.JobContext;
import io.forja.core.job.JobProgress;
import io.forja.core.lake.CatalogueStore.TableEntry;
import io.forja.core.lake.ExpireRule;
import io.forja.core.lake.Lake;
import io.forja.core.lake.Registered;
import io.forja.core.lake.RestorePoint;
import io.forja.core.lake.Restored;
import io.forja.core.lake.SnapshotInfo;
import io.forja.core.lake.SqlResult;
import io.forja.core.lake.TableInfo;
import io.forja.core.lake.TableVersion;
import io.forja.core.lake.UndoRequest;
import io.forja.core.lake.UndoneTable;
import io.forja.jobs.delta.History;
import io.forja.jobs.delta.JobSession;
import io.forja.jobs.delta.Lakehouse;
import io.forja.jobs.delta.Statement;
import io.forja.jobs.delta.TableReader;
import io.forja.jobs.snapshots.SnapshotStore;
import io.forja.jobs.tables.RunUndo;
import io.forja.jobs.tables.TableDrop;
import io.forja.jobs.tables.TableNames;
import io.forja.jobs.tables.TableRestore;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** The lake's tables, through the warm Spark session. Thread-safe. */
public final class SparkLake implements Lake {

    private static final DateTimeFormatter RESTORED_AT =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmssSSS").withZone(ZoneOffset.UTC);

    private final Lakehouse lakehouse;
    private final TableReader reader;
    private final TableLook look;
    private final SnapshotStore snapshots;

    public SparkLake(Lakehouse lakehouse) {
        this.lakehouse = lakehouse;
        this.reader = new TableReader(lakehouse);
        this.look = new TableLook(lakehouse);
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
            return new SqlResult(TableLook.columns(schema),
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

    @Override
    public List<TableInfo> tables() {
        SparkSession spark = lakehouse.sessions().fresh();
        return lakehouse.catalogue().tables().stream().map(entry -> look.at(spark, entry, false)).toList();
    }

    @Override
    public TableInfo table(TableRef table) {
        return look.at(lakehouse.sessions().fresh(), table);
    }

    @Override
    public List<TableVersion> history(TableRef table, int limit) {
        SparkSession spark = lakehouse.sessions().fresh();
        return History.of(spark, reader.locate(spark, table)).newest(limit);
    }

    @Override
    public TableInfo drop(TableRef table) {
        SparkSession spark = lakehouse.sessions().fresh();
        TableDrop drop = new TableDrop(lakehouse);
        TableEntry entry = drop.find(spark, table).orElseThrow(() -> reader.notFound(table));
        TableInfo info = look.at(spark, entry, true);
        drop.drop(spark, entry);
        return info;
    }

    @Override
    public TableInfo register(TableRef table, String path) {
        SparkSession spark = lakehouse.sessions().fresh();
        new TableNames(lakehouse).register(spark, table, path);
        return look.at(spark, table);
    }

    @Override
    public List<Registered> registerAll(List<TableTarget> declared) {
        return new TableNames(lakehouse).registerAll(lakehouse.sessions().fresh(), declared);
    }

    @Override
    public Restored restore(TableRef table, RestorePoint to, Instant now, boolean dryRun) {
        JobContext context = byHand("restore-" + RESTORED_AT.format(now), "", "restore", now);
        return Statement.told(() -> {
            try (JobSession session = JobSession.open(lakehouse.sessions(), context)) {
                return new TableRestore(lakehouse, session, context).restore(table, to, dryRun);
            }
        });
    }

    @Override
    public List<UndoneTable> undo(UndoRequest request, boolean dryRun) {
        JobContext context = byHand(RunUndo.idOf(request), request.pipeline(), "undo", request.now());
        return Statement.told(() -> {
            try (JobSession session = JobSession.open(lakehouse.sessions(), context)) {
                return new RunUndo(lakehouse, session.spark(), request, context).undo(dryRun);
            }
        });
    }

    /** What a person does to a table stands in its history as a run's work does. */
    private static JobContext byHand(String id, String pipeline, String job, Instant now) {
        return new JobContext(id, pipeline, job, now, 1, Clock.fixed(now, ZoneOffset.UTC), new Cancellation(),
                JobProgress.NONE);
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

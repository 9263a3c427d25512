package io.forja.scheduler.testing;

import io.forja.core.definition.TableRef;
import io.forja.core.definition.TableTarget;
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
import io.forja.core.problem.ForjaException;
import io.forja.core.problem.NotFoundException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A lake that is written on paper: one table with every kind of value, its history, two snapshots. */
public final class PaperLake implements Lake {

    public static final Instant THEN = Instant.parse("2026-11-28T02:00:00.123Z");

    private static final List<SqlResult.Column> COLUMNS = List.of(
            new SqlResult.Column("id", "bigint"), new SqlResult.Column("valor", "decimal(18,2)"),
            new SqlResult.Column("peso", "double"), new SqlResult.Column("ativo", "boolean"),
            new SqlResult.Column("nome", "string"), new SqlResult.Column("quando", "timestamp"));

    public static final TableInfo VENDAS = new TableInfo("silver.vendas", TableInfo.Type.MANAGED,
            "delta", "/lake/silver.db/vendas", 7L, 4L, 1234, 2, THEN, "vendas-1", List.of(), COLUMNS, null);
    public static final TableInfo BROKEN = new TableInfo("bronze.quebrada", TableInfo.Type.EXTERNAL, "delta",
            "s3a://bronze/x", null, null, 0, 0, null, null, List.of(), List.of(), "its log is gone");
    public static final List<TableVersion> HISTORY = List.of(
            new TableVersion(7, THEN, "MERGE", Map.of("numTargetRowsInserted", "1"), "vendas-1", "vendas", "fato", null),
            new TableVersion(6, THEN.minusSeconds(60), "WRITE", Map.of(), null, null, null,
                    "1 of its files is gone"));
    public static final SnapshotInfo OLD = new SnapshotInfo("vendas_snapshot_20261101_020000", "silver.vendas", 5,
            "/lake/snapshots/vendas_snapshot_20261101_020000", Instant.parse("2026-11-01T02:00:00Z"), 4, 1234, 1234, null);
    public static final SnapshotInfo NEW = new SnapshotInfo("vendas_snapshot_20261128_020000", "silver.vendas", 7,
            "/lake/snapshots/vendas_snapshot_20261128_020000", Instant.parse("2026-11-28T02:00:00Z"), 4, 1234, 1234, null);

    @Override
    public SqlResult sql(String statement, int maxRows) {
        if (!statement.startsWith("SELECT")) {
            throw ForjaException.permanent("the statement \"" + statement + "\" is no SQL", "begin with SELECT");
        }
        List<List<Object>> rows = List.of(
                Arrays.asList(1L, new BigDecimal("12.50"), 0.1, true, "café \"x\"\n", "2026-11-28 02:00:00"),
                Arrays.asList(9_007_199_254_740_993L, new BigDecimal("1234567890123456.78"), Double.NaN, false, "", null),
                Arrays.asList(null, new BigDecimal("0.00"), Double.NEGATIVE_INFINITY, null, null, null));
        return new SqlResult(COLUMNS, rows.subList(0, Math.min(maxRows, rows.size())), maxRows < rows.size());
    }

    @Override
    public List<TableInfo> tables() {
        return List.of(BROKEN, VENDAS);
    }

    @Override
    public TableInfo table(TableRef table) {
        return tables().stream()
                .filter(info -> info.name().equals(table.text()) || info.location().equals(table.text())).findFirst()
                .orElseThrow(() -> new NotFoundException("there is no table " + table, "see \"forja tables list\""));
    }

    @Override
    public List<TableVersion> history(TableRef table, int limit) {
        table(table);
        return HISTORY.subList(0, Math.min(limit, HISTORY.size()));
    }

    @Override
    public TableInfo drop(TableRef table) {
        return table(table);
    }

    @Override
    public TableInfo register(TableRef table, String path) {
        if (!path.equals(VENDAS.location())) {
            throw ForjaException.permanent("there is no Delta table at " + path, "write another path");
        }
        return VENDAS;
    }

    @Override
    public List<Registered> registerAll(List<TableTarget> declared) {
        return declared.stream().map(target -> new Registered(target.ref().text(), TableInfo.Type.EXTERNAL,
                String.valueOf(target.path()), true, null)).toList();
    }

    @Override
    public Restored restore(TableRef table, RestorePoint to, Instant now, boolean dryRun) {
        table(table);
        return new Restored(table.text(), to.toString(), 7L, new Restored.Size(4L, 2, 1234),
                new Restored.Size(null, 1, 99), dryRun ? null : 8L);
    }

    /** What it is asked for comes back: each table as it was before, by the next version. */
    @Override
    public List<UndoneTable> undo(UndoRequest request, boolean dryRun) {
        return request.tables().stream().map(written -> new UndoneTable(written.table().text(),
                written.before() == null ? UndoneTable.Action.DROPPED : UndoneTable.Action.RESTORED, written.before(),
                dryRun || written.before() == null ? null : 9L)).toList();
    }

    @Override
    public List<SnapshotInfo> snapshots(List<String> folders) {
        return List.of(NEW, OLD);
    }

    @Override
    public List<SnapshotInfo> expire(ExpireRule rule, boolean dryRun) {
        return snapshots(rule.folders()).stream()
                .filter(snapshot -> snapshot.takenAt().isBefore(rule.now().minus(rule.olderThan())))
                .map(old -> new SnapshotInfo(old.name(), old.table(), old.version(), old.path(), old.takenAt(),
                        old.rows(), old.bytes(), old.copied(), dryRun ? "would go" : "gone"))
                .toList();
    }

    @Override
    public void close() {}
}

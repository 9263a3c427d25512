package io.forja.scheduler.app;

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
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;

/** A lake whose classes are loaded by the first call; a command that looks at runs alone never does. */
final class LazyLake implements Lake {

    private final Supplier<Lake> lake;

    LazyLake(Supplier<Lake> lake) {
        this.lake = lake;
    }

    @Override
    public SqlResult sql(String statement, int maxRows) {
        return lake.get().sql(statement, maxRows);
    }

    @Override
    public List<TableInfo> tables() {
        return lake.get().tables();
    }

    @Override
    public TableInfo table(TableRef table) {
        return lake.get().table(table);
    }

    @Override
    public List<TableVersion> history(TableRef table, int limit) {
        return lake.get().history(table, limit);
    }

    @Override
    public TableInfo drop(TableRef table) {
        return lake.get().drop(table);
    }

    @Override
    public TableInfo register(TableRef table, String path) {
        return lake.get().register(table, path);
    }

    @Override
    public List<Registered> registerAll(List<TableTarget> declared) {
        return lake.get().registerAll(declared);
    }

    @Override
    public Restored restore(TableRef table, RestorePoint to, Instant now, boolean dryRun) {
        return lake.get().restore(table, to, now, dryRun);
    }

    @Override
    public List<UndoneTable> undo(UndoRequest request, boolean dryRun) {
        return lake.get().undo(request, dryRun);
    }

    @Override
    public List<SnapshotInfo> snapshots(List<String> folders) {
        return lake.get().snapshots(folders);
    }

    @Override
    public List<SnapshotInfo> expire(ExpireRule rule, boolean dryRun) {
        return lake.get().expire(rule, dryRun);
    }

    /** Whoever made the lake behind this closes it. */
    @Override
    public void close() {}
}

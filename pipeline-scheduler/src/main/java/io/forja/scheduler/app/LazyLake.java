package io.forja.scheduler.app;

import io.forja.core.definition.TableRef;
import io.forja.core.lake.ExpireRule;
import io.forja.core.lake.Lake;
import io.forja.core.lake.SnapshotInfo;
import io.forja.core.lake.SqlResult;
import io.forja.core.lake.TableInfo;
import io.forja.core.lake.TableVersion;
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

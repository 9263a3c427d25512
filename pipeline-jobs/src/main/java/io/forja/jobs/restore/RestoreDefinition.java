package io.forja.jobs.restore;

import io.forja.core.definition.JobDefinition;
import io.forja.core.definition.Moment;
import io.forja.core.definition.TableRef;
import io.forja.core.lake.RestorePoint;
import io.forja.core.yaml.Doc;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Doc("Makes an earlier state of a table its newest version; its history goes on. One of `version`, `timestamp` and"
        + " `snapshot` says which.")
public record RestoreDefinition(
        @Doc(value = "The table.", example = "silver.fato_vendas") TableRef table,
        @Doc(value = "The version whose rows and schema come back.", example = "3") @Nullable Long version,
        @Doc(value = "The moment whose newest version comes back; without an offset it is in UTC.",
                        example = "\"2026-11-29 10:00:00\"")
                @Nullable Moment timestamp,
        @Doc(value = "The snapshot whose rows and schema come back: its name in `lakehouse.snapshots` of forja.yaml, or"
                        + " its path.",
                        example = "fato_vendas_snapshot_20261129_070000")
                @Nullable String snapshot)
        implements JobDefinition {

    public RestoreDefinition {
        new RestorePoint(version, timestamp, snapshot);
    }

    RestorePoint point() {
        return new RestorePoint(version, timestamp, snapshot);
    }

    @Override
    public List<TableRef> reads() {
        return List.of();
    }

    @Override
    public List<TableRef> writes() {
        return List.of(table);
    }

    @Override
    public String summary() {
        return table + " back to " + point();
    }
}

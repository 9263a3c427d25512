package io.forja.jobs.source;

import io.forja.core.definition.Moment;
import io.forja.core.definition.TableRef;
import io.forja.core.lake.RestorePoint;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.InvalidValueException;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Doc("A Delta table of the lake, by its name or its path: as it is now, or as it was at a version or a moment.")
public record FromTable(
        @Doc(value = "`schema.table`, or the path of a Delta table.", example = "bronze.vendas") TableRef table,
        @Doc(value = "The version that is read.", example = "3") @Nullable Long version,
        @Doc(value = "The moment whose newest version is read; without an offset it is in UTC, as in SQL.",
                        example = "\"2026-11-29 10:00:00\"")
                @Nullable Moment timestamp)
        implements Source {

    public FromTable {
        if (version != null && timestamp != null) {
            throw new InvalidValueException("a version and a timestamp cannot both be read", "keep one of them");
        }
        RestorePoint.requireVersion(version);
    }

    /** True where the table is read as it was. */
    boolean isOld() {
        return version != null || timestamp != null;
    }

    @Override
    public List<TableRef> reads() {
        return List.of(table);
    }

    @Override
    public String label() {
        return "table " + table + (version != null ? " version " + version : timestamp != null ? " of " + timestamp : "");
    }
}

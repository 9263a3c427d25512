package io.forja.jobs.expire;

import io.forja.core.definition.TableRef;
import io.forja.core.lake.Keepers;
import io.forja.core.yaml.Default;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.Durations;
import io.forja.core.yaml.InvalidValueException;
import io.forja.core.yaml.Required;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Doc("Removes old snapshots, and their names from the catalogue. Only what the job type `snapshot` made is ever removed:"
        + " a directory with the exact name, a time that exists, and Forja's marker of that name inside; files that such"
        + " directories shared, once none lists them; and what is left of one whose process died as it began.")
record ExpireSnapshots(
        @Doc(value = "The tables whose snapshots are meant, one or a list, or `\"*\"` for all.",
                        example = "[silver.fato_vendas]")
                @Required List<String> snapshots,
        @Doc(value = "The folder of the snapshots; without it, `lakehouse.snapshots` of forja.yaml.",
                        example = "s3a://lake/snapshots")
                @Nullable String folder,
        @Doc("The age from which a snapshot is removed, counted from the time in its name to now.")
                @Default("30d") Duration olderThan,
        @Doc("So many of the newest snapshots of each table stay, however old they are.")
                @Default("3") int keepAtLeast,
        @Doc(value = "Snapshots that stay by the calendar, beside the newest.", example = "{daily: 7, monthly: 12}")
                @Nullable CalendarKeepers keep,
        @Doc("Whether the job only tells what it would remove.") @Default("false") boolean dryRun)
        implements Expiry {

    private static final String ALL = "*";

    ExpireSnapshots {
        if (snapshots.contains(ALL) && snapshots.size() > 1) {
            throw new InvalidValueException("snapshots", "\"*\" stands for all tables and here beside others",
                    "keep either \"*\" or the tables");
        }
        for (String table : snapshots) {
            if (!table.equals(ALL)) {
                try {
                    TableRef.parse(table);
                } catch (InvalidValueException e) {
                    throw new InvalidValueException("snapshots", String.valueOf(e.getMessage()), e.remedy());
                }
            }
        }
        if (keepAtLeast < 0) {
            throw new InvalidValueException("keepAtLeast", "there cannot be " + keepAtLeast + " snapshots",
                    "write 0 or more");
        }
    }

    Keepers keepers() {
        return keep == null ? Keepers.newest(keepAtLeast)
                : new Keepers(keepAtLeast, keep.daily(), keep.weekly(), keep.monthly());
    }

    /** The tables whose snapshots are meant; empty for all. */
    List<TableRef> tables() {
        return snapshots.contains(ALL) ? List.of() : snapshots.stream().map(TableRef::parse).distinct().toList();
    }

    @Override
    public List<TableRef> reads() {
        return List.of();
    }

    @Override
    public List<TableRef> writes() {
        return List.of();
    }

    @Override
    public String summary() {
        return "snapshots of " + (snapshots.contains(ALL) ? "all tables" : String.join(", ", snapshots))
                + " older than " + Durations.format(olderThan) + (dryRun ? " -> told" : " -> removed") + " (the newest "
                + keepAtLeast + " of each" + (keep == null ? "" : " and " + keep.summary()) + " stay)";
    }
}

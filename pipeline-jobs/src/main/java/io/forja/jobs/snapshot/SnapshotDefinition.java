package io.forja.jobs.snapshot;

import io.forja.core.definition.JobDefinition;
import io.forja.core.definition.TableRef;
import io.forja.core.yaml.Default;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.InvalidValueException;
import io.forja.core.yaml.Required;
import io.forja.core.yaml.Short;
import io.forja.jobs.snapshots.SnapshotMode;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

@Short("tables")
@Doc("Copies tables as they are now, each into a Delta table of its own that depends on nothing of its source. A"
        + " snapshot is named `<table>_snapshot_yyyyMMdd_HHmmss`: the last part of the table's name, and the run's"
        + " logical time in UTC.")
public record SnapshotDefinition(
        @Doc(value = "The tables, one or a list, all copied at the versions that are the newest when the job begins.",
                        example = "[silver.fato_vendas, bronze.vendas]")
                @Required List<TableRef> tables,
        @Doc(value = "The folder that snapshots go into; without it, `lakehouse.snapshots` of forja.yaml. It cannot be"
                        + " inside a table's directory, where VACUUM would delete them.",
                        example = "s3a://lake/snapshots")
                @Nullable String into,
        @Doc(value = "The schema in which each snapshot is registered as an external table; without it, in none.",
                        example = "snapshots")
                @Nullable String register,
        @Doc("`full` copies every file into the snapshot's own directory. `incremental` copies only files that no earlier"
                        + " incremental snapshot of the table in this folder has: they share one directory,"
                        + " `<table>_snapshot_files` beside them, from which `expire` removes what none needs any more.")
                @Default("full") SnapshotMode mode)
        implements JobDefinition {

    public SnapshotDefinition {
        Map<String, TableRef> named = new HashMap<>();
        for (TableRef table : tables) {
            TableRef other = named.putIfAbsent(table.name().toLowerCase(Locale.ROOT), table);
            if (other != null) {
                throw new InvalidValueException("tables", other.equals(table) ? "the table " + table + " stands twice"
                        : "the snapshots of " + other + " and " + table + " would have one name", other.equals(table)
                        ? "remove it once" : "move one of them to a job of its own, with another folder in into:");
            }
            if (into != null && table.isPath() && (into + "/").startsWith(table + "/")) {
                throw new InvalidValueException("into", "the folder is in the directory of the table " + table
                        + ", whose VACUUM would delete the snapshots", "write a folder outside of all tables");
            }
        }
        if (register != null && !register.contains("${") && !isName(register)) {
            throw new InvalidValueException("register", "\"" + register + "\" is no name of a schema",
                    "write a name of letters, digits and _, such as snapshots");
        }
        for (TableRef table : tables) {
            if (register != null && !table.text().contains("${") && !isName(table.name())) {
                throw new InvalidValueException("register", "the snapshots of " + table + " cannot have a name in the"
                        + " catalogue, since it has other signs than letters, digits and _", "remove register:");
            }
        }
    }

    private static boolean isName(String text) {
        return text.matches("[\\p{L}_][\\p{L}\\p{N}_$]*");
    }

    @Override
    public List<TableRef> reads() {
        return tables;
    }

    /** None that another job could know: each run makes tables of its own. */
    @Override
    public List<TableRef> writes() {
        return List.of();
    }

    @Override
    public String summary() {
        return tables.stream().map(TableRef::text).collect(Collectors.joining(", ")) + " -> snapshots in "
                + (into == null ? "the lake's folder" : into)
                + (mode == SnapshotMode.FULL ? "" : ", incremental")
                + (register == null ? "" : ", registered in " + register);
    }
}

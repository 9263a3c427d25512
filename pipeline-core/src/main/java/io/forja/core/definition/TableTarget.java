package io.forja.core.definition;

import io.forja.core.yaml.Default;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.InvalidValueException;
import io.forja.core.yaml.Short;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where a job's rows go. Without a path the table is managed, with one it is external. */
@Short("table")
@Doc("Where a job's rows go: a managed table without `path`, an external one with it.")
public record TableTarget(
        @Doc(value = "The table's name, `schema.table`. Without a name the table is known by its path alone.",
                        example = "silver.fato_vendas")
                @Nullable TableRef table,
        @Doc(value = "Where an external table's files are. DROP TABLE keeps them, and the path can be registered again.",
                        example = "s3a://bronze/vendas")
                @Nullable String path,
        @Doc("`overwrite` makes the rows the table's only ones, as a new version; `append` adds them.")
                @Default("overwrite") WriteMode mode,
        @Doc(value = "The columns by whose values the files are split into directories.", example = "[ano, mes]")
                List<String> partitionBy,
        @Doc(value = "How long the table's old versions can be read and restored: neither its log nor its files are"
                        + " cleaned up before. Without it Delta keeps the log for 30 days and the files for 7.",
                        example = "30d")
                @Nullable Duration timeTravel,
        @Doc("What happens when the rows have other columns than the table: `evolve` changes the table and tells,"
                        + " `freeze` fails the job before anything is written, `discard` leaves new columns out and fails"
                        + " for anything else. By default `evolve` for an overwrite, `freeze` for an append.")
                @Nullable SchemaPolicy schema,
        @Doc(value = "The columns that are agreed, and no others, in any order; rows that differ are refused before"
                        + " anything is written.",
                        example = "{id: bigint not null, valor: \"decimal(18,2)\"}")
                Map<String, ContractColumn> columns) {

    /** A target of which no more is said than where it is and how it is written. */
    public TableTarget(@Nullable TableRef table, @Nullable String path, WriteMode mode, List<String> partitionBy) {
        this(table, path, mode, partitionBy, null, null, Map.of());
    }

    public TableTarget {
        if (timeTravel != null && timeTravel.isZero()) {
            throw new InvalidValueException("timeTravel", "no time is no window", "write at least 1h, such as 30d");
        }
        if (table == null && path == null) {
            throw new InvalidValueException("the target has neither a table nor a path",
                    "add \"table: schema.name\" (managed) or \"path: ...\" as well (external)");
        }
        if (table != null && table.isPath()) {
            throw new InvalidValueException("table", "\"" + table + "\" is a path, not a name",
                    "write it as path: " + table);
        }
    }

    /** The policy that counts. */
    public SchemaPolicy schemaPolicy() {
        return schema != null ? schema : mode == WriteMode.APPEND ? SchemaPolicy.FREEZE : SchemaPolicy.EVOLVE;
    }

    /** The same target under other names. */
    public TableTarget named(@Nullable TableRef name, @Nullable String place) {
        return new TableTarget(name, place, mode, partitionBy, timeTravel, schema, columns);
    }

    /** A table that gets rows besides those that it has, by its name or its path. */
    public static TableTarget appending(TableRef table) {
        return table.isPath()
                ? new TableTarget(null, table.text(), WriteMode.APPEND, List.of())
                : new TableTarget(table, null, WriteMode.APPEND, List.of());
    }

    /** Both ways by which another job may call this table. */
    public List<TableRef> refs() {
        List<TableRef> refs = new ArrayList<>();
        if (table != null) {
            refs.add(table);
        }
        if (path != null) {
            refs.add(TableRef.ofPath(path));
        }
        return refs;
    }

    /** The name where there is one, else the path. */
    public TableRef ref() {
        return refs().get(0);
    }
}

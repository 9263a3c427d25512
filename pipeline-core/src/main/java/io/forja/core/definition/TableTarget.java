package io.forja.core.definition;

import io.forja.core.yaml.Default;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.InvalidValueException;
import io.forja.core.yaml.Short;
import java.util.ArrayList;
import java.util.List;
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
                List<String> partitionBy) {

    public TableTarget {
        if (table == null && path == null) {
            throw new InvalidValueException("the target has neither a table nor a path",
                    "add \"table: schema.name\" (managed) or \"path: ...\" as well (external)");
        }
        if (table != null && table.isPath()) {
            throw new InvalidValueException("table", "\"" + table + "\" is a path, not a name",
                    "write it as path: " + table);
        }
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

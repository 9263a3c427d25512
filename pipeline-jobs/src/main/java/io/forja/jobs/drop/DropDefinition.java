package io.forja.jobs.drop;

import io.forja.core.definition.JobDefinition;
import io.forja.core.definition.TableRef;
import io.forja.core.yaml.Default;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.InvalidValueException;
import io.forja.core.yaml.Short;
import java.util.List;

@Short("table")
@Doc("Drops a table: its name goes. The data of a managed table goes with it, that of an external one stays and can be"
        + " registered again.")
public record DropDefinition(
        @Doc(value = "The table, by its name.", example = "silver.rascunho") TableRef table,
        @Doc("Whether a table that is not there is no failure.") @Default("false") boolean ifExists)
        implements JobDefinition {

    public DropDefinition {
        if (table.isPath()) {
            throw new InvalidValueException("table", "\"" + table + "\" is a path, and only names are dropped",
                    "write schema.table; the files of an external table are yours to delete");
        }
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
        return "drop " + table + (ifExists ? " where it is there" : "") + " (managed: name and data; external: the name)";
    }
}

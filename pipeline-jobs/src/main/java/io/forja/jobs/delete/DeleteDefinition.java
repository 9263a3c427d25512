package io.forja.jobs.delete;

import io.forja.core.definition.JobDefinition;
import io.forja.core.definition.TableRef;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.InvalidValueException;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Doc("Takes the rows that meet a condition out of a table, as a new version; older versions still have them. They count"
        + " as read and filtered.")
public record DeleteDefinition(
        @Doc(value = "The table.", example = "bronze.sinistro") TableRef table,
        @Doc(value = "An SQL condition: the rows for which it is true go. It has to stand here; `\"true\"` empties the"
                        + " table.",
                        example = "\"status = 'Recusado'\"")
                @Nullable String where)
        implements JobDefinition {

    public DeleteDefinition {
        if (where == null || where.isBlank()) {
            throw new InvalidValueException("where", "without \"where\" every row would be deleted",
                    "write where: \"true\" if that is meant");
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
        return "delete from " + table + " where " + String.valueOf(where).strip();
    }
}

package io.forja.jobs.update;

import io.forja.core.definition.DistinctColumns;
import io.forja.core.definition.JobDefinition;
import io.forja.core.definition.TableRef;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.Required;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

@Doc("Gives the rows that meet a condition other values, exactly once however often the job is attempted. They count as"
        + " read and written.")
public record UpdateDefinition(
        @Doc(value = "The table.", example = "bronze.apolice") TableRef table,
        @Doc(value = "The new value of each column, as an SQL expression over the row as it was.",
                        example = "{valor_premio: valor_premio * 1.15}")
                @Required Map<String, String> set,
        @Doc(value = "An SQL condition: the rows for which it is true are changed; without it all are.",
                        example = "\"cobertura = 'Básica'\"")
                @Nullable String where)
        implements JobDefinition {

    public UpdateDefinition {
        DistinctColumns.require("set", set.keySet());
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
        return "update " + String.join(", ", set.keySet()) + " of " + table
                + (where == null ? "" : " where " + where.strip());
    }
}

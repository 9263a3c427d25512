package io.forja.jobs.check;

import io.forja.core.definition.JobDefinition;
import io.forja.core.definition.TableRef;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.InvalidValueException;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Doc("Looks at a table and fails when it is not as it has to be. All that is wrong is told at once; nothing is written.")
public record CheckDefinition(
        @Doc(value = "The table.", example = "silver.fato_vendas") TableRef table,
        @Doc(value = "How many rows it has to have.", example = "{min: 1}") @Nullable Count rows,
        @Doc(value = "How many versions it has to have.", example = "3") @Nullable Count versions,
        @Doc(value = "Columns that together tell every row from the others.", example = "id_transacao")
                List<String> unique,
        @Doc(value = "SQL conditions that every row has to meet (NULL does not).", example = "[valor >= 0]")
                List<String> expect)
        implements JobDefinition {

    public CheckDefinition {
        if (rows == null && versions == null && unique.isEmpty() && expect.isEmpty()) {
            throw new InvalidValueException("there is nothing to check",
                    "write at least one of rows, versions, unique, expect");
        }
    }

    @Override
    public List<TableRef> reads() {
        return List.of(table);
    }

    @Override
    public List<TableRef> writes() {
        return List.of();
    }

    @Override
    public String summary() {
        return "check " + table;
    }
}

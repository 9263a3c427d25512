package io.forja.jobs.source;

import io.forja.core.definition.TableRef;
import io.forja.core.yaml.Doc;
import java.util.List;

@Doc("A Delta table of the lake, by its name or its path.")
public record FromTable(
        @Doc(value = "`schema.table`, or the path of a Delta table.", example = "bronze.vendas") TableRef table)
        implements Source {

    @Override
    public List<TableRef> reads() {
        return List.of(table);
    }

    @Override
    public String label() {
        return "table " + table;
    }
}

package io.forja.jobs.export;

import io.forja.core.definition.JobDefinition;
import io.forja.core.definition.TableRef;
import io.forja.core.yaml.Beside;
import io.forja.core.yaml.Doc;
import io.forja.jobs.source.Input;
import java.util.List;

@Doc("Writes rows to a file, or to a folder of files, that is there whole or not at all. What is there is replaced.")
public record ExportDefinition(
        @Doc("Where the rows come from.") @Beside Input input,
        @Doc(value = "What is written.", example = "{csv: \"export/vendas_${run.date}.csv\"}") ExportTarget into)
        implements JobDefinition {

    @Override
    public List<TableRef> reads() {
        return input.reads();
    }

    @Override
    public List<TableRef> writes() {
        return List.of();
    }

    @Override
    public String summary() {
        return input.label() + " -> " + into.label();
    }
}

package io.forja.jobs.source;

import io.forja.core.yaml.Doc;
import io.forja.core.yaml.Required;
import java.util.List;

@Doc("Parquet files.")
public record FromParquet(
        @Doc(value = "A file, a folder or a glob, or a list of them.", example = "data/vendas.parquet") @Required
                List<String> parquet)
        implements Source {

    @Override
    public String label() {
        return "parquet " + String.join(", ", parquet);
    }
}

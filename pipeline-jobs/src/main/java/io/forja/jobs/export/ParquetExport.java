package io.forja.jobs.export;

import io.forja.core.yaml.Doc;

@Doc("Parquet, with the types of the rows.")
record ParquetExport(
        @Doc(value = "The file, or a folder, with `/` at its end.", example = "export/vendas.parquet") String parquet)
        implements ExportTarget {

    ParquetExport {
        ExportTarget.requirePath("parquet", parquet);
    }

    @Override
    public String path() {
        return parquet;
    }

    @Override
    public String format() {
        return "parquet";
    }
}

package io.forja.jobs.export;

import io.forja.core.yaml.Choice;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.InvalidValueException;

/** The files that an export writes. */
@Choice(Choice.By.FIRST_KEY)
@Doc("The files that an export writes: one, or with a path that ends with `/` a folder of as many as the rows have parts.")
sealed interface ExportTarget permits CsvExport, ParquetExport {

    /** Where the file or the folder is. */
    String path();

    /** {@code csv} or {@code parquet}. */
    String format();

    default boolean isFolder() {
        return path().endsWith("/");
    }

    default String label() {
        return format() + " " + path();
    }

    /** @throws InvalidValueException when the path leads to no file or folder of its own */
    static void requirePath(String key, String path) {
        if (path.isBlank() || path.equals("/") || path.matches("[^:/]+:/*[^/]*/?") || path.matches(".*[*?\\[].*")) {
            throw new InvalidValueException(key, "\"" + path + "\" is no place for a file",
                    "write a path such as export/vendas." + key + ", or export/vendas/ for a folder");
        }
    }
}

package io.forja.jobs.csv;

import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * CSV files ready to be queried. Rows are read when the dataset is.
 *
 * @param dataset the data columns, all of them text, then the metadata columns asked for; rows in the order of the
 *                files' paths, and within a file in its own
 * @param columns the names of the data columns
 * @param notes   a sentence for each thing about the columns that the reader of a table should know
 */
public record CsvInput(Dataset<Row> dataset, List<String> columns, List<String> notes) {
    public CsvInput {
        columns = List.copyOf(columns);
        notes = List.copyOf(notes);
    }
}

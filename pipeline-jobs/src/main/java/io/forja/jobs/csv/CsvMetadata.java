package io.forja.jobs.csv;

import java.util.Locale;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/** Columns that say where a row comes from. They stand after the data columns, in this order. */
public enum CsvMetadata {
    /** The file's full path, with its scheme unless it is on the local disk: {@code /data/vendas.csv}. */
    SOURCE_FILE(DataTypes.StringType),
    /** The number of the row in its file, from 1; header, preamble and blank lines do not count. */
    SOURCE_ROW(DataTypes.LongType),
    /** The physical line on which the row starts, from 1. */
    SOURCE_LINE(DataTypes.LongType),
    /**
     * The text of the record as the file has it, without its row end. Bytes that are not valid in the charset stand
     * as {@code \xE9}.
     */
    RAW(DataTypes.StringType),
    /** What is wrong with the row, in one sentence; NULL for a good one. */
    ERROR(DataTypes.StringType);

    private final DataType type;

    CsvMetadata(DataType type) {
        this.type = type;
    }

    /** The name in the dataset, such as {@code _source_row}. A data column of that name is renamed. */
    public String column() {
        return "_" + name().toLowerCase(Locale.ROOT);
    }

    DataType type() {
        return type;
    }
}

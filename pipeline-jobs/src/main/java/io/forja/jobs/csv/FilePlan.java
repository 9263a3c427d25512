package io.forja.jobs.csv;

import java.io.Serializable;
import java.util.List;

/**
 * How the fields of a file become the columns of the dataset.
 *
 * @param fields  what the fields of each row are called in the file
 * @param fieldOf for each data column the field that fills it, from 0; {@link #ABSENT} where the file has none
 */
record FilePlan(FileHead head, List<String> fields, int[] fieldOf) implements Serializable {
    static final int ABSENT = -1;

    CsvFile file() {
        return head.file();
    }
}

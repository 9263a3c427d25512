package io.forja.jobs.csv;

import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * The data columns of CSV files.
 *
 * @param spelled the names exactly as the first file that has the column writes them; blank where there is none
 * @param names   the names in the dataset, in the same order: without outer blanks, {@code _c<position>} for blank
 *                ones, and {@code _2}, {@code _3}, ... behind repeated ones and behind those of {@link CsvMetadata}
 * @param notes   a sentence for each name that differs from its spelling, and for each difference between files
 */
public record CsvHeader(List<String> spelled, List<String> names, List<String> notes) {
    public CsvHeader {
        spelled = List.copyOf(spelled);
        names = List.copyOf(names);
        notes = List.copyOf(notes);
    }

    /**
     * Looks at the start of each file; starts no Spark job.
     *
     * @throws CsvException where a path stands for no file, a file has no header, or columns differ between the files
     *                      and the options do not allow it
     */
    public static CsvHeader of(Configuration hadoop, List<String> paths, CsvFormat format, CsvRead options) {
        return ColumnPlan.of(hadoop, paths, format, options).header();
    }
}

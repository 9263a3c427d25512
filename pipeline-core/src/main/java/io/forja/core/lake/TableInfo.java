package io.forja.core.lake;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table of the catalogue.
 *
 * @param name {@code schema.table}; the path for a table without a name
 * @param type whose the files are
 * @param format how the files are written: {@code delta}
 * @param location where the files are
 * @param version the newest version, or null where the table cannot be read (see {@code problem})
 * @param rows rows in all, or null where the table's statistics do not say
 * @param bytes bytes of the newest version's files
 * @param files files of the newest version
 * @param modifiedAt when the newest version was committed
 * @param lastRun the run that made the newest version, or null where it was none of Forja's
 * @param writers the jobs that write it, each as {@code pipeline/job}
 * @param columns empty in a list of tables, full for one table
 * @param problem why the table cannot be read, or null
 */
public record TableInfo(
        String name, Type type, String format, String location, @Nullable Long version, @Nullable Long rows, long bytes,
        long files, @Nullable Instant modifiedAt, @Nullable String lastRun, List<String> writers,
        List<SqlResult.Column> columns, @Nullable String problem) {

    public TableInfo {
        writers = List.copyOf(writers);
        columns = List.copyOf(columns);
    }

    /** The same table with the jobs that write it. */
    public TableInfo writtenBy(List<String> jobs) {
        return new TableInfo(name, type, format, location, version, rows, bytes, files, modifiedAt, lastRun, jobs,
                columns, problem);
    }

    /** Whose the files are. */
    public enum Type {
        /** Forja's: DROP TABLE deletes them. */
        MANAGED,
        /** The user's: DROP TABLE keeps them. */
        EXTERNAL
    }
}

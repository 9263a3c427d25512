package io.forja.core.job;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a job would do to its table as that is now.
 *
 * @param table the table's name, or its path
 * @param rows the rows that would be changed, or null where that is not known before the job runs
 * @param notes what a person should know besides, a sentence each
 */
public record JobPreview(String table, @Nullable RowChanges rows, List<String> notes) {

    public JobPreview {
        notes = List.copyOf(notes);
    }
}

package io.forja.core.lake;

import io.forja.core.definition.TableRef;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run that is to be undone.
 *
 * @param run the last of the runs that resume one another: by it the undo is told and remembered
 * @param origin the run that it resumes, or the run itself: what any of those that resume it wrote goes with it
 * @param tables the tables that it wrote
 * @param now when it is undone
 */
public record UndoRequest(String run, String origin, String pipeline, List<Written> tables, Instant now) {

    public UndoRequest {
        tables = List.copyOf(tables);
    }

    /** @param before the table's version before the run, or null where the run made the table */
    public record Written(TableRef table, @Nullable Long before) {}
}

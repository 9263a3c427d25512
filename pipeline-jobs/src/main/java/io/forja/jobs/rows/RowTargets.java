package io.forja.jobs.rows;

import io.forja.core.definition.TableTarget;
import io.forja.core.definition.WriteMode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the rows of a job go.
 *
 * @param into where those go that are written
 * @param rejects where rejected ones are kept, or null where no exit rejects
 * @param maxRejects how many may be rejected, or null for any number
 * @param duplicates where those are kept that lost to another row of their key, or null where they are only counted
 */
public record RowTargets(
        TableTarget into, @Nullable TableTarget rejects, @Nullable RejectLimit maxRejects,
        @Nullable TableTarget duplicates) {

    public static RowTargets into(TableTarget into) {
        return new RowTargets(into, null, null, null);
    }

    public static RowTargets into(TableTarget into, @Nullable TableTarget rejects, @Nullable RejectLimit maxRejects) {
        return new RowTargets(into, rejects, maxRejects, null);
    }

    /** The table that keeps the rows of an exit of this kind, which grows with every run; null where none does. */
    @Nullable TableTarget keeping(Exit.Kind kind) {
        TableTarget kept = switch (kind) {
            case REJECTED -> rejects;
            case DEDUPLICATED -> duplicates;
            case FILTERED, FAILED -> null;
        };
        return kept == null ? null : new TableTarget(kept.table(), kept.path(), WriteMode.APPEND, List.of(),
                kept.timeTravel(), null, Map.of());
    }
}

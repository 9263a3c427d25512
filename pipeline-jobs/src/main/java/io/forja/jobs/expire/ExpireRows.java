package io.forja.jobs.expire;

import io.forja.core.definition.TableRef;
import io.forja.core.yaml.Default;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.Durations;
import io.forja.core.yaml.InvalidValueException;
import java.time.Duration;
import java.util.List;

@Doc("Deletes the rows of a table whose date or timestamp is older, as a new version; older versions still have them."
        + " Rows without a date stay. They count as read and filtered.")
record ExpireRows(
        @Doc(value = "The table.", example = "silver.eventos") TableRef rows,
        @Doc(value = "The column that tells a row's age, a date or a timestamp.", example = "dia") String column,
        @Doc(value = "The age from which a row is deleted, counted to the run's logical time; of dates whole days in UTC"
                        + " count.",
                        example = "365d")
                Duration olderThan,
        @Doc("Whether the job only tells how many rows it would delete.") @Default("false") boolean dryRun)
        implements Expiry {

    ExpireRows {
        if (olderThan.isZero()) {
            throw new InvalidValueException("olderThan", "every row with a past date would be deleted",
                    "write at least 1s, such as 365d");
        }
    }

    @Override
    public List<TableRef> reads() {
        return dryRun ? List.of(rows) : List.of();
    }

    @Override
    public List<TableRef> writes() {
        return dryRun ? List.of() : List.of(rows);
    }

    @Override
    public String summary() {
        return "rows of " + rows + " with " + column + " older than " + Durations.format(olderThan)
                + (dryRun ? " -> told" : " -> deleted");
    }
}

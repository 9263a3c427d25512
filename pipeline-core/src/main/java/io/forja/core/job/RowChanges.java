package io.forja.core.job;

/**
 * What a version did to the rows of its table.
 *
 * @param inserted rows that are new
 * @param updated rows that have other values than before
 * @param deleted rows that are no longer there
 */
public record RowChanges(long inserted, long updated, long deleted) {

    public static final RowChanges NONE = new RowChanges(0, 0, 0);

    /**
     * @throws IllegalArgumentException when a number is negative: a mistake in the job, never to be hidden
     */
    public RowChanges {
        if (Math.min(inserted, Math.min(updated, deleted)) < 0) {
            throw new IllegalArgumentException("no rows are fewer than none: inserted " + inserted + ", updated "
                    + updated + ", deleted " + deleted);
        }
    }

    public static RowChanges inserted(long rows) {
        return new RowChanges(rows, 0, 0);
    }
}

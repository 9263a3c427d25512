package io.forja.core.job;

/**
 * Where every row went: {@code read = written + rejected + deduplicated + filtered}, exactly.
 *
 * @param read rows that came out of the source; of a job without a source, the rows of the table that its condition
 *     holds for
 * @param written rows that are in the new version of the target, or changed a row of it
 * @param rejected rows that are in the rejects table, with their reason
 * @param deduplicated rows that lost to another row of the same key
 * @param filtered rows left out on purpose
 */
public record RowCounts(long read, long written, long rejected, long deduplicated, long filtered) {

    public static final RowCounts NONE = new RowCounts(0, 0, 0, 0, 0);

    /**
     * @throws IllegalArgumentException when the rows do not add up: a mistake in the job, never to be hidden
     */
    public RowCounts {
        if (read != written + rejected + deduplicated + filtered) {
            throw new IllegalArgumentException("the rows do not add up: read " + read + ", written " + written
                    + ", rejected " + rejected + ", deduplicated " + deduplicated + ", filtered " + filtered);
        }
        if (Math.min(Math.min(written, rejected), Math.min(deduplicated, filtered)) < 0) {
            throw new IllegalArgumentException("no rows are fewer than none: written " + written + ", rejected "
                    + rejected + ", deduplicated " + deduplicated + ", filtered " + filtered);
        }
    }

    /** Rows that all went where they were to go. */
    public static RowCounts copied(long rows) {
        return new RowCounts(rows, rows, 0, 0, 0);
    }

    public RowCounts plus(RowCounts other) {
        return new RowCounts(read + other.read, written + other.written, rejected + other.rejected,
                deduplicated + other.deduplicated, filtered + other.filtered);
    }
}

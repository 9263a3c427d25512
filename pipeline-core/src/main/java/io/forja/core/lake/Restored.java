package io.forja.core.lake;

import org.jspecify.annotations.Nullable;

/**
 * What a restore did, or would do.
 *
 * @param table the table as people call it
 * @param source what its rows come from: {@code version 3}, {@code snapshot vendas_snapshot_20261129_050000}
 * @param before the version that was the newest, or null where the table is not there
 * @param now the table as it was before
 * @param then the table as it is or would be
 * @param after the version that was made, or null where none was: in a dry run, or where nothing differs
 */
public record Restored(
        String table, String source, @Nullable Long before, Size now, Size then, @Nullable Long after) {

    /**
     * How much a version holds.
     *
     * @param rows null where its statistics do not say
     */
    public record Size(@Nullable Long rows, long files, long bytes) {
        public static final Size NOTHING = new Size(0L, 0, 0);
    }
}

package io.forja.core.lake;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot of a table.
 *
 * @param name {@code <table>_snapshot_yyyyMMdd_HHmmss}, in UTC
 * @param table the table it was made of
 * @param version the version it was made of
 * @param path where it is
 * @param takenAt the logical time in its name
 * @param bytes the bytes of its files; of one that is or would be removed, those that are freed by it
 * @param copied how many bytes were copied to take it; the others it shares with earlier snapshots
 * @param reason why it is or would be removed; null in a list
 */
public record SnapshotInfo(
        String name, String table, long version, String path, Instant takenAt, long rows, long bytes,
        long copied, @Nullable String reason) {}

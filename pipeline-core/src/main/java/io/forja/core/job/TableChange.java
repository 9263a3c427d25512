package io.forja.core.job;

import org.jspecify.annotations.Nullable;

/**
 * A version that a job made.
 *
 * @param table the table's name, or its path
 * @param before the version that was there, or null for a new table
 * @param after the version that is there now
 */
public record TableChange(String table, @Nullable Long before, long after) {}

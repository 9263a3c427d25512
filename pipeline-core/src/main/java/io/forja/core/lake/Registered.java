package io.forja.core.lake;

import org.jspecify.annotations.Nullable;

/**
 * What became of one table while names were given back to tables.
 *
 * @param added true where it has its name since now, false where it had it before or has none
 * @param problem why it has no name, or null where it has one
 */
public record Registered(
        String table, TableInfo.Type type, String location, boolean added, @Nullable String problem) {}

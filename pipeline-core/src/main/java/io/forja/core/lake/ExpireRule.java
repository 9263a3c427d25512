package io.forja.core.lake;

import io.forja.core.definition.TableRef;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which snapshots are given up.
 *
 * @param folders where the snapshots are
 * @param table only the snapshots of this table, or null for all
 * @param olderThan the age from which a snapshot is given up
 * @param keepers which of each table stay, however old they are
 * @param now what the age is counted to
 */
public record ExpireRule(
        List<String> folders, @Nullable TableRef table, Duration olderThan, Keepers keepers, Instant now) {}

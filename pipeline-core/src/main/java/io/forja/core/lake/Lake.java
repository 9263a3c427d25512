package io.forja.core.lake;

import io.forja.core.definition.TableRef;
import java.util.List;

/**
 * The lake's tables. The engine behind it starts with the first call that needs one, and stays warm. Thread-safe.
 *
 * <p>What the user got wrong is a {@link io.forja.core.problem.ForjaException}; an unknown table is a {@link
 * io.forja.core.problem.NotFoundException}.
 */
public interface Lake extends AutoCloseable {

    /**
     * Runs one SQL statement.
     *
     * @param maxRows the result is cut there, and says so
     */
    SqlResult sql(String statement, int maxRows);

    /** All tables of the catalogue in the order of their names. */
    List<TableInfo> tables();

    TableInfo table(TableRef table);

    /** The versions of a table, newest first, at most {@code limit}. */
    List<TableVersion> history(TableRef table, int limit);

    /**
     * Forja's own snapshots below some folders, newest first.
     *
     * @param folders where snapshots are; a folder that does not exist has none
     */
    List<SnapshotInfo> snapshots(List<String> folders);

    /**
     * Removes the snapshots that a rule gives up, or only tells which.
     *
     * @return one entry for each snapshot that was or would be removed, oldest first
     */
    List<SnapshotInfo> expire(ExpireRule rule, boolean dryRun);

    /** Lets go of the engine. */
    @Override
    void close();
}

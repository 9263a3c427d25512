package io.forja.core.lake;

import io.forja.core.definition.TableRef;
import io.forja.core.definition.TableTarget;
import java.time.Instant;
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

    /** The versions of a table, newest first, at most {@code limit}, each with whether it can still be read. */
    List<TableVersion> history(TableRef table, int limit);

    /**
     * Takes a table's name away; a managed table's data goes with it, an external one's stays. Cut short, it leaves the
     * name, and the next call goes on.
     *
     * @return the table as it was
     */
    TableInfo drop(TableRef table);

    /**
     * Gives a Delta table that is there a name, with its data: an external one, or a managed one where it lies where
     * the managed table of this name would.
     *
     * @throws io.forja.core.problem.ForjaException when there is no Delta table, or the name or the path is taken
     */
    TableInfo register(TableRef table, String path);

    /**
     * Gives tables their names back: those that are declared with a path, and every managed table in the warehouse. A
     * table that has its name keeps it, so this may be repeated.
     *
     * @param declared with {@code ${schema}} and {@code ${table}} where many tables are meant
     * @return every table that was found or declared
     */
    List<Registered> registerAll(List<TableTarget> declared);

    /**
     * Makes an earlier state of a table its newest version, or only tells what that would change.
     *
     * @param now when it is restored
     */
    Restored restore(TableRef table, RestorePoint to, Instant now, boolean dryRun);

    /**
     * Takes back what a run wrote, or only tells what that would do: all of it, or nothing where one table cannot go
     * back, since somebody else wrote it meanwhile or its version before is gone. Repeated, it finishes what was cut
     * short, and changes nothing where all was done.
     */
    List<UndoneTable> undo(UndoRequest request, boolean dryRun);

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

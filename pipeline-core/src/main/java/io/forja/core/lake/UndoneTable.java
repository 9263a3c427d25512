package io.forja.core.lake;

import org.jspecify.annotations.Nullable;

/**
 * What the undoing of a run did to a table, or would do.
 *
 * @param to the version whose rows it has again, or null where there is none
 * @param after the version that was made for that, or null where none was or a dry run makes none
 */
public record UndoneTable(String table, Action action, @Nullable Long to, @Nullable Long after) {

    /** What is done to a table. */
    public enum Action {
        /** It gets the rows and the schema from before the run, as a new version. */
        RESTORED,
        /** The run had made it, as a managed table: its name and its data go. */
        DROPPED,
        /** Nothing: the run was undone here before. */
        DONE
    }
}

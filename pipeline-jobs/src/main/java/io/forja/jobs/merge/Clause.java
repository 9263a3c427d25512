package io.forja.jobs.merge;

import io.forja.core.definition.DistinctColumns;
import io.forja.core.yaml.InvalidValueException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One clause of a merge: a condition, and what is done to the rows that are the first to meet it. */
sealed interface Clause permits WhenMatched, WhenNotMatched, WhenNotMatchedBySource {

    /** An SQL condition, or null for all rows that are left. */
    @Nullable String if_();

    /** Values of columns; empty for all columns of the source, or where none are set. */
    Map<String, String> set();

    /** What is done. */
    @Nullable Enum<?> then();

    /** What is done, for the plan: {@code update}. */
    default String verb() {
        return String.valueOf(then()).toLowerCase(Locale.ROOT);
    }

    /** True where nothing is done. */
    default boolean ignores() {
        return verb().equals("ignore");
    }

    /** True where columns get the source's values of the same names. */
    boolean takesAllColumns();

    /**
     * @param sets true where the action gives columns values
     */
    static void requireSense(@Nullable String condition, Map<String, String> set, boolean ignores, boolean sets) {
        if (condition != null && ignores) {
            throw new InvalidValueException("if", "\"ignore\" has no condition: what no clause applies to is ignored",
                    "leave the clause out, or give the others the opposite condition");
        }
        DistinctColumns.require("set", set.keySet());
        if (!set.isEmpty() && !sets) {
            throw new InvalidValueException("set", "values are set where nothing is written", "leave \"set\" out");
        }
    }

    /** Clauses are tried in their order; one that takes every row is the last. */
    static void requireOrder(String key, List<? extends Clause> clauses) {
        for (int i = 0; i < clauses.size() - 1; i++) {
            if (clauses.get(i).ignores() || clauses.get(clauses.size() - 1).ignores()) {
                throw new InvalidValueException(key, "\"ignore\" stands beside other clauses", "leave it out: what no"
                        + " clause applies to is ignored");
            }
            if (clauses.get(i).if_() == null) {
                throw new InvalidValueException(key, "the clause [" + i + "] has no condition, so that none after it"
                        + " ever applies", "give it an \"if\", or put it last");
            }
        }
    }
}

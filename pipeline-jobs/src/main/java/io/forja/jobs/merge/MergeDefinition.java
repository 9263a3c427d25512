package io.forja.jobs.merge;

import io.forja.core.definition.JobDefinition;
import io.forja.core.definition.TableRef;
import io.forja.core.yaml.Beside;
import io.forja.core.yaml.Default;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.InvalidValueException;
import io.forja.core.yaml.Required;
import io.forja.jobs.source.Input;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

@Doc("Brings rows into a table by a key: as written without more, rows of known keys update theirs and rows of new keys"
        + " are inserted. Rows of the source with the same key, or without one, are refused before anything is"
        + " committed. A row of the source that changes something counts as written, one that no clause applies to as"
        + " filtered. Expressions call the rows `source` and `target`.")
public record MergeDefinition(
        @Doc(value = "The table that is changed. One that is not there is made, where all rows of new keys are inserted.",
                        example = "bronze.apolice") TableRef into,
        @Doc("Where the rows come from.") @Beside Input input,
        @Doc(value = "The columns that tell which row of the source is which of the table, of the same names in both.",
                        example = "id_apolice")
                @Required List<String> key,
        @Doc("Rows with a key that both have: `update`, `delete`, `ignore`, or clauses of which the first that applies"
                        + " counts. A column of the source that only conditions speak of is not written.")
                @Default("update") List<WhenMatched> whenMatched,
        @Doc("Rows of the source with a new key: `insert`, `ignore`, or clauses.")
                @Default("insert") List<WhenNotMatched> whenNotMatched,
        @Doc("Rows of the table whose key the source has not: `ignore`, `delete`, or clauses.")
                @Default("ignore") List<WhenNotMatchedBySource> whenNotMatchedBySource,
        @Doc("Whether the table keeps every version of a row, with `valid_from`, `valid_to` (NULL in the version that is"
                        + " valid now) and `is_current`: a changed row closes the version before it, an unchanged one"
                        + " changes nothing, a late one gets its place between the others. `whenNotMatchedBySource:"
                        + " delete` closes the rows whose key the source no longer has; there are no other clauses.")
                @Default("false") boolean history,
        @Doc(value = "With `history`: the column of the source that tells from when a row is valid; several rows of one"
                        + " key with different times are so many versions. Without it the run's logical time counts.",
                        example = "atualizado_em")
                @Nullable String validFrom)
        implements JobDefinition {

    public MergeDefinition {
        Clause.requireOrder("whenMatched", whenMatched);
        Clause.requireOrder("whenNotMatched", whenNotMatched);
        Clause.requireOrder("whenNotMatchedBySource", whenNotMatchedBySource);
        if (Stream.of(whenMatched, whenNotMatched, whenNotMatchedBySource).flatMap(List::stream)
                .allMatch(Clause::ignores)) {
            throw new InvalidValueException("every row is ignored, so that nothing would be done",
                    "write update, insert or delete for one of whenMatched, whenNotMatched, whenNotMatchedBySource");
        }
        if (history) {
            requireNoClauses("whenMatched", whenMatched.equals(List.of(WhenMatched.UPDATE)));
            requireNoClauses("whenNotMatched", whenNotMatched.equals(List.of(WhenNotMatched.INSERT)));
            requireNoClauses("whenNotMatchedBySource", whenNotMatchedBySource.stream().allMatch(clause ->
                    clause.if_() == null && clause.set().isEmpty()));
        }
        requireTime(key, history, validFrom);
    }

    private static void requireNoClauses(String key, boolean none) {
        if (!none) {
            throw new InvalidValueException(key, "a history keeps every version of every row, and has no clauses",
                    key.equals("whenNotMatchedBySource") ? "write delete or ignore" : "leave it out");
        }
    }

    private static void requireTime(List<String> key, boolean history, @Nullable String validFrom) {
        if (validFrom != null && !history) {
            throw new InvalidValueException("validFrom", "only a history has times", "add history: true");
        }
        if (validFrom != null && key.stream().anyMatch(validFrom::equalsIgnoreCase)) {
            throw new InvalidValueException("validFrom", "the versions of one key differ in this column, which is of"
                    + " the key", "take it out of the key");
        }
    }

    /** True where a key that the source has not is closed. */
    boolean closes() {
        return whenNotMatchedBySource.stream().anyMatch(clause -> !clause.ignores());
    }

    /** True where the rows may be the first of a table: every one of them is inserted as it is. */
    boolean makesTable() {
        return whenNotMatched.size() == 1 && whenNotMatched.get(0).takesAllColumns()
                && whenNotMatched.get(0).if_() == null;
    }

    @Override
    public List<TableRef> reads() {
        return input.reads();
    }

    @Override
    public List<TableRef> writes() {
        return List.of(into);
    }

    @Override
    public String summary() {
        if (history) {
            return "merge " + input.label() + " -> history of " + into + " by " + String.join(", ", key) + " from "
                    + (validFrom == null ? "the run's time" : validFrom)
                    + (closes() ? " (not in the source: closed)" : "");
        }
        List<String> done = new ArrayList<>();
        add(done, "matched", whenMatched);
        add(done, "new", whenNotMatched);
        add(done, "not in the source", whenNotMatchedBySource);
        return "merge " + input.label() + " -> " + into + " by " + String.join(", ", key) + " ("
                + String.join("; ", done) + ")";
    }

    private static void add(List<String> done, String which, List<? extends Clause> clauses) {
        String verbs = clauses.stream().filter(clause -> !clause.ignores())
                .map(clause -> clause.verb() + (clause.if_() == null ? "" : " if " + clause.if_().strip()))
                .collect(Collectors.joining(", "));
        if (!verbs.isEmpty()) {
            done.add(which + ": " + verbs);
        }
    }
}

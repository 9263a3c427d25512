package io.forja.jobs.merge;

import io.forja.core.problem.ForjaException;
import io.forja.jobs.rows.EditedTable;
import io.forja.jobs.rows.Expressions;
import io.forja.jobs.rows.RowFlow;
import io.forja.jobs.source.InputReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.jspecify.annotations.Nullable;

/**
 * A merge as it is done: its definition checked against the columns of the table and of the source. Nothing is read.
 *
 * @param rows the source's rows with the types of the table
 * @param on true for a row of the source and one of the table with the same key
 */
record MergePlan(
        MergeDefinition definition, Dataset<Row> rows, Column on, List<Action> matched, List<Action> notMatched,
        List<Action> notMatchedBySource) {

    /** What the source's rows are called in expressions. */
    static final String SOURCE = "source";

    /**
     * What is done to the rows that are the first to meet a condition.
     *
     * @param when the condition, or null for all rows that are left
     * @param set the values of the columns; null where the row is deleted
     */
    record Action(@Nullable Column when, @Nullable Map<String, Column> set) {}

    /**
     * @throws ForjaException when a column is not there or of another type, or an expression is wrong, with its key
     */
    static MergePlan of(MergeDefinition definition, EditedTable target, Dataset<Row> source) {
        return new Checks(definition, target, source).plan();
    }

    /**
     * @param where what has the columns, for the message
     * @throws ForjaException when one of them is missing for the key
     */
    static void requireKey(MergeDefinition definition, List<String> columns, String where) {
        for (String name : definition.key()) {
            if (columns.stream().noneMatch(name::equalsIgnoreCase)) {
                ForjaException unknown = Expressions.noColumn(name, columns);
                throw ForjaException.permanent("key: " + unknown.what() + " in " + where, unknown.remedy());
            }
        }
    }

    /** The checks, over the columns of both sides. */
    private record Checks(MergeDefinition definition, EditedTable target, Dataset<Row> source) {

        MergePlan plan() {
            Column on = on();
            requireColumns();
            Dataset<Row> rows = InputReader.fitted(source, target.schema(), target.name());
            Dataset<Row> aliased = rows.as(SOURCE);
            List<String> targets = Expressions.names(EditedTable.TARGET, target.rows()).toList();
            List<String> sources = Expressions.names(SOURCE, rows).toList();
            Expressions both = new Expressions(target.rows().join(aliased),
                    Stream.concat(sources.stream(), targets.stream()).filter(name -> name.contains(".")).toList());
            return new MergePlan(definition, rows, on,
                    actions("whenMatched", definition.whenMatched(), both),
                    actions("whenNotMatched", definition.whenNotMatched(), new Expressions(aliased, sources)),
                    actions("whenNotMatchedBySource", definition.whenNotMatchedBySource(), target.expressions()));
        }

        private Column on() {
            requireKey(definition, List.of(source.columns()), "the source");
            requireKey(definition, List.of(target.schema().fieldNames()), target.name());
            return definition.key().stream()
                    .map(name -> column(EditedTable.TARGET, name).equalTo(column(SOURCE, name)))
                    .reduce(Column::and).orElseThrow();
        }

        /** Where all columns are taken, they are those of the table, but for those that only conditions speak of. */
        private void requireColumns() {
            if (clauses().values().stream().flatMap(List::stream).noneMatch(Clause::takesAllColumns)) {
                return;
            }
            List<String> spokenOf = spokenOf();
            List<String> known = List.of(target.schema().fieldNames());
            InputReader.requireColumns(Stream.of(source.columns())
                    .filter(column -> known.stream().anyMatch(column::equalsIgnoreCase)
                            || !spokenOf.contains(column.toLowerCase(Locale.ROOT)))
                    .toList(), target.schema(), target.name());
        }

        private Map<String, List<? extends Clause>> clauses() {
            Map<String, List<? extends Clause>> clauses = new LinkedHashMap<>();
            clauses.put("whenMatched", definition.whenMatched());
            clauses.put("whenNotMatched", definition.whenNotMatched());
            return clauses;
        }

        private List<String> spokenOf() {
            List<String> names = new ArrayList<>();
            clauses().forEach((key, clauses) -> clauses.forEach(clause ->
                    Stream.concat(Stream.ofNullable(clause.if_()), clause.set().values().stream())
                            .forEach(sql -> names.addAll(Expressions.columnsOf(SOURCE, key, sql)))));
            return names;
        }

        private List<Action> actions(String key, List<? extends Clause> clauses, Expressions over) {
            List<Action> actions = new ArrayList<>();
            for (int i = 0; i < clauses.size(); i++) {
                Clause clause = clauses.get(i);
                if (!clause.ignores()) {
                    String at = clauses.size() == 1 ? key : key + "[" + i + "]";
                    Column when = clause.if_() == null ? null : over.condition(at + ".if", clause.if_());
                    actions.add(new Action(when, clause.takesAllColumns() ? allColumns()
                            : clause.set().isEmpty() ? null : target.set(at + ".set", clause.set(), over)));
                }
            }
            return actions;
        }

        private Map<String, Column> allColumns() {
            Map<String, Column> set = new LinkedHashMap<>();
            Arrays.stream(target.schema().fieldNames())
                    .forEach(name -> set.put(Expressions.quoted(name), column(SOURCE, name)));
            return set;
        }
    }

    static Column column(String alias, String name) {
        return functions.col(alias + "." + Expressions.quoted(name));
    }

    /**
     * How many rows of the source change something: each of them goes one way, even where the table has its key many
     * times, or where the first clause that applies has a condition.
     *
     * @param source the rows, each key once
     * @param read how many they are
     * @param inserted how many of them are inserted
     * @param before the table as the merge found it
     */
    long taken(Dataset<Row> source, long read, long inserted, Supplier<Dataset<Row>> before) {
        boolean allMatched = takesAll(matched);
        if (allMatched && takesAll(notMatched)) {
            return read;
        }
        return matched.isEmpty() ? inserted : inserted + matchedRows(source, before.get(), allMatched);
    }

    private static boolean takesAll(List<Action> actions) {
        return !actions.isEmpty() && actions.get(actions.size() - 1).when() == null;
    }

    private long matchedRows(Dataset<Row> source, Dataset<Row> before, boolean all) {
        Column applies = all ? functions.lit(true)
                : matched.stream().map(Action::when).reduce(Column::or).orElseThrow();
        return source.as(SOURCE).join(before.as(EditedTable.TARGET), on.and(applies), "left_semi").count();
    }
}

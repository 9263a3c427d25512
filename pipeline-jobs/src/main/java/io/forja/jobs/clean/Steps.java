package io.forja.jobs.clean;

import io.forja.core.problem.ForjaException;
import io.forja.jobs.clean.Step.ColumnCast;
import io.forja.jobs.clean.Step.Instead;
import io.forja.jobs.clean.Step.Keep;
import io.forja.jobs.clean.Step.OnError;
import io.forja.jobs.clean.Step.Rounding;
import io.forja.jobs.expect.Expectations;
import io.forja.jobs.rows.Exit;
import io.forja.jobs.rows.Expected;
import io.forja.jobs.rows.Provenance;
import io.forja.jobs.rows.Reason;
import io.forja.jobs.rows.RowFlow;
import io.forja.jobs.source.SourceRows;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.catalyst.expressions.RowOrdering;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StringType;
import org.jspecify.annotations.Nullable;

/** The steps of a {@code clean} job, put on a flow one after the other. */
final class Steps {

    private static final List<String> SOURCE_ORDER = List.of(Provenance.SOURCE_FILE, Provenance.SOURCE_ROW);
    private static final List<String> ARRIVAL =
            List.of(Provenance.LOADED_AT, Provenance.SOURCE_FILE, Provenance.SOURCE_ROW);

    private final SourceRows source;
    private final RowFlow flow;
    private final CleanDefinition definition;
    private final RepeatedKeys repeatedKeys;
    /** Columns that no two rows share, as the steps so far made sure. */
    private final List<List<String>> keys = new ArrayList<>();
    /** Many columns may get the same value of the same type, which is proven by a query. */
    private final Map<Map.Entry<String, DataType>, Column> fillers = new HashMap<>();
    private boolean compared;

    Steps(SourceRows source, CleanDefinition definition, RepeatedKeys repeatedKeys) {
        this.source = source;
        this.repeatedKeys = repeatedKeys;
        this.flow = source.flow(definition.rejects() != null);
        this.definition = definition;
    }

    /**
     * @throws ForjaException when a step names a column that is not there, or its SQL is wrong; the message says which
     */
    RowFlow taken() {
        for (int i = 0; i < definition.steps().size(); i++) {
            apply(definition.steps().get(i), "steps[" + i + "]");
        }
        return flow;
    }

    /** Puts what is expected on the flow that the steps have left. */
    List<Expected> expected(Expectations expectations) {
        List<Expected> expected = expectations.on(flow, definition.expect(), keys);
        flow.select(flow.columns().stream().filter(column -> !source.added().contains(column)).toList());
        return expected;
    }

    /** A column has other values now, or another name: keys that it is part of may repeat again. */
    private void changed(String column) {
        keys.removeIf(key -> key.stream().anyMatch(column::equalsIgnoreCase));
    }

    private void apply(Step step, String at) {
        if (step instanceof Step.DropDuplicates drop) {
            flow.at(at + ".dropDuplicates", () -> dropDuplicates(drop, at + ".dropDuplicates"));
        } else if (step instanceof Step.DropNulls drop) {
            flow.at(at + ".dropNulls", () -> flow.atOnce(() -> drop.columns().forEach(column ->
                    dropNulls(column, drop.instead(), at + ".dropNulls." + column))));
        } else if (step instanceof Step.FillNulls fill) {
            flow.atOnce(() -> fill.values().forEach((column, value) ->
                    flow.at(at + ".fillNulls." + column, () -> fillNulls(column, value))));
        } else if (step instanceof Step.FlagNulls flag) {
            flow.at(at + ".flagNulls", () -> flow.atOnce(() -> flag.columns().forEach(column ->
                    flagNulls(column, flag.as()))));
        } else if (step instanceof Step.Cast cast) {
            cast(cast.columns(), at + ".cast.");
        } else if (step instanceof Step.Trim trim) {
            flow.at(at + ".trim", () -> flow.atOnce(() -> trim(trim.columns())));
        } else if (step instanceof Step.Rename rename) {
            flow.at(at + ".rename", () -> rename(rename.names()));
        } else if (step instanceof Step.Select select) {
            flow.at(at + ".select", () -> flow.select(select.columns()));
        } else if (step instanceof Step.Where where) {
            flow.at(at + ".where", () -> flow.exit(
                    new Exit(Exit.Kind.FILTERED, at + ".where", null, "\"" + where.condition() + "\" is not true"),
                    flow.isNotTrue(where.condition())));
        } else if (step instanceof Step.Derive derive) {
            derive.columns().forEach((column, expression) -> flow.at(at + ".derive." + column,
                    () -> derive(column, expression)));
        }
    }

    private void dropDuplicates(Step.DropDuplicates drop, String at) {
        List<Column> key = new ArrayList<>();
        List<String> names = Casts.names(drop.key(), flow.data());
        names.forEach(name -> key.add(comparable(name)));
        if (key.isEmpty()) {
            throw ForjaException.permanent("there is no column left by which rows could be the same", "remove the step");
        }
        List<Column> order = new ArrayList<>();
        // Rows that have left already take no part.
        order.add(flow.alive().desc());
        for (String text : drop.orderBy()) {
            Order by = Order.parse(text);
            boolean greatestFirst = by.descending() || drop.keep() == Keep.LAST;
            Column column = comparable(by.column());
            order.add(greatestFirst ? column.desc_nulls_last() : column.asc_nulls_last());
        }
        boolean last = drop.keep() == Keep.LAST;
        for (Column tie : tieBreak()) {
            order.add(last ? tie.desc_nulls_last() : tie.asc_nulls_last());
        }
        Column rank = rank(key, functions.row_number().over(
                Window.partitionBy(key.toArray(Column[]::new)).orderBy(order.toArray(Column[]::new))));
        flow.exit(new Exit(Exit.Kind.DEDUPLICATED, at, null,
                        new Reason("another row has the same " + String.join(", ", names)), definition.duplicates() != null),
                rank.gt(1));
        keys.add(names.stream().map(flow::resolve).toList());
    }

    /** A row's place among those of its key; where rows are many, only those whose key may repeat are sorted for it. */
    private Column rank(List<Column> key, Column window) {
        boolean first = !compared;
        compared = true;
        Optional<Column> repeated = first ? repeatedKeys.among(flow.rows().filter(flow.alive()), source, key)
                : Optional.empty();
        return repeated.isPresent()
                ? flow.hidden("rank", flow.alive().and(repeated.get()), window, functions.lit(1))
                : flow.hidden("rank", window);
    }

    private Column comparable(String name) {
        DataType type = flow.type(name);
        if (!RowOrdering.isOrderable(type)) {
            throw ForjaException.permanent("rows cannot be compared by \"" + name + "\", a " + type.catalogString(),
                    "name columns of other types");
        }
        return flow.column(name);
    }

    /** The order of arrival where the rows know it, then the whole row: never an accident of files and cores. */
    private List<Column> tieBreak() {
        List<Column> order = new ArrayList<>();
        if (source.added().containsAll(SOURCE_ORDER)) {
            // Counted by this very reading: no two rows are the same in it.
            SOURCE_ORDER.forEach(name -> order.add(flow.column(name)));
            return order;
        }
        if (flow.columns().containsAll(SOURCE_ORDER)) {
            ARRIVAL.stream().filter(flow.columns()::contains).forEach(name -> order.add(flow.column(name)));
        }
        for (Column column : flow.identity()) {
            boolean sortable = RowOrdering.isOrderable(column.expr().dataType());
            order.add(sortable ? column : column.cast(DataTypes.StringType));
        }
        return order;
    }

    private void dropNulls(String column, Instead instead, String at) {
        Exit.Kind kind = switch (instead) {
            case DROP -> Exit.Kind.FILTERED;
            case REJECT -> Exit.Kind.REJECTED;
            case FAIL -> Exit.Kind.FAILED;
        };
        flow.exit(new Exit(kind, at, flow.resolve(column), flow.resolve(column) + " has no value"), missing(column));
    }

    private void fillNulls(String column, String value) {
        Column filler = fillers.computeIfAbsent(Map.entry(value, flow.type(column)), absent ->
                Casts.constant(value, absent.getValue(), source.rows().sparkSession()));
        changed(column);
        flow.replace(column, functions.when(missing(column), filler).otherwise(flow.column(column)));
    }

    /** Every value is cast once, beside the one that came; then what has become of them is looked at. */
    private void cast(Map<String, ColumnCast> columns, String at) {
        Map<String, Column> after = new LinkedHashMap<>();
        flow.atOnce(() -> columns.forEach((column, to) -> flow.at(at + column, () -> {
            if (after.put(flow.resolve(column), converted(column, to)) != null) {
                throw ForjaException.permanent("the step casts the column already", "write the column once");
            }
        })));
        flow.atOnce(() -> columns.forEach((column, to) -> flow.at(at + column, () ->
                cast(column, to, after.get(flow.resolve(column)), at + column))));
    }

    private Column converted(String column, ColumnCast to) {
        DataType from = flow.type(column);
        Column value = Casts.cast(flow.column(column), from, to);
        if (!(from instanceof StringType)) {
            // Texts can be read as every type; of others Spark may refuse a cast, which is told with the column.
            flow.typeOf(value);
        }
        return flow.hidden("cast_" + flow.resolve(column), value);
    }

    private void cast(String column, ColumnCast to, Column after, String at) {
        DataType from = flow.type(column);
        Column before = flow.column(column);
        OnError onError = to.onError() != null ? to.onError()
                : definition.rejects() != null ? OnError.REJECT : OnError.FAIL;
        Column unfit = after.isNull().and(functions.not(missing(column)));
        if (from instanceof StringType && to.isNumber()) {
            flow.tally(at, "written with the other decimal sign: look whether the whole column is",
                    unfit.and(Casts.cast(before, from, to.withOtherDecimalSign()).isNotNull()));
        }
        String no = "the value is no " + to.to() + (to.locale() == null ? "" : " as " + to.locale() + " writes it")
                + (to.percent() == null ? "" : ", with a percent sign");
        if (onError == OnError.NULL) {
            flow.tally(at, "became NULL, " + no, unfit);
        } else {
            Exit.Kind kind = onError == OnError.REJECT ? Exit.Kind.REJECTED : Exit.Kind.FAILED;
            flow.exit(new Exit(kind, at, flow.resolve(column), new Reason(no, detail(to))), unfit);
        }
        if (to.rounding() != Rounding.UNNECESSARY) {
            Column exact = Casts.cast(before, from, to.exact());
            String way = to.rounding().name().toLowerCase(Locale.ROOT).replace('_', '-');
            flow.tally(at, "rounded (" + way + ")", after.isNotNull().and(exact.isNull()));
        }
        changed(column);
        flow.replace(column, after);
    }

    /** A number that is none for its currency alone: which one it is in, and how to say that it is meant. */
    private static Reason.Detail detail(ColumnCast to) {
        if (!to.isNumber()) {
            return value -> Optional.empty();
        }
        NumberStyle style = to.style();
        return value -> style.otherCurrency(value).map(sign -> "it is in " + sign.text()
                + "; where the whole column is, declare it, as currency: " + sign.currency());
    }

    private void flagNulls(String column, @Nullable String as) {
        String flag = as != null ? as : flow.resolve(column) + "_is_null";
        changed(flag);
        flow.add(flag, missing(column));
    }

    private void rename(Map<String, String> names) {
        names.keySet().forEach(this::changed);
        flow.rename(names);
    }

    private void derive(String column, String expression) {
        changed(column);
        // A row that has left may hold what the expression fails for.
        flow.add(column, flow.ofAlive(flow.sql(expression)));
    }

    private void trim(List<String> columns) {
        for (String name : Casts.names(columns, flow.data())) {
            if (flow.type(name) instanceof StringType) {
                changed(name);
                flow.replace(name, Casts.trim(flow.column(name)));
            } else if (!columns.equals(List.of("*"))) {
                throw ForjaException.permanent("the column \"" + name + "\" is no text", "trim texts alone");
            }
        }
    }

    private Column missing(String column) {
        return Casts.isMissing(flow.column(column), flow.type(column));
    }
}

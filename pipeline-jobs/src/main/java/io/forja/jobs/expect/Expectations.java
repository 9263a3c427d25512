package io.forja.jobs.expect;

import io.forja.core.definition.TableTarget;
import io.forja.core.job.ExpectationResult;
import io.forja.core.job.JobContext;
import io.forja.core.problem.ForjaException;
import io.forja.jobs.delta.JobSession;
import io.forja.jobs.delta.Lakehouse;
import io.forja.jobs.delta.RunsBefore;
import io.forja.jobs.delta.TableReader;
import io.forja.jobs.rows.Exit;
import io.forja.jobs.rows.Expected;
import io.forja.jobs.rows.Expressions;
import io.forja.jobs.rows.RowFlow;
import java.math.BigDecimal;
import java.math.MathContext;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/**
 * Puts a job's expectations on its flow. What is expected of each row, or of all of them, is counted in the pass that
 * writes them. Used by one thread.
 */
public final class Expectations {

    private final Lakehouse lakehouse;
    private final JobSession session;
    private final JobContext context;
    private final TableTarget into;

    /** @param into the table that the rows go to */
    public Expectations(Lakehouse lakehouse, JobSession session, JobContext context, TableTarget into) {
        this.lakehouse = lakehouse;
        this.session = session;
        this.context = context;
        this.into = into;
    }

    /**
     * @param keys sets of columns that no two rows of the flow share, as the steps before made sure
     * @return what is to be looked at before the commit, in the order of the definition
     * @throws ForjaException when an expectation names a column or a table that is not there, saying which
     */
    public List<Expected> on(RowFlow flow, List<Expectation> declared, List<List<String>> keys) {
        List<Expected> expected = new ArrayList<>();
        for (int i = 0; i < declared.size(); i++) {
            Expectation expectation = declared.get(i);
            String at = "expect[" + i + "]";
            flow.at(at, () -> expected.add(on(flow, expectation, keys, at)));
        }
        return expected;
    }

    private Expected on(RowFlow flow, Expectation expectation, List<List<String>> keys, String at) {
        if (expectation instanceof Expectation.RowRule rule) {
            return each(flow, rule, rule.otherwise(), at, flow.isNotTrue(rule.that()));
        }
        if (expectation instanceof Expectation.Unique unique) {
            List<String> columns = unique.unique().stream().map(flow::resolve).toList();
            // A key of fewer columns makes one of more.
            return keys.stream().anyMatch(columns::containsAll)
                    ? counted -> ExpectationResult.met(unique.label())
                    : each(flow, unique, unique.otherwise(), at, isShared(flow, columns, at));
        }
        if (expectation instanceof Expectation.References references) {
            return each(flow, references, references.otherwise(), at, isUnknown(flow, references, at));
        }
        if (expectation instanceof Expectation.Volume volume) {
            return volume(volume, at);
        }
        return fresh(flow, (Expectation.Freshness) expectation, at);
    }

    private static Expected each(RowFlow flow, Expectation expectation, Otherwise otherwise, String at, Column violated) {
        String label = expectation.label();
        String reason = "\"" + label + "\" is not true";
        if (otherwise == Otherwise.WARN) {
            int tally = flow.count(violated);
            return counted -> result(label, counted.tallied(tally));
        }
        Exit.Kind kind = otherwise == Otherwise.REJECT ? Exit.Kind.REJECTED : Exit.Kind.FAILED;
        int exit = flow.exit(new Exit(kind, at, null, reason), violated);
        return counted -> result(label, counted.left(exit));
    }

    private static ExpectationResult result(String label, long rows) {
        return rows == 0 ? ExpectationResult.met(label)
                : new ExpectationResult(label, false, rows, "not true in " + rows + (rows == 1 ? " row" : " rows"));
    }

    /** True for rows that are in the flow still and have the key of another such row. */
    private static Column isShared(RowFlow flow, List<String> columns, String at) {
        Column alive = flow.alive();
        Column rows = flow.hidden(name("copies", at), functions.count(functions.when(alive, 1))
                .over(Window.partitionBy(columns.stream().map(flow::column).toArray(Column[]::new))));
        return alive.and(rows.gt(1));
    }

    /** True for rows that have a key, which the other table has not. */
    private Column isUnknown(RowFlow flow, Expectation.References references, String at) {
        Dataset<Row> other = new TableReader(lakehouse).read(session.spark(), references.references());
        String prefix = name("known", at);
        List<String> names = List.copyOf(references.columns().keySet());
        Column[] selected = names.stream()
                .map(name -> column(other, references, references.columns().get(name)).as(hiddenName(prefix, name)))
                .toArray(Column[]::new);
        Column found = flow.joined(prefix, other.select(selected).distinct(), names.stream()
                .map(name -> Map.entry(name, hiddenName(prefix, name))).toList());
        Column complete = names.stream().map(name -> flow.column(name).isNotNull()).reduce(Column::and).orElseThrow();
        return complete.and(found.isNull());
    }

    private static String name(String what, String at) {
        return what + "_" + at.replaceAll("\\W", "");
    }

    private static String hiddenName(String prefix, String column) {
        return "_forja_" + prefix + "_" + column;
    }

    private static Column column(Dataset<Row> other, Expectation.References references, String name) {
        for (String known : other.columns()) {
            if (known.equalsIgnoreCase(name)) {
                return other.col(Expressions.quoted(known));
            }
        }
        throw ForjaException.permanent(references.references() + " has no column \"" + name + "\"",
                "its columns are " + String.join(", ", other.columns()));
    }

    private Expected volume(Expectation.Volume volume, String at) {
        List<Long> before = RunsBefore.of(session.spark(), lakehouse, into, context)
                .written(volume.volume().runs());
        return counted -> {
            if (before.isEmpty()) {
                return ExpectationResult.met(volume.label());
            }
            BigDecimal mean = BigDecimal.valueOf(before.stream().mapToLong(Long::longValue).sum())
                    .divide(BigDecimal.valueOf(before.size()), MathContext.DECIMAL64);
            long rows = counted.rows().written();
            return volume.volume().holds(rows, mean) ? ExpectationResult.met(volume.label())
                    : whole(volume.label(), volume.otherwise(), at, rows + " rows, where the last "
                            + (before.size() == 1 ? "run" : before.size() + " runs") + " wrote "
                            + mean.round(new MathContext(6)).stripTrailingZeros().toPlainString()
                            + (before.size() == 1 ? "" : " on average"));
        };
    }

    private Expected fresh(RowFlow flow, Expectation.Freshness freshness, String at) {
        DataType type = flow.type(freshness.fresh());
        if (!type.equals(DataTypes.TimestampType) && !type.equals(DataTypes.DateType)
                && !type.equals(DataTypes.TimestampNTZType)) {
            throw ForjaException.permanent("\"" + freshness.fresh() + "\" is a " + type.catalogString()
                    + ", neither a timestamp nor a date", "cast it first");
        }
        Column earliest = functions.lit(Timestamp.from(context.logicalTime().minus(freshness.within()))).cast(type);
        int recent = flow.count(flow.column(freshness.fresh()).geq(earliest));
        return counted -> counted.tallied(recent) > 0 ? ExpectationResult.met(freshness.label())
                : whole(freshness.label(), freshness.otherwise(), at, "no row is that recent");
    }

    private static ExpectationResult whole(String label, Severity otherwise, String at, String found) {
        if (otherwise == Severity.FAIL) {
            throw ForjaException.permanent(at + ": " + label + ": " + found,
                    "look at the source, or write \"otherwise: warn\" where that may be");
        }
        return new ExpectationResult(label, false, 0, found);
    }
}

package io.forja.jobs.rows;

import io.forja.jobs.delta.Scala;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.objects.Invoke;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.AbstractDataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.ObjectType;

/** The end of a flow as a query: the one filter by which rows leave. */
final class ExitFilter {

    private static final String LEAVES_BY = RowFlow.HIDDEN + "leaves_by";

    private ExitFilter() {}

    /** The rows that are written; the sink sees all of them, and says which go on. */
    static Dataset<Row> survivors(RowFlow flow, ExitSink sink) {
        Column none = functions.lit(ExitSink.NONE);
        Column exit = flow.exits().isEmpty() ? none : functions.coalesce(functions.col(RowFlow.EXIT), none);
        // Delta tries a filter over no column, or over partition columns alone, on the table's files, where the sink
        // would count files as rows. Behind a column that is not deterministic the filter stays where it is.
        Column here = functions.spark_partition_id().geq(0);
        Column passes = passes(sink, functions.col(LEAVES_BY), kept(flow), tallied(flow));
        Column[] columns = flow.columns().stream().map(Expressions::quoted).map(functions::col).toArray(Column[]::new);
        // Spark pushes no such filter into the parts of a union, and copies each row once more to get it there.
        return flow.parts().stream()
                .map(part -> part.withColumn(LEAVES_BY, functions.when(here, exit).otherwise(none))
                        .filter(passes).select(columns))
                .reduce(Dataset::union).orElseThrow();
    }

    /** Neither pushed down nor evaluated twice, for the sink counts. A direct call: every row comes here. */
    private static Column passes(ExitSink sink, Column... arguments) {
        List<Expression> expressions = Arrays.stream(arguments).map(Column::expr).toList();
        List<AbstractDataType> types = List.of(DataTypes.IntegerType, Rejects.ROW,
                DataTypes.createArrayType(DataTypes.BooleanType));
        return new Column(new Invoke(Literal.fromObject(sink, new ObjectType(ExitSink.class)), "passes",
                DataTypes.BooleanType, Scala.seq(expressions), Scala.seq(types), false, false, false));
    }

    /** For the rows that one of the flow's tallies counts, whether each of them does. */
    private static Column tallied(RowFlow flow) {
        Column none = functions.lit(null).cast("array<boolean>");
        if (flow.tallies().isEmpty()) {
            return none;
        }
        Column[] marks = flow.tallies().keySet().stream().map(functions::col).toArray(Column[]::new);
        // As many alternatives as there are: a chain of ORs would be as deep as they are many.
        Column any = functions.coalesce(
                Arrays.stream(marks).map(mark -> functions.when(mark, true)).toArray(Column[]::new));
        return functions.when(any, functions.array(marks)).otherwise(none);
    }

    /** The row for those exits that keep it, NULL for the others; only evaluated for rows that leave. */
    private static Column kept(RowFlow flow) {
        List<Integer> keeping = IntStream.range(0, flow.exits().size())
                .filter(i -> flow.exits().get(i).keepsRow()).boxed().toList();
        if (keeping.isEmpty()) {
            return functions.lit(null).cast(Rejects.ROW);
        }
        Column exit = functions.col(RowFlow.EXIT);
        Column value = functions.coalesce(keeping.stream()
                .map(i -> functions.when(exit.equalTo(i), flow.valueAt(i))).toArray(Column[]::new));
        return functions.when(exit.isin(keeping.toArray()), Rejects.row(flow.origins(), value, text(flow)));
    }

    /**
     * The row's text for the exits that show it: as the source had it where it is kept as a reject, else as JSON. The
     * source's text doubles the bytes that a step moves, so it comes along only when it is wanted word for word.
     */
    private static Column text(RowFlow flow) {
        Map<String, Column> origins = flow.origins();
        if (flow.exits().stream().anyMatch(exit -> exit.keepsRow() && exit.kind() != Exit.Kind.FAILED)) {
            return origins.containsKey(Provenance.RAW) ? origins.get(Provenance.RAW) : Rejects.json(origins);
        }
        return flow.exits().stream().anyMatch(exit -> exit.keepsRow() && exit.column() == null)
                ? Rejects.json(origins)
                : functions.lit(null).cast("string");
    }
}

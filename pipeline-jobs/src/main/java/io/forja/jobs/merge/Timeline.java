package io.forja.jobs.merge;

import io.forja.jobs.delta.Scala;
import io.forja.jobs.rows.Expressions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.expressions.WindowSpec;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.collection.Seq;

/**
 * What a source changes in a history. The history of a key is a row of events: at one time it begins to have values, at
 * another it ends. A version is valid from its event to the next one of its key, whichever order they came to be known
 * in; so a late row splits an interval, and only an end leaves a gap.
 *
 * <p>Describes queries; runs nothing.
 */
record Timeline(HistoryPlan plan) {

    static final String FROM = "valid_from";
    static final String TO = "valid_to";
    static final String CURRENT = "is_current";

    /** What a history has beside the source's columns. */
    static final StructType COLUMNS = new StructType()
            .add(FROM, DataTypes.TimestampType).add(TO, DataTypes.TimestampType).add(CURRENT, DataTypes.BooleanType);

    /** What becomes of a version. */
    static final String CHANGE = "_forja_change";
    static final String INSERT = "insert";
    static final String UPDATE = "update";
    static final String DELETE = "delete";
    /** A row of the source that says other values for a time than the table. */
    static final String CONFLICT = "conflict";

    private static final String AT = "_forja_at";
    /** The kinds of events; of one time the greatest counts. */
    private static final String KIND = "_forja_kind";
    private static final int END = 0;
    /** The source has the key at the run's time; a begin where the key had ended. */
    private static final int PRESENT = 1;
    private static final int BEGIN = 2;
    /** Whether the table knows the event already. */
    private static final String KNOWN = "_forja_known";
    private static final String KNOWN_TO = "_forja_known_to";
    private static final String VALUES = "_forja_values";
    /** The version of the table with the event's key and time. */
    private static final String HAD = "_forja_had";
    private static final String DROPPED = "_forja_dropped";
    private static final String PREVIOUS = "_forja_previous";
    private static final String CONTRADICTS = "_forja_contradicts";

    /**
     * The versions that are no longer as the table has them: the source's columns, those of the history, {@link
     * #CHANGE} and, for a version of a row of the source, its {@link HistoryPlan#ROW}.
     *
     * @param source the rows that {@link HistoryPlan#read} kept
     * @param table the table as it is
     */
    Dataset<Row> changes(Dataset<Row> source, Dataset<Row> table) {
        Dataset<Row> absent = absent(source, table);
        Dataset<Row> touched = source.select(plan.key()).union(absent).distinct();
        Dataset<Row> known = table.join(touched, names(), "left_semi");
        List<Column> noRow = List.of(functions.lit(null).cast(DataTypes.LongType).as(HistoryPlan.ROW));
        List<Column> noEnd = List.of(functions.lit(null).cast(DataTypes.TimestampType).as(KNOWN_TO));
        List<Column> row = List.of(functions.col(HistoryPlan.ROW));
        Dataset<Row> events = known.select(event(functions.col(FROM), BEGIN, true,
                        List.of(functions.col(TO).as(KNOWN_TO)), noRow))
                .union(ended(known.where(functions.col(TO).isNotNull())).select(
                        event(functions.col(TO), END, true, noEnd, noRow)))
                .union(source.select(event(plan.from(), BEGIN, false, noEnd, row)))
                .union(ended(absent).select(event(plan.time(), END, false, noEnd, noRow)))
                .union(newest(source).select(event(plan.time(), PRESENT, false, noEnd, row)));
        return changes(dropped(winners(events.repartition(plan.key()))));
    }

    private Seq<String> names() {
        return Scala.seq(plan.definition().key());
    }

    /** The versions that the rows of a source make where there is no table yet. */
    Dataset<Row> first(Dataset<Row> source) {
        Column to = functions.lead(FROM, 1).over(Window.partitionBy(plan.key()).orderBy(FROM));
        return source.withColumn(FROM, plan.from()).withColumn(TO, to)
                .withColumn(CURRENT, functions.col(TO).isNull());
    }

    /** The keys that the source no longer has, of those that are valid at the run's time. */
    private Dataset<Row> absent(Dataset<Row> source, Dataset<Row> table) {
        Column valid = functions.col(FROM).leq(plan.time())
                .and(functions.col(TO).isNull().or(functions.col(TO).gt(plan.time())));
        Column closes = functions.lit(plan.definition().closes());
        return table.where(closes.and(valid)).join(source.select(plan.key()), names(), "left_anti")
                .select(plan.key());
    }

    /** Of each key of the source the newest row that was valid by the run's time, where a key can come back. */
    private Dataset<Row> newest(Dataset<Row> source) {
        WindowSpec latestFirst = Window.partitionBy(plan.key()).orderBy(plan.from().desc());
        return source.where(functions.lit(plan.isDated() && plan.definition().closes())
                        .and(plan.from().leq(plan.time())))
                .withColumn(PREVIOUS, functions.row_number().over(latestFirst))
                .where(functions.col(PREVIOUS).equalTo(1)).drop(PREVIOUS);
    }

    /** Rows with a key and no other values. */
    private Dataset<Row> ended(Dataset<Row> rows) {
        return rows.select(Stream.concat(Arrays.stream(plan.rows().schema().fields()).map(field -> isKey(field)
                        ? functions.col(Expressions.quoted(field.name()))
                        : functions.lit(null).cast(field.dataType()).as(field.name())),
                Arrays.stream(rows.columns()).filter(TO::equals).map(functions::col)).toArray(Column[]::new));
    }

    private boolean isKey(StructField field) {
        return plan.definition().key().stream().anyMatch(field.name()::equalsIgnoreCase);
    }

    private Column[] event(Column at, int kind, boolean known, List<Column> knownTo, List<Column> row) {
        List<Column> columns = new ArrayList<>(List.of(HistoryPlan.columns(plan.columns())));
        columns.addAll(List.of(at.as(AT), functions.lit(kind).as(KIND), functions.lit(known).as(KNOWN)));
        columns.addAll(knownTo);
        columns.addAll(row);
        columns.add(functions.struct(HistoryPlan.columns(plan.data())).as(VALUES));
        return columns.toArray(Column[]::new);
    }

    /**
     * One event of each key and time. Where rows tell their times, what the table knows of a time stays, and what
     * contradicts it is a conflict; the run's own time is told anew by each run of that time, and the last one counts.
     */
    private Dataset<Row> winners(Dataset<Row> events) {
        Column[] moment = Stream.concat(Stream.of(plan.key()), Stream.of(functions.col(AT))).toArray(Column[]::new);
        WindowSpec all = Window.partitionBy(moment);
        Column kind = functions.col(KIND);
        Column version = functions.when(functions.col(KNOWN).and(kind.equalTo(BEGIN)),
                functions.struct(functions.col(VALUES), functions.col(KNOWN_TO)));
        Column rank = functions.row_number().over(plan.isDated()
                ? all.orderBy(kind.desc(), functions.col(KNOWN).desc())
                : all.orderBy(functions.col(KNOWN).asc(), kind.desc()));
        Column contradicts = functions.lit(plan.isDated()).and(kind.equalTo(BEGIN))
                .and(functions.not(functions.col(KNOWN))).and(functions.col(HAD).isNotNull())
                .and(functions.not(functions.col(HAD + "." + VALUES).eqNullSafe(functions.col(VALUES))));
        return events.withColumn(HAD, functions.first(version, true).over(all))
                .withColumn(PREVIOUS, rank)
                .withColumn(CONTRADICTS, contradicts)
                .where(functions.col(PREVIOUS).equalTo(1).or(functions.col(CONTRADICTS)));
    }

    /** Marks the events that begin no version, though they are no ends either. */
    private Dataset<Row> dropped(Dataset<Row> winners) {
        Column previous = functions.lag(functions.struct(functions.col(KIND), functions.col(VALUES)), 1)
                .over(Window.partitionBy(plan.key()).orderBy(AT));
        Column previousKind = functions.col(PREVIOUS + "." + KIND);
        Column needless = plan.isDated()
                ? functions.col(KIND).equalTo(PRESENT).and(functions.not(previousKind.eqNullSafe(END)))
                : functions.col(KIND).notEqual(END).and(previousKind.notEqual(END))
                        .and(functions.col(PREVIOUS + "." + VALUES).eqNullSafe(functions.col(VALUES)));
        return winners.withColumn(PREVIOUS, previous)
                .withColumn(DROPPED, functions.coalesce(needless, functions.lit(false)));
    }

    private Dataset<Row> changes(Dataset<Row> events) {
        Column to = functions.lead(AT, 1)
                .over(Window.partitionBy(Stream.concat(Stream.of(plan.key()), Stream.of(functions.col(DROPPED)))
                        .toArray(Column[]::new)).orderBy(AT));
        Column version = functions.col(KIND).notEqual(END).and(functions.not(functions.col(DROPPED)));
        Column had = functions.col(HAD).isNotNull();
        Column same = functions.col(HAD + "." + VALUES).eqNullSafe(functions.col(VALUES))
                .and(functions.col(HAD + "." + KNOWN_TO).eqNullSafe(functions.col(TO)));
        Column change = functions.when(functions.col(CONTRADICTS), CONFLICT)
                .when(version.and(functions.not(had)), INSERT)
                .when(version.and(functions.not(same)), UPDATE)
                .when(functions.not(version).and(had), DELETE);
        List<Column> columns = new ArrayList<>(List.of(HistoryPlan.columns(plan.columns())));
        columns.addAll(List.of(functions.col(AT).as(FROM), functions.col(TO),
                functions.col(TO).isNull().as(CURRENT), change.as(CHANGE), functions.col(HistoryPlan.ROW)));
        return events.withColumn(TO, to).select(columns.toArray(Column[]::new))
                .where(functions.col(CHANGE).isNotNull());
    }
}

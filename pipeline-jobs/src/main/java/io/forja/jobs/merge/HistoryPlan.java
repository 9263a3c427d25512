package io.forja.jobs.merge;

import io.forja.core.problem.ForjaException;
import io.forja.jobs.rows.EditedTable;
import io.forja.jobs.rows.Expressions;
import io.forja.jobs.rows.Provenance;
import io.forja.jobs.rows.RowFlow;
import io.forja.jobs.source.InputReader;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * A merge into a history as it is done: its definition checked against the columns of the table and of the source.
 * Nothing is read.
 *
 * @param rows the source's rows, with the names, order and types of the table's own columns
 * @param time the run's logical time
 */
record HistoryPlan(MergeDefinition definition, Dataset<Row> rows, Column time) {

    /** How many equal rows of the source a row stands for. */
    static final String COPIES = "_forja_copies";
    /** Tells the source's rows apart. */
    static final String ROW = "_forja_row";

    private static final String PROVENANCE = "_forja_provenance";
    private static final Set<DataType> TIMES =
            Set.of(DataTypes.TimestampType, DataTypes.TimestampNTZType, DataTypes.DateType);

    /**
     * @throws ForjaException when the table keeps no history, or a column is not there or of another type
     */
    static HistoryPlan of(MergeDefinition definition, EditedTable target, Dataset<Row> source, Instant time) {
        String name = target.name();
        StructType own = ownColumns(target.schema(), name);
        requireSource(definition, source);
        MergePlan.requireKey(definition, List.of(own.fieldNames()), name);
        InputReader.requireColumns(List.of(source.columns()), own, name);
        Dataset<Row> rows = InputReader.fitted(source, own, name).select(columns(List.of(own.fieldNames())))
                .toDF(own.fieldNames());
        return checked(definition, rows, time);
    }

    /** The same for a table that is not there yet, whose columns will be those of the source. */
    static HistoryPlan ofNew(MergeDefinition definition, Dataset<Row> source, Instant time) {
        requireSource(definition, source);
        return checked(definition, source, time);
    }

    private static HistoryPlan checked(MergeDefinition definition, Dataset<Row> rows, Instant time) {
        for (StructField field : rows.schema().fields()) {
            if (field.dataType() instanceof MapType) {
                throw ForjaException.permanent("history: the column " + field.name() + " is "
                        + field.dataType().catalogString() + ", and SQL cannot compare maps",
                        "write it as to_json(" + field.name() + ") in a query");
            }
        }
        String from = definition.validFrom();
        if (from != null && !TIMES.contains(rows.select(Expressions.quoted(from)).schema().apply(0).dataType())) {
            throw ForjaException.permanent("validFrom: the column " + from + " is no timestamp and no date",
                    "cast it first, in a clean job or in a query");
        }
        return new HistoryPlan(definition, rows, functions.lit(Timestamp.from(time)));
    }

    private static void requireSource(MergeDefinition definition, Dataset<Row> source) {
        List<String> columns = List.of(source.columns());
        MergePlan.requireKey(definition, columns, "the source");
        String from = definition.validFrom();
        if (from != null && lacks(columns, from)) {
            ForjaException unknown = Expressions.noColumn(from, columns);
            throw ForjaException.permanent("validFrom: " + unknown.what() + " in the source", unknown.remedy());
        }
        for (String kept : Timeline.COLUMNS.fieldNames()) {
            if (!lacks(columns, kept)) {
                throw ForjaException.permanent("history: the source has a column " + kept + ", which the job writes",
                        "give it another name");
            }
        }
    }

    private static boolean lacks(List<String> columns, String name) {
        return columns.stream().noneMatch(name::equalsIgnoreCase);
    }

    /** The table's columns but for those that the history adds. */
    private static StructType ownColumns(StructType table, String name) {
        for (StructField kept : Timeline.COLUMNS.fields()) {
            if (Arrays.stream(table.fields()).noneMatch(field -> field.name().equalsIgnoreCase(kept.name())
                    && field.dataType().equals(kept.dataType()))) {
                throw ForjaException.permanent("history: the table " + name + " has no column " + kept.name() + " ("
                        + kept.dataType().catalogString() + ")",
                        "let the job make the table, or add " + String.join(", ", Timeline.COLUMNS.fieldNames()));
            }
        }
        List<String> added = List.of(Timeline.COLUMNS.fieldNames());
        return new StructType(Arrays.stream(table.fields()).filter(field -> lacks(added, field.name()))
                .toArray(StructField[]::new));
    }

    /**
     * Reads the rows, equal ones once.
     *
     * @throws ForjaException when a row has no key or no time, or two of one key and time differ, naming up to ten
     */
    MergeSource read() {
        List<String> version = new ArrayList<>(definition.key());
        Stream.ofNullable(definition.validFrom()).forEach(version::add);
        Dataset<Row> once = rows.groupBy(columns(data()))
                .agg(functions.count(functions.lit(1)).as(COPIES),
                        functions.min(functions.struct(columns(provenance()))).as(PROVENANCE))
                .withColumn(ROW, functions.monotonically_increasing_id());
        List<String> wanted = new ArrayList<>(columns());
        wanted.replaceAll(name -> Provenance.isData(name) ? Expressions.quoted(name) : PROVENANCE + "." + Expressions.quoted(name));
        wanted.addAll(List.of(COPIES, ROW));
        return MergeSource.read(once.select(wanted.stream().map(functions::col).toArray(Column[]::new)), version);
    }

    /** The columns that make a version another one: which load brought a row is no part of its values. */
    List<String> data() {
        return columns().stream().filter(Provenance::isData).toList();
    }

    private List<String> provenance() {
        return columns().stream().filter(name -> !Provenance.isData(name)).toList();
    }

    /** The columns that are the source's and the table's. */
    List<String> columns() {
        return List.of(rows.columns());
    }

    /** From when a row of the source is valid. */
    Column from() {
        String declared = definition.validFrom();
        return declared == null ? time : functions.col(Expressions.quoted(declared)).cast(DataTypes.TimestampType);
    }

    /** True where the rows tell their times themselves. */
    boolean isDated() {
        return definition.validFrom() != null;
    }

    Column[] key() {
        return columns(definition.key());
    }

    static Column[] columns(List<String> names) {
        return names.stream().map(name -> functions.col(Expressions.quoted(name))).toArray(Column[]::new);
    }
}

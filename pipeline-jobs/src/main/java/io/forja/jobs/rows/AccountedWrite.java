package io.forja.jobs.rows;

import io.forja.core.definition.TableTarget;
import io.forja.core.job.ExpectationResult;
import io.forja.core.job.JobContext;
import io.forja.core.job.JobPreview;
import io.forja.core.job.JobResult;
import io.forja.core.job.RowCounts;
import io.forja.core.job.TableChange;
import io.forja.core.problem.ForjaException;
import io.forja.jobs.delta.Footprint;
import io.forja.jobs.delta.JobSession;
import io.forja.jobs.delta.Lakehouse;
import io.forja.jobs.delta.Locations;
import io.forja.jobs.delta.Scala;
import io.forja.jobs.delta.StagedWrite;
import io.forja.jobs.delta.TableWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
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
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a flow's rows to their table and the rejected ones to theirs, in one pass over the data, with every row
 * accounted for before anything is committed.
 *
 * <p>What is kept of the rows that left is committed first: a process that dies between the commits leaves rows whose run
 * is not done, and the next attempt finds them there and adds nothing.
 */
public final class AccountedWrite {

    private static final Logger LOG = LoggerFactory.getLogger(AccountedWrite.class);
    /** The exits whose rows have a table, and what tells that table's writes from those of the target. */
    private static final Map<Exit.Kind, String> KEPT =
            new EnumMap<>(Map.of(Exit.Kind.REJECTED, "rejects", Exit.Kind.DEDUPLICATED, "duplicates"));
    private static final String LEAVES_BY = RowFlow.HIDDEN + "leaves_by";

    private final Lakehouse lakehouse;
    private final TableWriter writer;
    private final JobSession session;
    private final JobContext context;

    public AccountedWrite(Lakehouse lakehouse, JobSession session, JobContext context) {
        this.lakehouse = lakehouse;
        this.writer = new TableWriter(lakehouse);
        this.session = session;
        this.context = context;
    }

    /**
     * What an earlier attempt of this job already committed.
     *
     * @param part tells the tables of one job apart; empty for the only one
     */
    public Optional<JobResult> done(TableTarget into, String part) {
        return writer.committed(session, into, context, part).map(committed -> new JobResult(committed.rows(),
                List.of(committed.change()),
                List.of("an earlier attempt had committed " + committed.change().table() + " already")));
    }

    /**
     * What writing the rows of a flow would do to the table's columns.
     *
     * @throws ForjaException when they would be refused
     */
    public JobPreview preview(RowFlow flow, TableTarget into) {
        requireValues(flow, into);
        StructType columns = flow.rows().select(flow.columns().stream().map(RowFlow::quoted).map(functions::col)
                .toArray(Column[]::new)).schema();
        return new JobPreview(into.ref().text(), null, writer.preview(session.spark(), into, columns));
    }

    /**
     * @throws ForjaException when a row leaves by an exit that fails the job, or too many are rejected, or
     *     something is expected in vain; nothing is committed then
     */
    public JobResult write(RowFlow flow, RowTargets targets, List<Expected> expected, String part) throws Exception {
        requireValues(flow, targets.into());
        String folder = lakehouse.locations().warehouse() + "/_forja/"
                + (context.commitId() + "/" + part).replace('/', '_');
        Configuration hadoop = session.spark().sessionState().newHadoopConf();
        Footprint footprint = Footprint.of(folder, "", hadoop);
        ExitSink sink = new ExitSink(session.spark().sparkContext(), flow, folder,
                new SerializableConfiguration(hadoop));
        try {
            return write(flow, sink, targets, expected, part);
        } catch (Exception e) {
            throw Failure.told(e, session, context);
        } finally {
            remove(footprint, folder);
        }
    }

    /** What the contract says to have a value in every row. */
    private static void requireValues(RowFlow flow, TableTarget into) {
        into.columns().forEach((column, agreed) -> {
            String where = "into.columns." + column;
            if (agreed.required()) {
                flow.at(where, () -> flow.exit(
                        new Exit(Exit.Kind.FAILED, where, flow.resolve(column), flow.resolve(column) + " has no value"),
                        flow.column(column).isNull()));
            }
        });
    }

    private JobResult write(
            RowFlow flow, ExitSink sink, RowTargets targets, List<Expected> expected, String part) throws Exception {
        StagedWrite staged = writer.stage(session, targets.into(), survivors(flow, sink), context, part);
        try {
            failOnBadRows(flow, sink);
            RowCounts rows = count(flow, sink, staged);
            failOnTooManyRejects(rows, targets.maxRejects(), sink);
            Counted counted = new Counted(rows, sink);
            List<ExpectationResult> results = expected.stream().map(each -> each.look(counted)).toList();
            List<String> notes = notes(flow, sink, rows);
            notes.addAll(0, staged.notes());
            return new JobResult(rows, commit(sink, staged, rows, targets, part), notes, results);
        } catch (Exception | Error e) {
            staged.discard();
            throw e;
        }
    }

    private record Counted(RowCounts rows, ExitSink sink) implements Expected.Counted {

        @Override
        public long left(int exit) {
            return sink.count(exit);
        }

        @Override
        public long tallied(int tally) {
            return sink.tallies().get(tally);
        }
    }

    /** The rows that are written; the sink sees all of them, and says which go on. */
    private static Dataset<Row> survivors(RowFlow flow, ExitSink sink) {
        Column none = functions.lit(ExitSink.NONE);
        Column exit = flow.exits().isEmpty() ? none : functions.coalesce(functions.col(RowFlow.EXIT), none);
        // Delta tries a filter over no column, or over partition columns alone, on the table's files, where the sink
        // would count files as rows. Behind a column that is not deterministic the filter stays where it is.
        Column here = functions.spark_partition_id().geq(0);
        return flow.rows()
                .withColumn(LEAVES_BY, functions.when(here, exit).otherwise(none))
                .filter(passes(sink, functions.col(LEAVES_BY), kept(flow), tallied(flow)))
                .select(flow.columns().stream().map(name -> functions.col(RowFlow.quoted(name)))
                        .toArray(Column[]::new));
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
        Column[] marks = flow.tallies().keySet().stream().map(functions::col).toArray(Column[]::new);
        return Arrays.stream(marks).reduce(Column::or)
                .map(any -> functions.when(any, functions.array(marks)).otherwise(none))
                .orElse(none);
    }

    /** The row for those exits that keep it, NULL for the others; only evaluated for rows that leave. */
    private static Column kept(RowFlow flow) {
        if (flow.exits().stream().noneMatch(Exit::keepsRow)) {
            return functions.lit(null).cast(Rejects.ROW);
        }
        Column exit = functions.col(RowFlow.EXIT);
        Column value = functions.lit(null).cast("string");
        List<Object> keeping = new ArrayList<>();
        for (int i = 0; i < flow.exits().size(); i++) {
            if (flow.exits().get(i).keepsRow()) {
                keeping.add(i);
                value = functions.when(exit.equalTo(i), flow.valueAt(i)).otherwise(value);
            }
        }
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

    private static RowCounts count(RowFlow flow, ExitSink sink, StagedWrite staged) {
        Map<Exit.Kind, Long> left = new EnumMap<>(Exit.Kind.class);
        for (int i = 0; i < flow.exits().size(); i++) {
            left.merge(flow.exits().get(i).kind(), sink.count(i), Long::sum);
        }
        long rejected = left.getOrDefault(Exit.Kind.REJECTED, 0L);
        long deduplicated = left.getOrDefault(Exit.Kind.DEDUPLICATED, 0L);
        long filtered = left.getOrDefault(Exit.Kind.FILTERED, 0L);
        long read = sink.read();
        // The files count their own rows: what the sink counts is balanced against them.
        long written = staged.rows().orElse(read - rejected - deduplicated - filtered);
        return new RowCounts(read, written, rejected, deduplicated, filtered);
    }

    private static void failOnBadRows(RowFlow flow, ExitSink sink) {
        for (int i = 0; i < flow.exits().size(); i++) {
            Exit exit = flow.exits().get(i);
            if (exit.kind() == Exit.Kind.FAILED && sink.count(i) > 0) {
                List<String> examples = sink.examples();
                throw ForjaException.permanent(exit.where() + ": " + exit.reason() + " in " + sink.count(i)
                        + (sink.count(i) == 1 ? " row" : " rows")
                        + (examples.isEmpty() ? "" : ", such as " + examples.get(0)),
                        "mend the source, or say in the step what becomes of such rows (reject, null or drop)");
            }
        }
    }

    private void failOnTooManyRejects(RowCounts rows, @Nullable RejectLimit most, ExitSink sink) {
        if (most == null || !most.isExceeded(rows.rejected(), rows.read())) {
            return;
        }
        String example = Rejects.read(session.spark(), sink.files(Exit.Kind.REJECTED), context)
                .selectExpr("concat_ws('', `column`, ' \"' || value || '\"', ': ', reason)").head().getString(0);
        throw ForjaException.permanent(String.format(Locale.ROOT, "%d of %d rows (%.2f%%) would be rejected, more than"
                + " maxRejects: %s; the first one: %s", rows.rejected(), rows.read(),
                100.0 * rows.rejected() / rows.read(), most, example),
                "mend the source, or allow more");
    }

    private List<TableChange> commit(
            ExitSink sink, StagedWrite staged, RowCounts rows, RowTargets targets, String part) throws Exception {
        List<TableChange> tables = new ArrayList<>();
        for (Map.Entry<Exit.Kind, String> kept : KEPT.entrySet()) {
            TableTarget table = targets.keeping(kept.getKey());
            List<String> files = sink.files(kept.getKey());
            if (table != null && !files.isEmpty()) {
                keep(files, table, part.isEmpty() ? kept.getValue() : part + "/" + kept.getValue())
                        .ifPresent(tables::add);
            }
        }
        tables.add(0, writer.commit(staged, rows));
        return tables;
    }

    private static List<String> notes(RowFlow flow, ExitSink sink, RowCounts rows) {
        List<String> notes = new ArrayList<>();
        for (int i = 0; i < flow.exits().size(); i++) {
            Exit exit = flow.exits().get(i);
            if (sink.count(i) > 0) {
                notes.add(exit.where() + ": " + sink.count(i) + " " + exit.kind().name().toLowerCase(Locale.ROOT)
                        + ", " + exit.reason());
            }
        }
        List<RowFlow.Tally> told = List.copyOf(flow.tallies().values());
        for (int i = 0; i < told.size(); i++) {
            if (sink.tallies().get(i) > 0 && told.get(i) != RowFlow.Tally.UNTOLD) {
                notes.add(told.get(i).where() + ": " + sink.tallies().get(i) + " " + told.get(i).what());
            }
        }
        if (rows.read() > 0 && rows.written() == 0) {
            notes.add("no row was left to write: all " + rows.read() + " were rejected, deduplicated or filtered");
        }
        return notes;
    }

    private Optional<TableChange> keep(List<String> files, TableTarget table, String own) throws Exception {
        if (writer.committed(session, table, context, own).isPresent()) {
            return Optional.empty();
        }
        session.phase("keeping the rows that left");
        StagedWrite staged = writer.stage(session, table,
                Rejects.read(session.spark(), files, context).coalesce(1), context, own);
        return Optional.of(writer.commit(staged, RowCounts.copied(staged.rows().orElse(0))));
    }

    private static void remove(Footprint footprint, String folder) {
        try {
            footprint.remove();
        } catch (IOException e) {
            LOG.warn("the folder {} could not be removed: {}", Locations.display(folder), e.getMessage());
        }
    }
}

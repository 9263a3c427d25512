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
import io.forja.jobs.delta.StagedWrite;
import io.forja.jobs.delta.TableWriter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * Writes a flow's rows to their table and the rejected ones to theirs, in one pass over the data, with every row
 * accounted for before anything is committed.
 *
 * <p>What is kept of the rows that left is committed first: a process that dies between the commits leaves rows whose run
 * is not done, and the next attempt finds them there and adds nothing.
 */
public final class AccountedWrite {

    /** The exits whose rows have a table, and what tells that table's writes from those of the target. */
    private static final Map<Exit.Kind, String> KEPT =
            new EnumMap<>(Map.of(Exit.Kind.REJECTED, "rejects", Exit.Kind.DEDUPLICATED, "duplicates"));

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
        StructType columns = flow.rows().select(flow.columns().stream().map(Expressions::quoted).map(functions::col)
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
            session.cleanUp(Locations.display(folder), footprint::remove);
        }
    }

    /** What the contract says to have a value in every row. */
    private static void requireValues(RowFlow flow, TableTarget into) {
        flow.atOnce(() -> into.columns().forEach((column, agreed) -> {
            String where = "into.columns." + column;
            if (agreed.required()) {
                flow.at(where, () -> flow.exit(
                        new Exit(Exit.Kind.FAILED, where, flow.resolve(column), flow.resolve(column) + " has no value"),
                        flow.column(column).isNull()));
            }
        }));
    }

    private JobResult write(
            RowFlow flow, ExitSink sink, RowTargets targets, List<Expected> expected, String part) throws Exception {
        StagedWrite staged = writer.stage(session, targets.into(), ExitFilter.survivors(flow, sink), context, part);
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
        return new RowCounts(read, staged.rows(), rejected, deduplicated, filtered);
    }

    private static void failOnBadRows(RowFlow flow, ExitSink sink) {
        for (int i = 0; i < flow.exits().size(); i++) {
            Exit exit = flow.exits().get(i);
            if (exit.kind() == Exit.Kind.FAILED && sink.count(i) > 0) {
                List<String> examples = sink.examples(i);
                throw ForjaException.permanent(exit.where() + ": " + exit.reason().text() + " in " + sink.count(i)
                        + (sink.count(i) == 1 ? " row" : " rows")
                        + (examples.isEmpty() ? "" : ", such as " + examples.get(0)),
                        "mend the source, or say what becomes of such rows instead: the keys instead and onError of steps, otherwise of"
                                + " expectations, and rejects of the job name it");
            }
        }
    }

    private void failOnTooManyRejects(RowCounts rows, @Nullable RejectLimit most, ExitSink sink) {
        if (most == null || !most.isExceeded(rows.rejected(), rows.read())) {
            return;
        }
        String example = Rejects.read(session.spark(), sink.files(Exit.Kind.REJECTED), context)
                .selectExpr("concat_ws(': ', nullif(concat_ws(' ', `column`, '\"' || value || '\"'), ''), reason)").head()
                .getString(0);
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
                        + ", " + exit.reason().text());
            }
        }
        List<Tally> told = List.copyOf(flow.tallies().values());
        for (int i = 0; i < told.size(); i++) {
            if (sink.tallies().get(i) > 0 && told.get(i).isTold()) {
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
        return Optional.of(writer.commit(staged, RowCounts.copied(staged.rows())));
    }
}

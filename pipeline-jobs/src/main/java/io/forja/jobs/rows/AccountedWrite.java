package io.forja.jobs.rows;

import io.forja.core.definition.TableTarget;
import io.forja.core.definition.WriteMode;
import io.forja.core.job.JobContext;
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
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Observation;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a flow's rows to their table and the rejected ones to theirs, in one pass over the data, with every row
 * accounted for before anything is committed.
 *
 * <p>The rejects are committed first: a process that dies between the two commits leaves rejects whose run is not done,
 * and the next attempt finds them there and adds nothing.
 */
public final class AccountedWrite {

    private static final Logger LOG = LoggerFactory.getLogger(AccountedWrite.class);
    private static final String REJECTS = "rejects";
    private static final String ROWS = "rows";
    private static final int OBSERVED_WITHIN_SECONDS = 60;

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
     * @param rejects where rejected rows are kept, or null where no exit rejects
     * @throws ForjaException when a row leaves by an exit that fails the job; nothing is committed then
     */
    public JobResult write(RowFlow flow, TableTarget into, @Nullable TableTarget rejects, String part)
            throws Exception {
        String folder = lakehouse.locations().warehouse() + "/_forja/"
                + (context.commitId() + "/" + part).replace('/', '_');
        Configuration hadoop = session.spark().sessionState().newHadoopConf();
        Footprint footprint = Footprint.of(folder, "", hadoop);
        ExitSink sink = new ExitSink(session.spark().sparkContext(), flow.exits(), folder,
                new SerializableConfiguration(hadoop));
        try {
            return write(flow, sink, into, rejects, part);
        } catch (Exception e) {
            throw Failure.told(e, session, context);
        } finally {
            remove(footprint, folder);
        }
    }

    private JobResult write(
            RowFlow flow, ExitSink sink, TableTarget into, @Nullable TableTarget rejects, String part)
            throws Exception {
        Observation observation = new Observation("read");
        StagedWrite staged = writer.stage(session, into, survivors(flow, sink, observation), context, part);
        try {
            failOnBadRows(flow, sink);
            Map<String, Long> observed = observed(observation);
            RowCounts rows = count(flow, sink, observed.get(ROWS), staged);
            List<String> notes = notes(flow, sink, observed, rows);
            notes.addAll(0, staged.notes());
            return new JobResult(rows, commit(sink, staged, rows, rejects, part), notes);
        } catch (Exception | Error e) {
            staged.discard();
            throw e;
        }
    }

    private Dataset<Row> survivors(RowFlow flow, ExitSink sink, Observation observation) {
        Column[] tallies = flow.tallies().keySet().stream()
                .map(mark -> functions.count(functions.when(functions.col(mark), 1)).as(mark))
                .toArray(Column[]::new);
        Dataset<Row> counted = flow.rows()
                .observe(observation, functions.count(functions.lit(1)).as(ROWS), tallies);
        Column[] visible = flow.columns().stream().map(name -> functions.col(RowFlow.quoted(name)))
                .toArray(Column[]::new);
        if (flow.exits().isEmpty()) {
            return counted.select(visible);
        }
        Column exit = functions.col(RowFlow.EXIT);
        // Neither pushed down nor evaluated twice: the sink counts.
        var leave = functions.udf(sink, DataTypes.BooleanType).asNondeterministic();
        return counted
                .filter(functions.when(exit.isNull(), functions.lit(true)).otherwise(leave.apply(exit, kept(flow))))
                .select(visible);
    }

    /** The row for those exits that keep it, NULL for the others; only evaluated for rows that leave. */
    private static Column kept(RowFlow flow) {
        Column exit = functions.col(RowFlow.EXIT);
        Map<String, Column> origins = flow.origins();
        Column raw = origins.containsKey(Provenance.RAW) ? origins.get(Provenance.RAW) : Rejects.json(origins);
        Column value = functions.lit(null).cast("string");
        List<Object> keeping = new ArrayList<>();
        for (int i = 0; i < flow.exits().size(); i++) {
            if (flow.exits().get(i).keepsRow()) {
                keeping.add(i);
                value = functions.when(exit.equalTo(i), flow.valueAt(i)).otherwise(value);
            }
        }
        Column row = Rejects.row(origins, value, raw);
        return keeping.isEmpty()
                ? functions.lit(null).cast("struct<value:string,raw:string,source_file:string,source_row:bigint>")
                : functions.when(exit.isin(keeping.toArray()), row);
    }

    private static RowCounts count(RowFlow flow, ExitSink sink, long read, StagedWrite staged) {
        Map<Exit.Kind, Long> left = new EnumMap<>(Exit.Kind.class);
        for (int i = 0; i < flow.exits().size(); i++) {
            left.merge(flow.exits().get(i).kind(), sink.count(i), Long::sum);
        }
        long rejected = left.getOrDefault(Exit.Kind.REJECTED, 0L);
        long deduplicated = left.getOrDefault(Exit.Kind.DEDUPLICATED, 0L);
        long filtered = left.getOrDefault(Exit.Kind.FILTERED, 0L);
        // The files count their own rows: the balance is between three independent counts.
        long written = staged.rows().orElse(read - rejected - deduplicated - filtered);
        return new RowCounts(read, written, rejected, deduplicated, filtered);
    }

    private static Map<String, Long> observed(Observation observation) {
        // Spark tells it from its listener thread, soon after the query; it has no wait with an end.
        FutureTask<Map<String, ?>> waiting = new FutureTask<>(observation::getAsJava);
        Thread waiter = new Thread(waiting, "forja-observation");
        waiter.setDaemon(true);
        waiter.start();
        try {
            Map<String, Long> counts = new HashMap<>();
            waiting.get(OBSERVED_WITHIN_SECONDS, TimeUnit.SECONDS)
                    .forEach((name, count) -> counts.put(name, ((Number) count).longValue()));
            return counts;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ForjaException("the job was interrupted while it counted its rows", "");
        } catch (ExecutionException | TimeoutException e) {
            throw new ForjaException("Spark did not tell how many rows were read", "run the job again", true, e);
        }
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

    private List<TableChange> commit(
            ExitSink sink, StagedWrite staged, RowCounts rows, @Nullable TableTarget rejects, String part)
            throws Exception {
        List<TableChange> tables = new ArrayList<>();
        if (rows.rejected() > 0 && rejects != null) {
            writeRejects(sink, rejects, part).ifPresent(tables::add);
        }
        tables.add(0, writer.commit(staged, rows));
        return tables;
    }

    private static List<String> notes(RowFlow flow, ExitSink sink, Map<String, Long> observed, RowCounts rows) {
        List<String> notes = new ArrayList<>();
        for (int i = 0; i < flow.exits().size(); i++) {
            Exit exit = flow.exits().get(i);
            if (sink.count(i) > 0) {
                notes.add(exit.where() + ": " + sink.count(i) + " " + exit.kind().name().toLowerCase(Locale.ROOT)
                        + ", " + exit.reason());
            }
        }
        flow.tallies().forEach((mark, tally) -> {
            if (observed.get(mark) > 0) {
                notes.add(tally.where() + ": " + observed.get(mark) + " " + tally.what());
            }
        });
        if (rows.read() > 0 && rows.written() == 0) {
            notes.add("no row was left to write: all " + rows.read() + " were rejected, deduplicated or filtered");
        }
        return notes;
    }

    private Optional<TableChange> writeRejects(ExitSink sink, TableTarget rejects, String part) throws Exception {
        TableTarget append = new TableTarget(rejects.table(), rejects.path(), WriteMode.APPEND, List.of());
        String own = part.isEmpty() ? REJECTS : part + "/" + REJECTS;
        if (writer.committed(session, append, context, own).isPresent()) {
            return Optional.empty();
        }
        session.phase("keeping the rejected rows");
        Dataset<Row> kept = Rejects.read(session.spark(), sink.files(), context);
        StagedWrite staged = writer.stage(session, append, kept.coalesce(1), context, own);
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

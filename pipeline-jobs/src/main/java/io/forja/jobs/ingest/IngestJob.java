package io.forja.jobs.ingest;

import io.forja.core.definition.TableRef;
import io.forja.core.definition.TableTarget;
import io.forja.core.job.Job;
import io.forja.core.job.JobContext;
import io.forja.core.job.JobPreview;
import io.forja.core.job.JobResult;
import io.forja.core.job.RowCounts;
import io.forja.core.job.TableChange;
import io.forja.core.problem.ForjaException;
import io.forja.jobs.delta.JobSession;
import io.forja.jobs.delta.Lakehouse;
import io.forja.jobs.rows.AccountedWrite;
import io.forja.jobs.rows.RowFlow;
import io.forja.jobs.rows.RowTargets;
import io.forja.jobs.source.FromJdbc;
import io.forja.jobs.source.JdbcReader;
import io.forja.jobs.source.JdbcReader.DatabaseTable;
import io.forja.jobs.source.SourceReader;
import io.forja.jobs.source.SourceRows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.types.StructType;
import org.slf4j.MDC;

/**
 * Reads and writes one table, or each table of a pattern, several at once. Each table is a commit of its own: after a
 * failure the tables that were done stay done, and the next attempt finds them so.
 */
public final class IngestJob implements Job {

    /** How long tables that are being read may take to end when the job is stopped. */
    private static final Duration TO_END = Duration.ofSeconds(10);

    private final IngestDefinition definition;
    private final Lakehouse lakehouse;

    public IngestJob(IngestDefinition definition, Lakehouse lakehouse) {
        this.definition = definition;
        this.lakehouse = lakehouse;
    }

    @Override
    public JobResult run(JobContext context) throws Exception {
        if (definition.manyTables()) {
            return ingestAll(context, (FromJdbc) definition.from());
        }
        try (JobSession session = JobSession.open(lakehouse.sessions(), context)) {
            session.phase("reading " + definition.from().label());
            return write(session, context, definition.into(), "",
                    () -> new SourceReader(lakehouse, session, context).read(definition.from()));
        }
    }

    private JobResult write(
            JobSession session, JobContext context, TableTarget into, String part, Callable<SourceRows> read)
            throws Exception {
        AccountedWrite write = new AccountedWrite(lakehouse, session, context);
        Optional<JobResult> done = write.done(into, part);
        if (done.isPresent()) {
            return done.get();
        }
        SourceRows source = read.call();
        RowFlow flow = flow(source, session, context);
        requireWritable(flow, into);
        return write.write(flow, RowTargets.into(into, definition.rejects(), definition.maxRejects()), List.of(), part)
                .withNotesFirst(source.notes());
    }

    private RowFlow flow(SourceRows read, JobSession session, JobContext context) {
        SourceRows source = definition.provenance()
                ? new SourceReader(lakehouse, session, context).withProvenance(read) : read;
        RowFlow flow = source.flow(definition.rejects() != null);
        flow.select(flow.columns().stream().filter(column -> !source.added().contains(column)).toList());
        return flow;
    }

    @Override
    public Optional<JobPreview> preview(JobContext context) {
        if (definition.manyTables()) {
            return Optional.empty();
        }
        try (JobSession session = JobSession.open(lakehouse.sessions(), context)) {
            RowFlow flow = flow(new SourceReader(lakehouse, session, context).read(definition.from()), session, context);
            requireWritable(flow, definition.into());
            return Optional.of(new AccountedWrite(lakehouse, session, context).preview(flow, definition.into()));
        }
    }

    private static void requireWritable(RowFlow flow, TableTarget into) {
        StructType schema = flow.rows().schema();
        for (String column : flow.columns()) {
            if (schema.apply(column).dataType().typeName().equals("void")) {
                throw ForjaException.permanent("the column \"" + column + "\" of " + into.ref() + " has no type, since it"
                        + " has no value anywhere", "leave it out with a query, or give it a value");
            }
        }
    }

    private JobResult ingestAll(JobContext context, FromJdbc from) throws Exception {
        List<DatabaseTable> tables;
        try (JobSession session = JobSession.open(lakehouse.sessions(), context)) {
            tables = new JdbcReader(lakehouse, session).matching(from);
        }
        ExecutorService readers = Executors.newFixedThreadPool(Math.min(from.parallel(), tables.size()));
        try {
            var diagnostics = MDC.getCopyOfContextMap();
            List<Future<JobResult>> running = tables.stream()
                    .map(table -> readers.submit(() -> {
                        if (diagnostics != null) {
                            MDC.setContextMap(diagnostics);
                        }
                        return ingest(context, from, table);
                    }))
                    .toList();
            return sum(tables, running);
        } finally {
            readers.shutdownNow();
            readers.awaitTermination(TO_END.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private JobResult ingest(JobContext context, FromJdbc from, DatabaseTable table) throws Exception {
        context.cancellation().throwIfCancelled();
        try (JobSession session = JobSession.open(lakehouse.sessions(), context)) {
            session.phase("reading " + table);
            return write(session, context, target(table), table.toString(),
                    () -> new JdbcReader(lakehouse, session).read(from, table));
        }
    }

    private TableTarget target(DatabaseTable table) {
        TableTarget into = definition.into();
        return into.named(
                into.table() == null ? null : TableRef.parse(fill(into.table().text(), table)),
                into.path() == null ? null : fill(into.path(), table));
    }

    private static String fill(String text, DatabaseTable table) {
        return text.replace("${schema}", table.schema()).replace("${table}", table.name());
    }

    /** Waits for every table; the failures are told together. */
    private static JobResult sum(List<DatabaseTable> tables, List<Future<JobResult>> running) throws Exception {
        RowCounts rows = RowCounts.NONE;
        List<TableChange> changes = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        Exception first = null;
        boolean retryable = false;
        for (int i = 0; i < running.size(); i++) {
            try {
                JobResult result = running.get(i).get();
                rows = rows.plus(result.rows());
                changes.addAll(result.tables());
                notes.addAll(result.notes());
            } catch (ExecutionException e) {
                Exception cause = e.getCause() instanceof Exception told ? told : e;
                first = first == null ? cause : first;
                failures.add(tables.get(i) + ": " + cause.getMessage());
                retryable |= !(cause instanceof ForjaException told) || told.retryable();
            }
        }
        if (first != null) {
            throw new ForjaException(String.join("; ", failures), failures.size() + " of " + running.size()
                    + " tables failed, the others are done", retryable, first);
        }
        return new JobResult(rows, changes, notes);
    }
}

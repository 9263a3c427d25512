package io.forja.jobs.insert;

import io.forja.core.job.Job;
import io.forja.core.job.JobContext;
import io.forja.core.job.JobPreview;
import io.forja.core.job.JobResult;
import io.forja.jobs.delta.Conflicts;
import io.forja.jobs.delta.JobSession;
import io.forja.jobs.delta.Lakehouse;
import io.forja.jobs.delta.TableReader;
import io.forja.jobs.expect.Expectations;
import io.forja.jobs.rows.AccountedWrite;
import io.forja.jobs.rows.Expected;
import io.forja.jobs.rows.RowFlow;
import io.forja.jobs.rows.RowTargets;
import io.forja.jobs.source.InputReader;
import io.forja.jobs.source.SourceRows;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Appends the rows, one commit; run again after it, the job finds it and adds nothing. */
public final class InsertJob implements Job {

    private final InsertDefinition definition;
    private final Lakehouse lakehouse;

    public InsertJob(InsertDefinition definition, Lakehouse lakehouse) {
        this.definition = definition;
        this.lakehouse = lakehouse;
    }

    @Override
    public JobResult run(JobContext context) throws Exception {
        try (JobSession session = JobSession.open(lakehouse.sessions(), context)) {
            return Conflicts.retried(context, definition.into().text(), () -> insert(session, context));
        }
    }

    private JobResult insert(JobSession session, JobContext context) throws Exception {
        AccountedWrite write = new AccountedWrite(lakehouse, session, context);
        Optional<JobResult> done = write.done(definition.target(), "");
        if (done.isPresent()) {
            return done.get();
        }
        session.phase("inserting into " + definition.into());
        SourceRows source = rows(session, context);
        RowFlow flow = source.flow(false);
        List<Expected> expected = expected(flow, source, session, context);
        return write.write(flow, RowTargets.into(definition.target()), expected, "").withNotesFirst(source.notes());
    }

    /** The rows as the table has them. */
    private SourceRows rows(JobSession session, JobContext context) {
        StructType table = schema(session);
        SourceRows source = new InputReader(lakehouse, session, context).read(definition.input(), table);
        if (table == null) {
            return source;
        }
        String name = definition.into().text();
        InputReader.requireColumns(source.columns(), table, name);
        return new SourceRows(InputReader.fitted(source.rows(), table, name), source.added(), source.steady(),
                source.notes());
    }

    private @Nullable StructType schema(JobSession session) {
        TableReader tables = new TableReader(lakehouse);
        return tables.find(session.spark(), definition.into()).isEmpty()
                ? null
                : tables.read(session.spark(), definition.into()).schema();
    }

    private List<Expected> expected(RowFlow flow, SourceRows source, JobSession session, JobContext context) {
        List<Expected> expected = new Expectations(lakehouse, session, context, definition.target())
                .on(flow, definition.expect(), List.of());
        flow.select(source.columns());
        return expected;
    }

    @Override
    public Optional<JobPreview> preview(JobContext context) {
        try (JobSession session = JobSession.open(lakehouse.sessions(), context)) {
            SourceRows source = rows(session, context);
            RowFlow flow = source.flow(false);
            expected(flow, source, session, context);
            return Optional.of(new AccountedWrite(lakehouse, session, context).preview(flow, definition.target()));
        }
    }
}

package io.forja.jobs.insert;

import io.forja.core.definition.TableTarget;
import io.forja.core.job.Job;
import io.forja.core.job.JobContext;
import io.forja.core.job.JobPreview;
import io.forja.core.job.JobResult;
import io.forja.jobs.delta.Conflicts;
import io.forja.jobs.delta.JobSession;
import io.forja.jobs.delta.Lakehouse;
import io.forja.jobs.delta.TableReader;
import io.forja.jobs.rows.AccountedWrite;
import io.forja.jobs.rows.RowFlow;
import io.forja.jobs.source.InputReader;
import io.forja.jobs.source.SourceRows;
import java.util.ArrayList;
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
        TableTarget target = TableTarget.appending(definition.into());
        AccountedWrite write = new AccountedWrite(lakehouse, session, context);
        Optional<JobResult> done = write.done(target, "");
        if (done.isPresent()) {
            return done.get();
        }
        session.phase("inserting into " + definition.into());
        SourceRows source = rows(session, context);
        JobResult result = write.write(flow(source), target, null, "");
        List<String> notes = new ArrayList<>(source.notes());
        notes.addAll(result.notes());
        return new JobResult(result.rows(), result.tables(), notes);
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
        return new SourceRows(InputReader.fitted(source.rows(), table, name), source.added(), source.notes());
    }

    private @Nullable StructType schema(JobSession session) {
        TableReader tables = new TableReader(lakehouse);
        return tables.find(session.spark(), definition.into()).isEmpty()
                ? null
                : tables.read(session.spark(), definition.into()).schema();
    }

    private RowFlow flow(SourceRows source) {
        RowFlow flow = source.flow(false);
        flow.expect(definition.expect());
        flow.select(source.columns());
        return flow;
    }

    @Override
    public Optional<JobPreview> preview(JobContext context) {
        try (JobSession session = JobSession.open(lakehouse.sessions(), context)) {
            flow(rows(session, context));
            return Optional.of(new JobPreview(definition.into().text(), null, schema(session) == null
                    ? List.of("there is no such table yet; the job makes it")
                    : List.of("the rows have the table's columns")));
        }
    }
}

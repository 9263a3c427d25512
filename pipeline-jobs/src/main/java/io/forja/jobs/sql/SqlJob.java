package io.forja.jobs.sql;

import io.forja.core.job.Job;
import io.forja.core.job.JobContext;
import io.forja.core.job.JobPreview;
import io.forja.core.job.JobResult;
import io.forja.jobs.delta.JobSession;
import io.forja.jobs.delta.Lakehouse;
import io.forja.jobs.delta.Statement;
import io.forja.jobs.expect.Expectations;
import io.forja.jobs.rows.AccountedWrite;
import io.forja.jobs.rows.Expected;
import io.forja.jobs.rows.RowFlow;
import io.forja.jobs.rows.RowTargets;
import java.util.List;
import java.util.Optional;

/** Runs the query and writes its rows, one commit. */
public final class SqlJob implements Job {

    private final SqlDefinition definition;
    private final Lakehouse lakehouse;

    public SqlJob(SqlDefinition definition, Lakehouse lakehouse) {
        this.definition = definition;
        this.lakehouse = lakehouse;
    }

    @Override
    public JobResult run(JobContext context) throws Exception {
        try (JobSession session = JobSession.open(lakehouse.sessions(), context)) {
            AccountedWrite write = new AccountedWrite(lakehouse, session, context);
            Optional<JobResult> done = write.done(definition.into(), "");
            if (done.isPresent()) {
                return done.get();
            }
            session.phase("querying");
            RowFlow flow = flow(session);
            List<Expected> expected = expected(flow, session, context);
            return write.write(flow, RowTargets.into(definition.into()), expected, "");
        }
    }

    private RowFlow flow(JobSession session) {
        lakehouse.catalogue().refresh(session.spark());
        return new RowFlow(Statement.query(session.spark(), definition.query()));
    }

    private List<Expected> expected(RowFlow flow, JobSession session, JobContext context) {
        return new Expectations(lakehouse, session, context, definition.into())
                .on(flow, definition.expect(), List.of());
    }

    @Override
    public Optional<JobPreview> preview(JobContext context) {
        try (JobSession session = JobSession.open(lakehouse.sessions(), context)) {
            RowFlow flow = flow(session);
            expected(flow, session, context);
            return Optional.of(new AccountedWrite(lakehouse, session, context).preview(flow, definition.into()));
        }
    }
}

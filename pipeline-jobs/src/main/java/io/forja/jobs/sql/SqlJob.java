package io.forja.jobs.sql;

import io.forja.core.job.Job;
import io.forja.core.job.JobContext;
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
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

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
            lakehouse.catalogue().refresh(session.spark());
            Dataset<Row> rows = Statement.query(session.spark(), definition.query());
            RowFlow flow = new RowFlow(rows);
            List<Expected> expected = new Expectations(lakehouse, session, context, definition.into())
                    .on(flow, definition.expect(), List.of());
            return write.write(flow, RowTargets.into(definition.into()), expected, "");
        }
    }
}

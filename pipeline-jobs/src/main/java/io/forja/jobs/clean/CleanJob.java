package io.forja.jobs.clean;

import io.forja.core.job.Job;
import io.forja.core.job.JobContext;
import io.forja.core.job.JobPreview;
import io.forja.core.job.JobResult;
import io.forja.jobs.delta.JobSession;
import io.forja.jobs.delta.Lakehouse;
import io.forja.jobs.expect.Expectations;
import io.forja.jobs.rows.AccountedWrite;
import io.forja.jobs.rows.Expected;
import io.forja.jobs.rows.Failure;
import io.forja.jobs.rows.RowFlow;
import io.forja.jobs.source.SourceReader;
import io.forja.jobs.source.SourceRows;
import java.util.List;
import java.util.Optional;

/** Reads, takes the steps, writes: one query, one commit. */
public final class CleanJob implements Job {

    /**
     * Spark infers filters from how the columns are made, of which a flow, whose one filter is at its end, has no use:
     * a mark that is made of many columns has as many variants as there are ways to name each of them.
     */
    private static final String INFERENCE = "spark.sql.constraintPropagation.enabled";

    private final CleanDefinition definition;
    private final Lakehouse lakehouse;

    public CleanJob(CleanDefinition definition, Lakehouse lakehouse) {
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
            session.phase("cleaning " + definition.from().label());
            try {
                return clean(write, session, context);
            } catch (Exception e) {
                throw Failure.told(e, session, context);
            }
        }
    }

    private JobResult clean(AccountedWrite write, JobSession session, JobContext context) throws Exception {
        session.spark().conf().set(INFERENCE, false);
        SourceRows source = new SourceReader(lakehouse, session, context).read(definition.from());
        Steps steps = new Steps(source, definition, RepeatedKeys.USUAL);
        RowFlow flow = steps.taken();
        List<Expected> expected = steps.expected(new Expectations(lakehouse, session, context, definition.into()));
        return write.write(flow, definition.rowTargets(), expected, "").withNotesFirst(source.notes());
    }

    @Override
    public Optional<JobPreview> preview(JobContext context) {
        try (JobSession session = JobSession.open(lakehouse.sessions(), context)) {
            SourceRows source = new SourceReader(lakehouse, session, context).read(definition.from());
            Steps steps = new Steps(source, definition, RepeatedKeys.NEVER);
            RowFlow flow = steps.taken();
            steps.expected(new Expectations(lakehouse, session, context, definition.into()));
            return Optional.of(new AccountedWrite(lakehouse, session, context).preview(flow, definition.into()));
        }
    }
}

package io.forja.jobs.merge;

import io.forja.core.job.Job;
import io.forja.core.job.JobContext;
import io.forja.core.job.JobPreview;
import io.forja.core.job.JobResult;
import io.forja.jobs.delta.JobSession;
import io.forja.jobs.delta.Lakehouse;
import io.forja.jobs.rows.EditAttempt;
import io.forja.jobs.rows.EditedTable;
import io.forja.jobs.source.InputReader;
import io.forja.jobs.source.SourceRows;
import java.util.List;
import java.util.Optional;

/** Checks the columns, reads the source once, merges: one commit; run again after it, the job finds it. */
public final class MergeJob implements Job {

    private final MergeDefinition definition;
    private final Lakehouse lakehouse;

    public MergeJob(MergeDefinition definition, Lakehouse lakehouse) {
        this.definition = definition;
        this.lakehouse = lakehouse;
    }

    @Override
    public JobResult run(JobContext context) throws Exception {
        return new EditAttempt(lakehouse, context, definition.into()).run((session, target) -> {
            MergePlan plan = plan(session, context, target);
            session.phase("reading " + definition.input().label());
            MergeSource source = MergeSource.read(plan.rows(), definition.key());
            session.phase("merging into " + definition.into());
            return new Merge(plan, source);
        });
    }

    private MergePlan plan(JobSession session, JobContext context, EditedTable target) {
        SourceRows source = new InputReader(lakehouse, session, context).read(definition.input(), target.schema());
        return MergePlan.of(definition, target, MergeSource.sound(source));
    }

    @Override
    public Optional<JobPreview> preview(JobContext context) throws Exception {
        return new EditAttempt(lakehouse, context, definition.into()).preview((session, target) -> {
            plan(session, context, target);
            return new JobPreview(target.name(), null, List.of("the columns of the source fit"));
        });
    }
}

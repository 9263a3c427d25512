package io.forja.jobs.merge;

import io.forja.core.definition.TableTarget;
import io.forja.core.job.Job;
import io.forja.core.job.JobContext;
import io.forja.core.job.JobPreview;
import io.forja.core.job.JobResult;
import io.forja.jobs.delta.Conflicts;
import io.forja.jobs.delta.JobSession;
import io.forja.jobs.delta.Lakehouse;
import io.forja.jobs.delta.TableEdit;
import io.forja.jobs.delta.TableReader;
import io.forja.jobs.rows.AccountedWrite;
import io.forja.jobs.rows.EditAttempt;
import io.forja.jobs.rows.EditedTable;
import io.forja.jobs.rows.Failure;
import io.forja.jobs.rows.RowTargets;
import io.forja.jobs.source.InputReader;
import io.forja.jobs.source.SourceRows;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

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
        // Where another writer makes the table meanwhile, there is something to merge with.
        Optional<JobResult> made = Conflicts.retried(context, definition.into().text(), () -> makeIfMissing(context));
        return made.isPresent() ? made.get() : merge(context);
    }

    /** Makes the table of the rows; empty where it is to be merged with a table. */
    private Optional<JobResult> makeIfMissing(JobContext context) throws Exception {
        if (!definition.makesTable()) {
            return Optional.empty();
        }
        try (JobSession session = JobSession.open(lakehouse.sessions(), context)) {
            TableTarget target = TableTarget.appending(definition.into());
            AccountedWrite write = new AccountedWrite(lakehouse, session, context);
            Optional<JobResult> done = write.done(target, "");
            if (done.isPresent() || isThere(session)) {
                return done;
            }
            session.phase("reading " + definition.input().label());
            SourceRows source = new InputReader(lakehouse, session, context).read(definition.input(), null);
            try (FirstRows first = FirstRows.read(definition, source.sound(), context)) {
                if (isThere(session)) {
                    // Reading took its time, and another writer has made the table since.
                    return Optional.empty();
                }
                JobResult made = write.write(first.flow(), RowTargets.into(target), List.of(), "");
                return Optional.of(new JobResult(made.rows(), made.tables(),
                        List.of("there was no table " + definition.into() + ", and it was made of the rows")));
            } catch (Exception e) {
                throw Failure.told(e, session, context);
            }
        }
    }

    private boolean isThere(JobSession session) {
        return new TableReader(lakehouse).find(session.spark(), definition.into()).isPresent();
    }

    private JobResult merge(JobContext context) throws Exception {
        return new EditAttempt(lakehouse, context, definition.into()).run((session, target) -> {
            session.phase("reading " + definition.input().label());
            TableEdit.Command command = command(session, context, target);
            session.phase("merging into " + definition.into());
            return command;
        });
    }

    private TableEdit.Command command(JobSession session, JobContext context, EditedTable target) {
        if (definition.history()) {
            HistoryPlan plan = historyPlan(session, context, target);
            return new HistoryMerge(plan, plan.read());
        }
        MergePlan plan = plan(session, context, target);
        return new Merge(plan, MergeSource.read(plan.rows(), definition.key()));
    }

    private MergePlan plan(JobSession session, JobContext context, EditedTable target) {
        return MergePlan.of(definition, target, source(session, context, target));
    }

    private HistoryPlan historyPlan(JobSession session, JobContext context, EditedTable target) {
        return HistoryPlan.of(definition, target, source(session, context, target), context.logicalTime());
    }

    private Dataset<Row> source(JobSession session, JobContext context, EditedTable target) {
        return new InputReader(lakehouse, session, context).read(definition.input(), target.schema()).sound();
    }

    @Override
    public Optional<JobPreview> preview(JobContext context) throws Exception {
        if (definition.makesTable()) {
            try (JobSession session = JobSession.open(lakehouse.sessions(), context)) {
                if (!isThere(session)) {
                    return Optional.of(new JobPreview(definition.into().text(), null,
                            List.of("there is no such table yet; the job makes it")));
                }
            }
        }
        return new EditAttempt(lakehouse, context, definition.into()).preview((session, target) -> {
            if (definition.history()) {
                historyPlan(session, context, target);
            } else {
                plan(session, context, target);
            }
            return new JobPreview(target.name(), null, List.of("the columns of the source fit"));
        });
    }
}

package io.forja.jobs.delta;

import io.forja.jobs.delta.TableEdit.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.delta.DeltaOperations;
import org.apache.spark.sql.delta.OptimisticTransaction;
import org.apache.spark.sql.delta.actions.Action;
import org.jspecify.annotations.Nullable;
import scala.Option;
import scala.collection.Seq;

/**
 * The transaction of one of Delta's own commands, as a job's: its commit is known by the run and job, says where the
 * rows went, and is not made once a stop was asked for. Used by one thread.
 */
final class JobTransaction extends OptimisticTransaction {

    private final CommitKey key;
    private final TableEdit.Command command;
    private @Nullable Outcome outcome;
    private @Nullable Long version;

    /** @param begun the transaction that the command would have had */
    JobTransaction(OptimisticTransaction begun, CommitKey key, TableEdit.Command command) {
        super(begun.deltaLog(), begun.catalogTable(), begun.snapshot());
        this.key = key;
        this.command = command;
    }

    @Override
    public Option<Object> commitImpl(
            Seq<Action> actions, DeltaOperations.Operation operation, boolean canSkipEmptyCommits,
            scala.collection.immutable.Map<String, String> tags) {
        Map<String, String> metrics = Scala.map(getMetricsForOperation(operation));
        outcome = command.outcome(metrics, () -> spark().read().format("delta")
                .option("versionAsOf", readVersion()).load(deltaLog().dataPath().toString()));
        if (actions.isEmpty() && canSkipEmptyCommits) {
            return super.commitImpl(actions, operation, true, tags);
        }
        List<Action> all = new ArrayList<>(Scala.list(actions));
        all.add(key.mark());
        Option<Object> committed = Scala.undeclared(() -> key.context().cancellation().commit(() ->
                super.commitImpl(Scala.seq(all), operation, canSkipEmptyCommits, tags)));
        Scala.optional(committed).ifPresent(made -> version = ((Number) made).longValue());
        return committed;
    }

    @Override
    public Option<String> getUserMetadata(DeltaOperations.Operation operation) {
        Outcome known = outcome;
        return known == null
                ? super.getUserMetadata(operation)
                : Scala.option(CommitInfo.of(key.context(), known.rows(), known.changes()).json());
    }

    /** Delta's lines stay Delta's in the log. */
    @Override
    public String logName() {
        return OptimisticTransaction.class.getName();
    }

    /** What the command did; null before it came to its commit. */
    @Nullable Outcome outcome() {
        return outcome;
    }

    /** The version that was made, or null where nothing was changed. */
    @Nullable Long version() {
        return version;
    }
}

package io.forja.jobs.delta;

import java.util.concurrent.Callable;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.delta.DeltaErrors;
import org.apache.spark.sql.delta.OptimisticTransaction;
import org.apache.spark.sql.delta.TransactionExecutionObserver;
import org.apache.spark.sql.delta.TransactionExecutionObserver$;
import org.jspecify.annotations.Nullable;
import scala.Function0;
import scala.Option;

/**
 * Gives Delta's own commands a {@link JobTransaction} for the table that a job changes. Delta asks the observer of the
 * thread for each transaction that it begins; of the table's it gets ours, until one of them has made its version.
 * Used by one thread.
 */
final class JobTransactions implements TransactionExecutionObserver {

    private final Path table;
    private final CommitKey key;
    private final TableEdit.Command command;
    private @Nullable JobTransaction latest;
    private @Nullable Long basis;
    private Option<TransactionExecutionObserver> next = Scala.option(null);

    JobTransactions(Path table, CommitKey key, TableEdit.Command command) {
        this.table = table;
        this.key = key;
        this.command = command;
    }

    /** From now on a transaction that begins from another version than this is a conflict. */
    void beginFrom(long version) {
        basis = version;
    }

    /** Does the work in this thread, its transactions being ours. */
    void during(Callable<?> work) {
        TransactionExecutionObserver$.MODULE$.withObserver(this, () -> Scala.undeclared(work));
    }

    /** The newest transaction of the table; null where none was begun. */
    @Nullable JobTransaction latest() {
        return latest;
    }

    @Override
    public OptimisticTransaction startingTransaction(Function0<OptimisticTransaction> begin) {
        OptimisticTransaction begun = begin.apply();
        boolean done = latest != null && latest.version() != null;
        if (done || !begun.deltaLog().dataPath().equals(table)) {
            return begun;
        }
        if (basis != null && begun.readVersion() != basis) {
            throw DeltaErrors.concurrentWriteException(Option.empty());
        }
        latest = new JobTransaction(begun, key, command);
        return latest;
    }

    @Override
    public TransactionExecutionObserver createChild() {
        return this;
    }

    @Override
    public <T> T preparingCommit(Function0<T> prepare) {
        return prepare.apply();
    }

    @Override
    public void beginDoCommit() {}

    @Override
    public void beginBackfill() {}

    @Override
    public void beginPostCommit() {}

    @Override
    public void transactionCommitted() {}

    @Override
    public void transactionAborted() {}

    @Override
    public Option<TransactionExecutionObserver> nextObserver() {
        return next;
    }

    @Override
    public void nextObserver_$eq(Option<TransactionExecutionObserver> observer) {
        next = observer;
    }
}

package io.forja.jobs.delta;

import io.forja.core.job.JobContext;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.OptimisticTransaction;
import org.apache.spark.sql.delta.actions.SetTransaction;

/**
 * By what a commit of a job is known: the same for every attempt of a run's job, in that run and in those that resume
 * it, and no other commit's.
 *
 * @param part tells the writes of one job apart, such as {@code rejects}; empty for the only one
 */
record CommitKey(JobContext context, String part) {

    /** The id of the Delta transaction. */
    String appId() {
        return "forja/" + context.commitId() + (part.isEmpty() ? "" : "/" + part);
    }

    /** What the names of the data files of all attempts begin with: short, safe in a name, and surely no other's. */
    String filePrefix() {
        return "forja-" + UUID.nameUUIDFromBytes(appId().getBytes(StandardCharsets.UTF_8)) + "-";
    }

    /** What the names of the data files of this attempt begin with, those of no other. */
    String attemptPrefix() {
        String run = context.isResumed() ? String.format("%08x-", context.runId().hashCode()) : "";
        return filePrefix() + run + context.attempt() + "-";
    }

    /** True where the table has the commit already; the log is read anew. */
    boolean isCommitted(DeltaLog log) {
        return log.tableExists() && log.startTransaction().txnVersion(appId()) >= 0;
    }

    /** True where an attempt before this one has made the commit; where none can have, the log is not read. */
    boolean wasCommitted(DeltaLog log) {
        return !context.isFirstAttempt() && isCommitted(log);
    }

    /**
     * Makes a transaction fail where another attempt commits before it.
     *
     * @return true where one has already
     */
    boolean watch(OptimisticTransaction transaction) {
        if (context.isFirstAttempt()) {
            // What Delta does where it is asked for the version, without the query over the whole log for its answer.
            transaction.readTxn().$plus$eq(appId());
            return false;
        }
        return transaction.txnVersion(appId()) >= 0;
    }

    /** What the commit has besides its files, so that it is known again. */
    SetTransaction mark() {
        return SetTransaction.apply(appId(), 1L, Scala.option(context.clock().millis()));
    }
}

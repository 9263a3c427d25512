package io.forja.jobs.delta;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.delta.DeltaLog;

/**
 * The data files that an attempt writes into a table: while this is open their names begin with a prefix of the
 * attempt's own, so that it can remove them and no others. Deletion vectors, whose names Delta gives, are left to
 * VACUUM. Used by one thread.
 */
final class AttemptFiles implements AutoCloseable {

    /** Set on the session's own conf, since Spark's front door takes it at the start alone. */
    private static final String FILE_PREFIX = "spark.databricks.delta.testOnly.dataFileNamePrefix";

    private final JobSession session;
    private final CommitKey key;
    private final String location;
    private final Footprint footprint;

    private AttemptFiles(JobSession session, CommitKey key, String location, Footprint footprint) {
        this.session = session;
        this.key = key;
        this.location = location;
        this.footprint = footprint;
    }

    /**
     * Removes what attempts that were killed left behind, in this run and in those that it resumes, and names the files
     * from now on.
     *
     * @param committed true where the commit is there, and with it files of an earlier attempt that stay
     */
    static AttemptFiles begin(JobSession session, CommitKey key, String location, boolean committed)
            throws IOException {
        Configuration hadoop = session.spark().sessionState().newHadoopConf();
        if (!key.context().isFirstAttempt() && !committed) {
            Footprint.of(location, key.filePrefix(), hadoop).remove();
        }
        String prefix = key.attemptPrefix();
        session.spark().sessionState().conf().setConfString(FILE_PREFIX, prefix);
        return new AttemptFiles(session, key, location, Footprint.of(location, prefix, hadoop));
    }

    /**
     * What to make of a commit that failed: a store may have taken it and lost the answer. Only files of a commit that is
     * surely not there are removed.
     *
     * @return the version that is there after all
     * @throws Exception the failure, where there is none
     */
    History.Made committedAfterAll(Exception failure, DeltaLog log, String table) throws Exception {
        // A stopped job's thread is interrupted, and file systems give up at that.
        boolean interrupted = Thread.interrupted();
        try {
            if (key.isCommitted(log)) {
                return History.of(session.spark(), location).require(key.context(), table);
            }
        } catch (Exception e) {
            failure.addSuppressed(e);
            throw failure;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        remove();
        throw failure;
    }

    /** Removes the files and the folders that were made for them; only for files that are surely of no version. */
    void remove() {
        session.cleanUp("the files of the stopped write, which VACUUM will remove from " + Locations.display(location) + ",",
                footprint::remove);
    }

    /** Gives the session's files their usual names again. */
    @Override
    public void close() {
        session.spark().sessionState().conf().unsetConf(FILE_PREFIX);
    }
}

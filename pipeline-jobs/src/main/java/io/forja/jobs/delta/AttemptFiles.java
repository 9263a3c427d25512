package io.forja.jobs.delta;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The data files that an attempt writes into a table: while this is open their names begin with a prefix of the
 * attempt's own, so that it can remove them and no others. Deletion vectors, whose names Delta gives, are left to
 * VACUUM. Used by one thread.
 */
final class AttemptFiles implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(AttemptFiles.class);

    /** Set on the session's own conf, since Spark's front door takes it at the start alone. */
    private static final String FILE_PREFIX = "spark.databricks.delta.testOnly.dataFileNamePrefix";

    private final JobSession session;
    private final String location;
    private final Footprint footprint;

    private AttemptFiles(JobSession session, String location, Footprint footprint) {
        this.session = session;
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
        return new AttemptFiles(session, location, Footprint.of(location, prefix, hadoop));
    }

    /** Removes the files and the folders that were made for them; only for files that are surely of no version. */
    void remove() {
        // A stopped job's thread is interrupted, and file systems give up at that.
        boolean interrupted = Thread.interrupted();
        session.settle();
        try {
            footprint.remove();
        } catch (IOException e) {
            LOG.warn("the files of the stopped write could not be removed from {}, VACUUM will: {}",
                    Locations.display(location), e.getMessage());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Gives the session's files their usual names again. */
    @Override
    public void close() {
        session.spark().sessionState().conf().unsetConf(FILE_PREFIX);
    }
}

package io.forja.scheduler.config;

import java.nio.file.Path;

/**
 * The folder that Forja keeps its own files in, all but tables. What is where:
 *
 * <pre>
 * forja.db           the ledger and the catalogue, unless they are in PostgreSQL
 * logs/&lt;run id&gt;.log  what a run logged, purged after {@code state.keepLogs}
 * daemon.json        where the daemon is, while one is up
 * daemon.lock        held by the daemon
 * trust.p12          whose certificates are trusted, where storage.s3 has a caFile
 * </pre>
 *
 * @param path the folder
 */
public record StateFolder(Path path) {

    /** What a log file's name ends with, behind the run's id. */
    public static final String LOG_SUFFIX = ".log";

    /** The folder of the runs' log files; a logging configuration routes there by the MDC key {@code run}. */
    public Path logs() {
        return path.resolve("logs");
    }

    /** @param runId the id of a run that exists, never a text that someone sent */
    public Path log(String runId) {
        return logs().resolve(runId + LOG_SUFFIX);
    }

    public Path daemonFile() {
        return path.resolve("daemon.json");
    }

    public Path trustStore() {
        return path.resolve("trust.p12");
    }

    public Path daemonLock() {
        return path.resolve("daemon.lock");
    }
}

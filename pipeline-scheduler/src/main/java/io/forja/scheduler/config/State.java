package io.forja.scheduler.config;

import io.forja.core.yaml.Default;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.InvalidValueException;
import java.time.Duration;

/** The memory of runs and of table names. */
@Doc("The memory of runs and of table names.")
public record State(
        @Doc("The database. Logs and the daemon's own files are in the folder around it.")
                @Default("jdbc:sqlite:./state/forja.db")
                String url,
        @Doc("How long the rows of finished runs are kept.") @Default("400d") Duration keepRuns,
        @Doc("How long the log files of finished runs are kept.") @Default("30d") Duration keepLogs) {

    public State {
        if (!StateFolder.isSqliteFile(url)) {
            throw new InvalidValueException("url", "\"" + url + "\" is not the address of an SQLite file",
                    "write jdbc:sqlite: and a path, such as jdbc:sqlite:./state/forja.db");
        }
        requireADay("keepRuns", keepRuns);
        requireADay("keepLogs", keepLogs);
    }

    private static void requireADay(String key, Duration kept) {
        if (kept.compareTo(Duration.ofDays(1)) < 0) {
            throw new InvalidValueException(key, "less than a day is too short to look anything up", "write 1d or more");
        }
    }

    /** The folder around the database. */
    public StateFolder folder() {
        return StateFolder.of(url);
    }
}

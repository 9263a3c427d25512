package io.forja.scheduler.config;

import io.forja.core.lake.Connection;
import io.forja.core.yaml.Default;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.InvalidValueException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The memory of runs and of table names. */
@Doc("The memory of runs and of table names.")
public record State(
        @Doc(value = "The database: an SQLite file, or PostgreSQL.", example = "jdbc:postgresql://db:5432/forja")
                @Default("jdbc:sqlite:./state/forja.db")
                String url,
        @Doc(value = "The user of a PostgreSQL database; without it, the one that runs Forja.", example = "forja")
                @Nullable String user,
        @Doc(value = "The user's password; `${env.X}` or `${file.X}` keeps it out of the file.",
                        example = "${file./etc/forja/state-password}")
                @Nullable String password,
        @Doc("Where logs and the daemon's own files are with PostgreSQL; with an SQLite file they are in the folder"
                        + " around it.")
                @Default("./state")
                String folder,
        @Doc("How long the rows of finished runs are kept.") @Default("400d") Duration keepRuns,
        @Doc("How long the log files of finished runs are kept.") @Default("30d") Duration keepLogs) {

    private static final String SQLITE = "jdbc:sqlite:";
    private static final String POSTGRESQL = "jdbc:postgresql:";
    private static final Pattern SQLITE_FILE = Pattern.compile(SQLITE + "[^:?][^?]*");
    private static final Pattern POSTGRESQL_DATABASE = Pattern.compile(POSTGRESQL + "//[^/?@\\s]+/[^/?\\s]+(\\?\\S*)?");
    private static final Pattern LOGIN = Pattern.compile(POSTGRESQL + ".*(@|[?&](user|password)=).*");

    public State {
        requireAddress(url);
        requireADay("keepRuns", keepRuns);
        requireADay("keepLogs", keepLogs);
    }

    /** The address is not repeated: a password may stand in it. */
    private static void requireAddress(String url) {
        if (LOGIN.matcher(url).matches()) {
            throw new InvalidValueException("url", "a user or a password stands in the address, which ends in logs",
                    "write them as state.user and state.password, such as password: \"${env.STATE_PASSWORD}\"");
        }
        if (!SQLITE_FILE.matcher(url).matches() && !POSTGRESQL_DATABASE.matcher(url).matches()) {
            throw new InvalidValueException("url", "this is the address of neither an SQLite file nor a PostgreSQL"
                    + " database", "write " + SQLITE + " and a path, or " + POSTGRESQL + "//host:5432/database");
        }
    }

    private static void requireADay(String key, Duration kept) {
        if (kept.compareTo(Duration.ofDays(1)) < 0) {
            throw new InvalidValueException(key, "less than a day is too short to look anything up", "write 1d or more");
        }
    }

    /** The SQLite file, where the database is one. */
    public Optional<Path> file() {
        return url.startsWith(SQLITE) ? Optional.of(Path.of(url.substring(SQLITE.length()))) : Optional.empty();
    }

    /** How the database is reached. */
    public Connection connection() {
        return new Connection(url, user, password);
    }

    /** The folder of logs and of the daemon's own files. */
    public StateFolder files() {
        Path place = file().map(file -> Optional.ofNullable(file.getParent()).orElse(Path.of(""))).orElse(Path.of(folder));
        return new StateFolder(place);
    }

    /** The same state with other paths of its file and its folder. */
    public State withFiles(UnaryOperator<String> path) {
        return new State(file().map(file -> ofFile(path.apply(file.toString()))).orElse(url), user, password,
                path.apply(folder), keepRuns, keepLogs);
    }

    /** The address of an SQLite file. */
    public static String ofFile(String file) {
        return SQLITE + file;
    }

    /** Without the password, since a record's text ends in logs. */
    @Override
    public String toString() {
        return "State[" + connection() + ", " + folder + ", " + keepRuns + ", " + keepLogs + "]";
    }
}

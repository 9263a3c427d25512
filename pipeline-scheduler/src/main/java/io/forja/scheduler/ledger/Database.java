package io.forja.scheduler.ledger;

import io.forja.core.problem.ForjaException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;

/** What differs between the databases that a state may be in; the SQL of the tables is one for all. Thread-safe. */
sealed interface Database permits SqliteFile, PostgresDatabase {

    /** @param address an SQLite file's or a PostgreSQL database's, with nothing secret in the url */
    static Database at(io.forja.core.lake.Connection address) {
        return address.url().startsWith(SqliteFile.URL)
                ? new SqliteFile(Path.of(address.url().substring(SqliteFile.URL.length())))
                : new PostgresDatabase(address);
    }

    /** What people know it by, without anything secret. */
    String name();

    /** False where connecting would make it. */
    boolean isThere();

    Connection connect() throws SQLException;

    /**
     * Begins a transaction that no other writer is in, whatever process it is of.
     *
     * @return what {@link #isCommitted} knows it by
     */
    String begin(Connection connection) throws SQLException;

    /** Whether a transaction came to its end whose connection was lost at that moment. */
    boolean isCommitted(Connection connection, String transaction) throws SQLException;

    /** Takes the place of the one daemon for as long as the connection lives; false where another one has it. */
    boolean lockForDaemon(Connection connection) throws SQLException;

    /** True where the connection is gone, so that another one may do what this one did not. */
    boolean isLost(SQLException failure);

    /** A failure as a person needs it. */
    ForjaException told(SQLException failure);
}

package io.forja.scheduler.ledger;

import io.forja.core.problem.ForjaException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;

/**
 * The place of the one daemon at a state database, on whatever machine it is. With PostgreSQL it is held by a connection:
 * a daemon that ends, however it ends, loses it at once, and one whose machine is gone within a minute. A daemon whose
 * connection was lost takes its place again unless another one was there meanwhile. Thread-safe.
 */
public final class StateLock implements AutoCloseable {

    private static final int ATTEMPTS = 20;
    private static final long WAIT_MILLIS = 50;
    private static final int ANSWER_SECONDS = 5;

    private final StateDatabase database;
    private final String owner;
    private final String lastOwner;
    private Connection connection;
    private boolean lost;

    private StateLock(StateDatabase database, String owner, Connection connection) {
        this.database = database;
        this.owner = owner;
        this.connection = connection;
        this.lastOwner = holder(database);
    }

    /**
     * @param owner the daemon, see {@link io.forja.core.run.ProcessId}
     * @throws ForjaException when another daemon has this database
     */
    public static StateLock take(StateDatabase database, String owner) {
        Connection connection = connect(database);
        try {
            if (locked(database, connection)) {
                return new StateLock(database, owner, connection);
            }
            throw ForjaException.permanent("another daemon has the state database " + database.database().name() + " ("
                    + holder(database) + ")", "stop it first, or set state.url to another database");
        } catch (RuntimeException e) {
            StateDatabase.closeQuietly(connection);
            throw e;
        }
    }

    private static Connection connect(StateDatabase database) {
        try {
            return database.database().connect();
        } catch (SQLException e) {
            throw database.database().told(e);
        }
    }

    /** A server needs a moment to notice that a process was killed. */
    private static boolean locked(StateDatabase database, Connection connection) {
        try {
            for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
                if (database.database().lockForDaemon(connection)) {
                    return true;
                }
                Thread.sleep(WAIT_MILLIS);
            }
        } catch (SQLException e) {
            throw database.database().told(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return false;
    }

    private static String holder(StateDatabase database) {
        return database.read(read -> Sql.one(read, "SELECT owner FROM daemon", row -> row.getString(1))).orElse("");
    }

    /** The daemon that was here before, or an empty text. It has lost its place; most likely it is gone. */
    public String lastOwner() {
        return lastOwner;
    }

    /** Says who is here now; only once what the last one left is taken care of. */
    public void sign(Instant now) {
        database.write(write -> Sql.update(write, "UPDATE daemon SET owner = ?, since = ?", owner, now));
    }

    /**
     * Makes sure of the place, once signed, and takes it again where the connection was lost.
     *
     * @return false once another daemon has been here
     * @throws ForjaException while the database cannot be reached, and nobody knows
     */
    public synchronized boolean isHeld() {
        if (lost || isAlive()) {
            return !lost;
        }
        StateDatabase.closeQuietly(connection);
        connection = connect(database);
        lost = !holder(database).equals(owner);
        if (lost || !locked(database, connection)) {
            // Not lost, and not free: the server has not noticed yet that the first connection is gone.
            StateDatabase.closeQuietly(connection);
        }
        return !lost;
    }

    private boolean isAlive() {
        try {
            return connection.isValid(ANSWER_SECONDS);
        } catch (SQLException e) {
            return false;
        }
    }

    /** Gives the place free. */
    @Override
    public synchronized void close() {
        StateDatabase.closeQuietly(connection);
    }
}

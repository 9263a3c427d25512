package io.forja.scheduler.ledger;

import io.forja.core.problem.ForjaException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * The database that the ledger, the catalogue and the alerts share: an SQLite file, or a PostgreSQL database. Any number
 * of processes may have it open.
 *
 * <p>A write is one transaction and on disk when it returns: it survives {@code kill -9} and a loss of power. Writes go
 * one after the other, also those of several processes, reads beside them. Where the server of the database was away, the
 * next work connects anew; a write whose connection is lost in its midst is done again, or known to be done. Thread-safe.
 */
public final class StateDatabase implements AutoCloseable {

    private static final int READERS = 4;

    /** Work on a connection. It may be done twice, where the first time left nothing. */
    @FunctionalInterface
    interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    @FunctionalInterface
    private interface Attempt<T> {
        T make() throws SQLException;
    }

    /** What a look at a database finds. */
    public enum Condition {
        /** It is made by the first that opens it. */
        MISSING,
        /** Whoever opens it makes or renews its tables, and may. */
        WITHOUT_TABLES,
        /** It can be read and written. */
        READY
    }

    private final Database database;
    private final Migrations migrations;
    private final Object writing = new Object();
    private final Semaphore reading = new Semaphore(READERS, true);
    private final Deque<Connection> idle = new ArrayDeque<>();
    private @Nullable Connection writer;
    private boolean closed;

    private StateDatabase(Database database) {
        this.database = database;
        this.migrations = new Migrations(database.name());
    }

    /** An SQLite file, see {@link #open(io.forja.core.lake.Connection)}. */
    public static StateDatabase open(Path file) {
        return open(new io.forja.core.lake.Connection(SqliteFile.URL + file, null, null));
    }

    /**
     * Opens the database, and makes or renews its tables where they are missing or older than this program.
     *
     * @param address of an SQLite file, which is made with the folders above it where it is missing, or of a PostgreSQL
     *     database, which is there
     * @throws ForjaException when it cannot be opened, is damaged, or was written by a newer program
     */
    public static StateDatabase open(io.forja.core.lake.Connection address) {
        StateDatabase database = new StateDatabase(Database.at(address));
        try {
            if (!database.read(database.migrations::isUpToDate)) {
                database.write(database.migrations::apply);
            }
            return database;
        } catch (RuntimeException e) {
            database.close();
            throw e;
        }
    }

    /**
     * Looks at a database without leaving anything there.
     *
     * @throws ForjaException when it cannot be opened or written, as {@link #open(io.forja.core.lake.Connection)}
     */
    public static Condition look(io.forja.core.lake.Connection address) {
        try (StateDatabase database = new StateDatabase(Database.at(address))) {
            if (!database.database.isThere()) {
                return Condition.MISSING;
            }
            if (database.read(database.migrations::isUpToDate)) {
                database.checkWritable();
                return Condition.READY;
            }
            database.rehearse(database.migrations::apply);
            return Condition.WITHOUT_TABLES;
        }
    }

    /** What people know a database by: its file, or its address without anything secret. */
    public static String nameOf(io.forja.core.lake.Connection address) {
        return Database.at(address).name();
    }

    /** Finds out whether it can be written now, by writing: a full disk lets an empty transaction pass. */
    public void checkWritable() {
        write(connection -> Sql.update(connection, "UPDATE write_probe SET written = written + 1"));
    }

    Database database() {
        return database;
    }

    <T> T read(Work<T> work) {
        reading.acquireUninterruptibly();
        try {
            return attempt(() -> onIdle(work));
        } finally {
            reading.release();
        }
    }

    private <T> T onIdle(Work<T> work) throws SQLException {
        Connection connection = take();
        boolean sound = false;
        try {
            T result = work.on(connection);
            sound = true;
            return result;
        } finally {
            giveBack(connection, sound);
        }
    }

    private Connection take() throws SQLException {
        synchronized (idle) {
            requireOpen();
            Connection connection = idle.poll();
            if (connection != null) {
                return connection;
            }
        }
        return database.connect();
    }

    private void giveBack(Connection connection, boolean sound) {
        synchronized (idle) {
            if (sound && !closed) {
                idle.push(connection);
                return;
            }
        }
        closeQuietly(connection);
    }

    /** Does work in a transaction that no other writer is in, of this or another process. */
    <T> T write(Work<T> work) {
        return write(work, "COMMIT");
    }

    /** Does work as a write would, and takes it back. */
    private void rehearse(Work<?> work) {
        write(work, "ROLLBACK");
    }

    private <T> T write(Work<T> work, String end) {
        synchronized (writing) {
            return attempt(() -> onWriter(work, end));
        }
    }

    private <T> T onWriter(Work<T> work, String end) throws SQLException {
        synchronized (idle) {
            requireOpen();
        }
        Connection connection = writer == null ? database.connect() : writer;
        writer = connection;
        try {
            return inTransaction(connection, work, end);
        } catch (SQLException e) {
            if (database.isLost(e)) {
                closeQuietly(connection);
                writer = null;
            }
            throw e;
        }
    }

    private <T> T inTransaction(Connection connection, Work<T> work, String end) throws SQLException {
        String transaction;
        T result;
        try {
            transaction = database.begin(connection);
            result = work.on(connection);
        } catch (SQLException | RuntimeException e) {
            rollBack(connection, e);
            throw e;
        }
        try {
            Sql.execute(connection, end);
        } catch (SQLException e) {
            rollBack(connection, e);
            if (!database.isLost(e) || !new LostCommit(database, transaction).happened(e)) {
                throw e;
            }
        }
        return result;
    }

    private static void rollBack(Connection connection, Exception cause) {
        try {
            Sql.execute(connection, "ROLLBACK");
        } catch (SQLException e) {
            // After some failures the database has rolled back by itself.
            cause.addSuppressed(e);
        }
    }

    /** Connections that idle do not outlive their server; what was not done on one is done on a new one. */
    private <T> T attempt(Attempt<T> work) {
        try {
            try {
                return work.make();
            } catch (SQLException e) {
                if (!database.isLost(e)) {
                    throw e;
                }
                dropIdle();
                return work.make();
            }
        } catch (SQLException e) {
            throw database.told(e);
        }
    }

    private void dropIdle() {
        synchronized (idle) {
            idle.forEach(StateDatabase::closeQuietly);
            idle.clear();
        }
    }

    private void requireOpen() {
        if (closed) {
            throw ForjaException.permanent("the state database is closed, since the process ends", "");
        }
    }

    @Override
    public void close() {
        synchronized (writing) {
            synchronized (idle) {
                closed = true;
                dropIdle();
                if (writer != null) {
                    closeQuietly(writer);
                    writer = null;
                }
            }
        }
    }

    static void closeQuietly(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            // Everything that was written is on disk already; a connection that cannot be closed ends with the process.
        }
    }
}

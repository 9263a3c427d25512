package io.forja.scheduler.ledger;

import io.forja.core.problem.ForjaException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * The database that the ledger, the catalogue and the alerts share. Any number of processes may have it open.
 *
 * <p>A write is one transaction and on disk when it returns: it survives {@code kill -9} and a loss of power. Writes
 * of one process go one after the other, reads beside them. Thread-safe.
 */
public final class StateDatabase implements AutoCloseable {

    private static final int READERS = 4;

    /** Work on a connection. */
    @FunctionalInterface
    interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    private final SqliteFile file;
    private final Object writing = new Object();
    private final Semaphore reading = new Semaphore(READERS, true);
    private final Deque<Connection> idle = new ArrayDeque<>();
    private @Nullable Connection writer;
    private boolean closed;

    private StateDatabase(SqliteFile file) {
        this.file = file;
    }

    /**
     * Opens the database, and makes or renews its tables where they are missing or older than this program.
     *
     * @param path the file; it and the folders above it are made where they are missing
     * @throws ForjaException when it cannot be opened, is damaged, or was written by a newer program
     */
    public static StateDatabase open(Path path) {
        StateDatabase database = new StateDatabase(new SqliteFile(path));
        try {
            Migrations migrations = new Migrations(path);
            if (!database.read(migrations::isUpToDate)) {
                database.write(migrations::apply);
            }
            return database;
        } catch (RuntimeException e) {
            database.close();
            throw e;
        }
    }

    /** Where it is. */
    public Path path() {
        return file.path();
    }

    /** Finds out whether it can be written now, by writing: a full disk lets an empty transaction pass. */
    public void checkWritable() {
        write(connection -> Sql.update(connection, "UPDATE write_probe SET written = written + 1"));
    }

    <T> T read(Work<T> work) {
        reading.acquireUninterruptibly();
        try {
            Connection connection = take();
            boolean sound = false;
            try {
                T result = work.on(connection);
                sound = true;
                return result;
            } finally {
                giveBack(connection, sound);
            }
        } catch (SQLException e) {
            throw file.told(e);
        } finally {
            reading.release();
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
        return file.connect();
    }

    private void giveBack(Connection connection, boolean sound) throws SQLException {
        synchronized (idle) {
            if (sound && !closed) {
                idle.push(connection);
                return;
            }
        }
        connection.close();
    }

    /** Does work in a transaction that no other writer is in. */
    <T> T write(Work<T> work) {
        synchronized (writing) {
            synchronized (idle) {
                requireOpen();
            }
            try {
                if (writer == null) {
                    writer = file.connect();
                }
                return inTransaction(writer, work);
            } catch (SQLException e) {
                throw file.told(e);
            }
        }
    }

    private <T> T inTransaction(Connection connection, Work<T> work) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(SqliteFile.BEGIN);
            try {
                T result = work.on(connection);
                statement.execute("COMMIT");
                return result;
            } catch (SQLException | RuntimeException e) {
                rollBack(statement, e);
                throw e;
            }
        }
    }

    private void rollBack(Statement statement, Exception cause) {
        try {
            statement.execute("ROLLBACK");
        } catch (SQLException e) {
            // After some failures the database has rolled back by itself.
            cause.addSuppressed(e);
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
                idle.forEach(StateDatabase::closeQuietly);
                idle.clear();
                if (writer != null) {
                    closeQuietly(writer);
                    writer = null;
                }
            }
        }
    }

    private static void closeQuietly(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            // Everything that was written is on disk already; a connection that cannot be closed ends with the process.
        }
    }
}

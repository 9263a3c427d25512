package io.forja.scheduler.ledger;

import io.forja.core.problem.ForjaException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import org.postgresql.Driver;
import org.postgresql.util.PSQLState;

/**
 * A PostgreSQL database, or a schema of one: how it is connected to, and how processes keep off each other there. They
 * do so by advisory locks, which the server gives back when their holder's connection ends, however it ends.
 */
final class PostgresDatabase implements Database {

    private static final int CONNECT_SECONDS = 10;

    /** A server that says nothing for longer is taken for lost; a purge goes in steps that are much shorter. */
    private static final int ANSWER_SECONDS = 60;

    /**
     * For each connection: whoever waits for another writer is told so as with a file; a process that is frozen in the
     * midst of a write, or whose machine is gone, keeps its locks for a minute at most; and a commit is on disk.
     */
    private static final String SESSION = "SET lock_timeout = '" + PostgresFailure.LOCK_SECONDS + "s';"
            + " SET idle_in_transaction_session_timeout = '60s';"
            + " SET tcp_keepalives_idle = 15; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;"
            + " SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'";

    /** The keys of locks: which one, and of which schema, since each may hold a state of its own. */
    private static final String WRITER = "1179603457, to_regnamespace(quote_ident(current_schema()))::oid::int";
    private static final String DAEMON = "1179603458, to_regnamespace(quote_ident(current_schema()))::oid::int";

    private final io.forja.core.lake.Connection address;
    private final PostgresFailure failure;

    PostgresDatabase(io.forja.core.lake.Connection address) {
        this.address = address;
        this.failure = new PostgresFailure(name());
    }

    /** Without parameters, since some of them are secrets. */
    @Override
    public String name() {
        return address.url().replaceFirst("\\?.*", "");
    }

    @Override
    public boolean isThere() {
        return true;
    }

    @Override
    public Connection connect() throws SQLException {
        Properties properties = new Properties();
        if (address.user() != null) {
            properties.setProperty("user", address.user());
        }
        if (address.password() != null) {
            properties.setProperty("password", address.password());
        }
        properties.setProperty("ApplicationName", "Forja");
        properties.setProperty("connectTimeout", String.valueOf(CONNECT_SECONDS));
        properties.setProperty("socketTimeout", String.valueOf(ANSWER_SECONDS));
        properties.setProperty("tcpKeepAlive", "true");
        // Not by the DriverManager, which loads every driver that there is.
        Connection connection = new Driver().connect(address.url(), properties);
        if (connection == null) {
            throw new SQLException("the address is none that its driver knows", PSQLState.CONNECTION_UNABLE_TO_CONNECT
                    .getState());
        }
        try {
            Sql.execute(connection, SESSION);
            if (connection.getSchema() == null) {
                throw new SQLException("no schema is named that there is", PostgresFailure.NO_SCHEMA);
            }
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    @Override
    public String begin(Connection connection) throws SQLException {
        // Whatever the server's default is: what the writer before has done is to be seen.
        Sql.execute(connection, "BEGIN ISOLATION LEVEL READ COMMITTED");
        return Sql.one(connection, "SELECT pg_advisory_xact_lock(" + WRITER + "), pg_current_xact_id()::text",
                row -> row.getString(2)).orElseThrow();
    }

    @Override
    public boolean isCommitted(Connection connection, String transaction) throws SQLException {
        // Its own side of the lost connection may still be at it.
        Sql.one(connection, "SELECT pg_advisory_xact_lock(" + WRITER + ")", row -> true);
        // One that the server, started again, has not even heard of is none.
        return Sql.one(connection, "SELECT CASE WHEN ?::xid8 < pg_snapshot_xmax(pg_current_snapshot())"
                + " THEN pg_xact_status(?::xid8) END", row -> "committed".equals(row.getString(1)), transaction,
                transaction).orElseThrow();
    }

    @Override
    public boolean lockForDaemon(Connection connection) throws SQLException {
        return Sql.one(connection, "SELECT pg_try_advisory_lock(" + DAEMON + ")", row -> row.getBoolean(1)).orElseThrow();
    }

    @Override
    public boolean isLost(SQLException e) {
        return PostgresFailure.isLost(e);
    }

    @Override
    public ForjaException told(SQLException e) {
        return failure.told(e);
    }
}

package io.forja.scheduler.testing;

import io.forja.core.lake.Connection;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A real PostgreSQL whose binaries come with the build. It may be stopped, killed and started again, at the same port and
 * with what was in it. Where none can be started, tests that ask for it are skipped, and say why.
 */
public final class PostgresServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PostgresServer.class);

    public static final String USER = "forja";
    public static final String PASSWORD = "s3nh4-do-estado";

    /** The server's own administrator is let in without a password, everyone else with one. */
    private static final String ACCESS = """
            host all postgres 127.0.0.1/32 trust
            host all postgres ::1/128 trust
            host all all 127.0.0.1/32 scram-sha-256
            host all all ::1/128 scram-sha-256
            """;

    private static final AtomicInteger DATABASES = new AtomicInteger();

    private static @Nullable PostgresServer shared;
    private static @Nullable Throwable missing;

    private final Path folder;
    private EmbeddedPostgres server;

    private PostgresServer(Path folder, EmbeddedPostgres server) {
        this.folder = folder;
        this.server = server;
    }

    /** The one that all tests of a JVM share; each uses databases of its own, and lets it run. */
    public static synchronized PostgresServer shared() {
        if (shared == null) {
            shared = start();
        }
        return shared;
    }

    /** One of its own, for a test that stops it. */
    public static synchronized PostgresServer start() {
        Assumptions.assumeTrue(missing == null, () -> "no PostgreSQL can be started here: " + missing);
        try {
            Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
            Path folder = Files.createTempDirectory(target, "postgres-");
            EmbeddedPostgres started = builder(folder).start();
            Files.writeString(folder.resolve("pg_hba.conf"), ACCESS);
            PostgresServer server = new PostgresServer(folder, started);
            server.administer("CREATE ROLE " + USER + " LOGIN PASSWORD '" + PASSWORD + "'", "SELECT pg_reload_conf()");
            return server;
        } catch (IOException | RuntimeException | LinkageError e) {
            missing = e;
            LOG.warn("tests with PostgreSQL are skipped: none can be started here", e);
            return Assumptions.abort("no PostgreSQL can be started here: " + e);
        }
    }

    private static EmbeddedPostgres.Builder builder(Path folder) {
        // Little is kept of what a crash of the machine would need; one of the server loses nothing.
        return EmbeddedPostgres.builder().setDataDirectory(folder).setCleanDataDirectory(false)
                .setServerConfig("max_wal_size", "64MB").setServerConfig("wal_level", "minimal")
                .setServerConfig("max_wal_senders", "0")
                .setOverrideWorkingDirectory(folder.getParent().resolve("postgres-binaries").toFile());
    }

    public int port() {
        return server.getPort();
    }

    /** Makes an empty database. */
    public Connection database() {
        String name = "state" + DATABASES.incrementAndGet();
        administer("CREATE DATABASE " + name + " OWNER " + USER);
        return at(name);
    }

    /** How a database of this name would be reached. */
    public Connection at(String database) {
        return new Connection("jdbc:postgresql://127.0.0.1:" + port() + "/" + database, USER, PASSWORD);
    }

    /** As the server's administrator. */
    public void administer(String... statements) {
        try (java.sql.Connection admin = DriverManager.getConnection(server.getJdbcUrl("postgres", "postgres"));
                Statement statement = admin.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Ends every connection, as a restart or a break in the network does. */
    public void dropConnections() {
        administer("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '" + USER + "'");
    }

    /** As an administrator stops it. */
    public void stop() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As {@code kill -9} does it; its own processes notice that and end. */
    public void kill() {
        long pid = processId();
        ProcessHandle.of(pid).ifPresent(process -> {
            process.destroyForcibly();
            process.onExit().orTimeout(10, TimeUnit.SECONDS).join();
        });
        // It finds nothing to stop, and lets go of the folder.
        stop();
    }

    private long processId() {
        try {
            return Long.parseLong(Files.readAllLines(folder.resolve("postmaster.pid")).get(0));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts it again where it was. */
    public void startAgain() {
        try {
            server = builder(folder).setPort(port()).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        stop();
    }
}

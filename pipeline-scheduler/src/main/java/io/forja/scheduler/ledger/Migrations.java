package io.forja.scheduler.ledger;

import io.forja.core.problem.ForjaException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;

/**
 * The steps that make the tables, numbered from 1. A step that was released is never changed: another form of the
 * tables is another step at the end.
 */
final class Migrations {

    private static final List<String> STEPS = List.of("001_runs.sql", "002_catalogue.sql", "003_alerts.sql",
            "004_expectations.sql", "005_retries.sql", "006_daemon.sql");
    private static final String VERSION_TABLE = "forja_schema";

    private final String database;

    /** @param database what people know it by */
    Migrations(String database) {
        this.database = database;
    }

    /** @throws ForjaException when the tables have a form that only a newer program knows */
    boolean isUpToDate(Connection connection) throws SQLException {
        int version = version(connection);
        if (version > STEPS.size()) {
            throw ForjaException.permanent("the state database " + database + " was written by a newer Forja (its form"
                    + " is " + version + ", this one knows up to " + STEPS.size() + ")",
                    "use that Forja again, or set state.url to another database");
        }
        return version == STEPS.size();
    }

    private static int version(Connection connection) throws SQLException {
        try (ResultSet tables = connection.getMetaData().getTables(null, connection.getSchema(), VERSION_TABLE, null)) {
            if (!tables.next()) {
                return 0;
            }
        }
        return Sql.one(connection, "SELECT coalesce(max(version), 0) FROM " + VERSION_TABLE, row -> row.getInt(1))
                .orElseThrow();
    }

    /** Does the steps that are missing; another process may have done them a moment ago. */
    boolean apply(Connection connection) throws SQLException {
        Sql.execute(connection, "CREATE TABLE IF NOT EXISTS " + VERSION_TABLE
                + " (version INTEGER NOT NULL PRIMARY KEY)");
        for (int step = version(connection); step < STEPS.size(); step++) {
            for (String sql : text(STEPS.get(step)).split(";\\s*\\n")) {
                if (!sql.isBlank()) {
                    Sql.execute(connection, sql);
                }
            }
            Sql.update(connection, "INSERT INTO " + VERSION_TABLE + " (version) VALUES (?)", step + 1);
        }
        return isUpToDate(connection);
    }

    private static String text(String resource) {
        try (InputStream in = Migrations.class.getResourceAsStream(resource)) {
            return new String(Objects.requireNonNull(in, resource).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("the program's own file " + resource + " cannot be read", e);
        }
    }
}

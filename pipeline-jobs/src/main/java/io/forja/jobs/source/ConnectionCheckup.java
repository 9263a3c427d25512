package io.forja.jobs.source;

import io.forja.core.doctor.Checkup;
import io.forja.core.doctor.Finding;
import io.forja.core.lake.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;

/** Opens a connection, asks the database what it is, and closes it. */
public final class ConnectionCheckup implements Checkup {

    private static final int SECONDS = 10;

    private final String name;
    private final Connection connection;

    public ConnectionCheckup(String name, Connection connection) {
        this.name = name;
        this.connection = connection;
    }

    @Override
    public List<Finding> run() {
        String subject = "connections." + name;
        DriverManager.setLoginTimeout(SECONDS);
        try (java.sql.Connection open = DriverManager.getConnection(connection.url(), JdbcReader.properties(connection))) {
            DatabaseMetaData database = open.getMetaData();
            return List.of(Finding.ok(subject, database.getDatabaseProductName() + " "
                    + database.getDatabaseProductVersion().lines().findFirst().orElse("").strip() + " lets us in"));
        } catch (SQLException e) {
            return List.of(Finding.failed(subject, JdbcReader.refused(name, e)));
        }
    }
}

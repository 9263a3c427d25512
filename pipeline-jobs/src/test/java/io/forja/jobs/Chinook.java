package io.forja.jobs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.regex.Pattern;

/**
 * The Chinook script for SQL Server in an H2 that speaks most of its language. What H2 does not know is left out: the
 * database itself, and that an index is clustered.
 */
final class Chinook {

    private static final Pattern BATCHES = Pattern.compile("(?m)^GO\\s*$");
    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL);
    private static final Pattern ABOUT_THE_DATABASE =
            Pattern.compile("(?i)^(IF EXISTS|CREATE DATABASE|USE )", Pattern.DOTALL);

    private static final Pattern DATE = Pattern.compile("'([0-9]{4})/([0-9]{1,2})/([0-9]{1,2})'");

    private Chinook() {}

    /** Loads the script into a new database and gives its address, for the user sa without a password. */
    static String load(Path script, String name) throws IOException, SQLException {
        String url = "jdbc:h2:mem:" + name + ";MODE=MSSQLServer;DATABASE_TO_UPPER=FALSE;CASE_INSENSITIVE_IDENTIFIERS=TRUE"
                + ";DB_CLOSE_DELAY=-1";
        try (Connection database = DriverManager.getConnection(url, "sa", "");
                Statement statement = database.createStatement()) {
            statement.execute("CREATE SCHEMA dbo");
            for (String batch : BATCHES.split(COMMENT.matcher(Files.readString(script)).replaceAll(""))) {
                String sql = batch.strip();
                if (!sql.isEmpty() && !ABOUT_THE_DATABASE.matcher(sql).find()) {
                    statement.execute(isoDates(sql.replaceAll(" (NON)?CLUSTERED", "")));
                }
            }
        }
        return url;
    }

    /** {@code '1962/2/18'}, which SQL Server reads by its language, as {@code '1962-02-18'}. */
    private static String isoDates(String sql) {
        return DATE.matcher(sql).replaceAll(date -> String.format("'%s-%02d-%02d'", date.group(1),
                Integer.parseInt(date.group(2)), Integer.parseInt(date.group(3))));
    }
}

package io.forja.scheduler.ledger;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Statements with values in the place of their question marks. An instant is stored to the millisecond, and a text
 * without the sign NUL, which PostgreSQL has in no text.
 */
final class Sql {

    /** Makes a value of one row. */
    @FunctionalInterface
    interface Mapper<T> {
        T of(ResultSet row) throws SQLException;
    }

    private Sql() {}

    static <T> List<T> list(Connection connection, String sql, Mapper<T> mapper, @Nullable Object... values)
            throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql, values);
                ResultSet rows = statement.executeQuery()) {
            List<T> list = new ArrayList<>();
            while (rows.next()) {
                list.add(mapper.of(rows));
            }
            return list;
        }
    }

    /** The first row, where there is one. */
    static <T> Optional<T> one(Connection connection, String sql, Mapper<T> mapper, @Nullable Object... values)
            throws SQLException {
        return list(connection, sql, mapper, values).stream().findFirst();
    }

    /** @return how many rows changed */
    static int update(Connection connection, String sql, @Nullable Object... values) throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql, values)) {
            return statement.executeUpdate();
        }
    }

    /** A statement of the program's own, without values. */
    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static PreparedStatement prepare(Connection connection, String sql, @Nullable Object... values)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        try {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, stored(values[i]));
            }
            return statement;
        } catch (SQLException | RuntimeException e) {
            statement.close();
            throw e;
        }
    }

    private static @Nullable Object stored(@Nullable Object value) {
        if (value instanceof Instant at) {
            return at.toEpochMilli();
        }
        if (value instanceof Enum<?> constant) {
            return constant.name();
        }
        return value instanceof String text ? text.replace('\0', '\uFFFD') : value;
    }

    static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        long millis = row.getLong(column);
        return row.wasNull() ? null : Instant.ofEpochMilli(millis);
    }
}

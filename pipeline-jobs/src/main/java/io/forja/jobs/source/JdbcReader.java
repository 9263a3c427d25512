package io.forja.jobs.source;

import io.forja.core.lake.Connection;
import io.forja.core.problem.ForjaException;
import io.forja.core.problem.NotFoundException;
import io.forja.core.problem.Suggestion;
import io.forja.jobs.delta.JobSession;
import io.forja.jobs.delta.Lakehouse;
import io.forja.jobs.delta.Statement;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Reads tables and queries of a database. The database's own catalogue decides about names and columns. */
public final class JdbcReader {

    /** A table as the database spells it. */
    public record DatabaseTable(String schema, String name) {
        @Override
        public String toString() {
            return schema + "." + name;
        }
    }

    private static final Set<String> SYSTEM_SCHEMAS =
            Set.of("information_schema", "sys", "pg_catalog", "pg_toast", "guest");

    /** Types of SQL Server that no reader of plain values can take: sql_variant, geometry, geography. */
    private static final Set<Integer> UNREADABLE = Set.of(-156, -157, -158);

    private static final int NAMES_TOLD = 20;

    /** How databases say that it is the login which is wrong: by SQL state, and SQL Server by its error code. */
    private static final String LOGIN_FAILED_STATE = "28";
    private static final int LOGIN_FAILED = 18456;
    private static final String NO_CONNECTION_STATE = "08";

    private final Lakehouse lakehouse;
    private final JobSession session;

    public JdbcReader(Lakehouse lakehouse, JobSession session) {
        this.lakehouse = lakehouse;
        this.session = session;
    }

    SourceRows read(FromJdbc from) {
        if (from.query() != null) {
            return query(from, "(" + from.query().strip().replaceFirst(";$", "") + ") q", List.of());
        }
        return read(from, find(from, String.valueOf(from.table())));
    }

    /** The table of this name; the database's own spelling goes before another case, a schema before none. */
    private DatabaseTable find(FromJdbc from, String wanted) {
        List<DatabaseTable> all = tables(from);
        List<Predicate<DatabaseTable>> ways = List.of(
                table -> table.toString().equals(wanted),
                table -> table.toString().equalsIgnoreCase(wanted),
                table -> table.name().equalsIgnoreCase(wanted));
        for (Predicate<DatabaseTable> way : ways) {
            List<DatabaseTable> found = all.stream().filter(way).toList();
            if (found.size() > 1) {
                throw ForjaException.permanent("the database " + from.jdbc() + " has several tables " + wanted + ": "
                        + names(found), "write the one that is meant, with its schema");
            }
            if (!found.isEmpty()) {
                return found.get(0);
            }
        }
        throw new NotFoundException("the database " + from.jdbc() + " has no table " + wanted,
                Suggestion.closest(wanted, all.stream().map(DatabaseTable::toString).toList())
                        .map(name -> "did you mean \"" + name + "\"?")
                        .orElse("check the name and the user's rights"));
    }

    private static String names(List<DatabaseTable> tables) {
        return tables.stream().limit(NAMES_TOLD).map(DatabaseTable::toString).collect(Collectors.joining(", "));
    }

    /** One table, whole, with every column that can be read. */
    public SourceRows read(FromJdbc from, DatabaseTable table) {
        return with(from, metadata -> {
            String quote = metadata.getIdentifierQuoteString().strip();
            List<String> readable = new ArrayList<>();
            List<String> notes = new ArrayList<>();
            for (Map.Entry<String, Integer> column : columns(metadata, table).entrySet()) {
                if (UNREADABLE.contains(column.getValue())) {
                    notes.add("the column " + table + "." + column.getKey() + " has a type that cannot be read and is"
                            + " left out");
                } else {
                    readable.add(quoted(column.getKey(), quote));
                }
            }
            return query(from, "(SELECT " + String.join(", ", readable) + " FROM "
                    + quoted(table.schema(), quote) + "." + quoted(table.name(), quote) + ") q", notes);
        });
    }

    /**
     * The tables that a definition's pattern matches, in the order of their names.
     *
     * @throws NotFoundException when there is none
     */
    public List<DatabaseTable> matching(FromJdbc from) {
        Pattern wanted = glob(String.valueOf(from.tables()));
        List<Pattern> unwanted = from.except().stream().map(JdbcReader::glob).toList();
        List<DatabaseTable> all = tables(from);
        List<DatabaseTable> matching = all.stream()
                .filter(table -> wanted.matcher(table.toString()).matches())
                .filter(table -> unwanted.stream().noneMatch(p -> p.matcher(table.toString()).matches()))
                .toList();
        if (matching.isEmpty()) {
            throw new NotFoundException("no table of the database " + from.jdbc() + " matches \"" + from.tables() + "\"",
                    all.isEmpty() ? "check the user's rights: it sees no table at all"
                            : "it has " + names(all));
        }
        return matching;
    }

    private List<DatabaseTable> tables(FromJdbc from) {
        return with(from, metadata -> {
            List<DatabaseTable> tables = new ArrayList<>();
            try (ResultSet found = metadata.getTables(null, null, "%", new String[] {"TABLE", "BASE TABLE", "VIEW"})) {
                while (found.next()) {
                    String schema = found.getString("TABLE_SCHEM");
                    if (schema != null && !SYSTEM_SCHEMAS.contains(schema.toLowerCase(Locale.ROOT))) {
                        tables.add(new DatabaseTable(schema, found.getString("TABLE_NAME")));
                    }
                }
            }
            return tables.stream().sorted((a, b) -> a.toString().compareTo(b.toString())).toList();
        });
    }

    private static String quoted(String name, String quote) {
        return quote.isEmpty() ? name : quote + name.replace(quote, quote + quote) + quote;
    }

    private static Map<String, Integer> columns(DatabaseMetaData metadata, DatabaseTable table) throws SQLException {
        Map<String, Integer> columns = new LinkedHashMap<>();
        String escape = metadata.getSearchStringEscape();
        try (ResultSet found = metadata.getColumns(null, literal(table.schema(), escape),
                literal(table.name(), escape), "%")) {
            while (found.next()) {
                columns.put(found.getString("COLUMN_NAME"), found.getInt("DATA_TYPE"));
            }
        }
        return columns;
    }

    /** A name whose _ and % stand for themselves. */
    private static String literal(String name, String escape) {
        return name.replace("_", escape + "_").replace("%", escape + "%");
    }

    private SourceRows query(FromJdbc from, String dbtable, List<String> notes) {
        Connection connection = lakehouse.connection(from.jdbc());
        try {
            Dataset<Row> rows = session.spark().read().format("jdbc")
                    .options(options(connection))
                    .option("dbtable", dbtable)
                    .option("fetchsize", from.fetchSize())
                    .load();
            return new SourceRows(rows, Set.of(), false, notes);
        } catch (Exception e) {
            // Spark passes the driver's SQLException on without saying so.
            boolean lost = e instanceof SQLException sql && state(sql).startsWith(NO_CONNECTION_STATE);
            throw lost ? refused(from.jdbc(), (SQLException) e) : new ForjaException("the database " + from.jdbc()
                    + " does not run " + (from.query() == null ? "the reading of " + from.table() : "the query") + ": "
                    + Statement.sentence(e), "check the names in it and the user's rights", false, e);
        }
    }

    private static Map<String, String> options(Connection connection) {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("url", connection.url());
        if (connection.user() != null) {
            options.put("user", connection.user());
        }
        if (connection.password() != null) {
            options.put("password", connection.password());
        }
        return options;
    }

    @FunctionalInterface
    private interface MetadataQuery<T> {
        T run(DatabaseMetaData metadata) throws SQLException;
    }

    private <T> T with(FromJdbc from, MetadataQuery<T> query) {
        Connection connection = lakehouse.connection(from.jdbc());
        try (java.sql.Connection open = DriverManager.getConnection(connection.url(), properties(connection))) {
            return query.run(open.getMetaData());
        } catch (SQLException e) {
            throw refused(from.jdbc(), e);
        }
    }

    static Properties properties(Connection connection) {
        Properties properties = new Properties();
        options(connection).forEach(properties::setProperty);
        properties.remove("url");
        return properties;
    }

    /** A wrong password is not tried again: databases lock a user for that. */
    static ForjaException refused(String name, SQLException e) {
        if (String.valueOf(e.getMessage()).contains("PKIX")) {
            return ForjaException.permanent("the database " + name + " encrypts with a certificate that nobody signed whom"
                    + " Java trusts", "in the url under connections." + name + ", name the store of its authority"
                    + " (trustStore=...;trustStorePassword=...), or write trustServerCertificate=true; encrypt=false goes"
                    + " without encryption");
        }
        boolean login = state(e).startsWith(LOGIN_FAILED_STATE) || e.getErrorCode() == LOGIN_FAILED;
        return new ForjaException("the database " + name + " refuses: " + Statement.sentence(e), login
                ? "check user and password under connections." + name + " in forja.yaml"
                : "check the url under connections." + name + " in forja.yaml, and that the database is running",
                !login, e);
    }

    private static String state(SQLException e) {
        return String.valueOf(e.getSQLState());
    }

    private static Pattern glob(String pattern) {
        return Pattern.compile(Arrays.stream(pattern.split("\\*", -1)).map(Pattern::quote)
                .collect(Collectors.joining(".*")), Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
    }
}

package io.forja.benchmarks;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** The plain job by DuckDB, into a Parquet file: no log, no rejects, no count, and a value that does not fit is lost. */
final class DuckDb {

    private static final String JOB = """
            COPY (
              SELECT * EXCLUDE (rank) REPLACE (try_cast(valor AS DECIMAL(18,2)) AS valor)
              FROM (
                SELECT *, row_number() OVER (PARTITION BY id_transacao ORDER BY atualizado_em DESC) AS rank
                FROM read_csv('%s', header = true, all_varchar = true)
              )
              WHERE rank = 1 AND valor IS NOT NULL
            ) TO '%s' (FORMAT parquet)
            """;

    private DuckDb() {}

    static void run(Path csv, Path parquet) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute(JOB.formatted(csv, parquet));
        }
    }
}

package io.forja.scheduler.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.forja.core.lake.Connection;
import io.forja.scheduler.app.Commands.Ended;
import io.forja.scheduler.testing.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A state in PostgreSQL as people use it, from the settings to the command line. */
@Tag("spark")
class PostgresStateTest {

    @TempDir
    Path folder;

    private final StringBuilder told = new StringBuilder();

    private void project(Connection state) throws IOException {
        Files.createDirectories(folder.resolve("pipelines"));
        Files.writeString(folder.resolve("forja.yaml"), """
                state:
                  url: %s
                  user: %s
                  password: "%s"
                http: {port: 0}
                """.formatted(state.url(), state.user(), state.password()));
        Files.writeString(folder.resolve("vendas.csv"), "id,valor\n1,10\n2,20\n");
        Files.writeString(folder.resolve("pipelines/vendas.yaml"), """
                pipeline: vendas
                jobs:
                  bronze:
                    ingest: {from: {csv: vendas.csv}, into: {table: bronze.vendas, path: lake/bronze/vendas}}
                  prata:
                    needs: bronze
                    sql: {query: SELECT id FROM bronze.vendas, into: {table: silver.vendas}}
                """);
    }

    private Ended forja(Commands commands, String line) {
        Ended ended = commands.run(folder, line);
        told.append(ended.out()).append(ended.err());
        return ended;
    }

    @Test
    void runs_and_tables_are_in_it_it_may_be_away_for_a_while_and_a_new_one_is_filled_from_the_pipelines()
            throws Exception {
        try (PostgresServer server = PostgresServer.start()) {
            project(server.database());
            try (Commands commands = new Commands()) {
                assertThat(forja(commands, "doctor").out()).contains("its tables are made or renewed by the first run");
                assertThat(forja(commands, "run vendas").code()).as(told.toString()).isZero();
                assertThat(forja(commands, "runs show").out()).contains("silver.vendas v0", "succeeded");
                assertThat(forja(commands, "tables list").out()).contains("bronze.vendas", "silver.vendas");
                assertThat(forja(commands, "doctor").out()).contains("can be read and written");

                server.kill();
                Ended away = forja(commands, "runs list");
                assertThat(away.code()).isEqualTo(1);
                assertThat(away.err()).startsWith("error: the state database jdbc:postgresql://127.0.0.1:")
                        .contains("cannot be reached").doesNotContain("\tat ");
                assertThat(forja(commands, "doctor").out()).contains("cannot be reached");
                server.startAgain();
                assertThat(forja(commands, "runs list").out()).contains("succeeded");
                assertThat(forja(commands, "run vendas").code()).as(told.toString()).isZero();
            }
            assertThat(folder.resolve("state/forja.db")).doesNotExist();

            project(server.database());
            try (Commands another = new Commands()) {
                assertThat(forja(another, "tables list").out()).doesNotContain("vendas");
                assertThat(forja(another, "tables register --from-pipelines").out())
                        .contains("bronze.vendas", "silver.vendas");
                assertThat(forja(another, "sql \"select count(*) n from silver.vendas\" -o csv").out())
                        .isEqualTo("n\n2\n");
            }
        }
        assertThat(told.toString()).doesNotContain(PostgresServer.PASSWORD);
    }
}

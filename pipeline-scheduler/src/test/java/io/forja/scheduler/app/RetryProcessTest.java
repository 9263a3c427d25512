package io.forja.scheduler.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.forja.core.problem.Redaction;
import io.forja.core.run.JobRecord;
import io.forja.core.run.JobStatus;
import io.forja.scheduler.app.Commands.Ended;
import io.forja.scheduler.ledger.SqlLedger;
import io.forja.scheduler.ledger.StateDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A run that is really killed around the commit of an update, and the one that goes on with it. */
@Tag("spark")
class RetryProcessTest {

    private static final String RUN = "seguros-20261129T000000";

    /** When the process is killed. */
    enum Moment {
        THE_UPDATE_HAS_BEGUN,
        ITS_FILES_ARE_THERE,
        ITS_COMMIT_IS_THERE
    }

    @TempDir
    Path folder;

    private Process process;

    @BeforeEach
    void project() throws IOException {
        Files.createDirectories(folder.resolve("pipelines"));
        Files.writeString(folder.resolve("forja.yaml"), "http: {port: 0}\n");
        Files.writeString(folder.resolve("pipelines/seguros.yaml"), """
                pipeline: seguros
                jobs:
                  apolices:
                    sql:
                      query: SELECT 1 AS id, CAST(100 AS DECIMAL(18,4)) AS valor_premio
                      into: {table: silver.apolices, path: lake/apolices}
                  reajuste:
                    needs: apolices
                    update: {table: silver.apolices, set: {valor_premio: valor_premio * 1.15}}
                  total:
                    needs: reajuste
                    sql:
                      query: SELECT sum(valor_premio) AS total FROM silver.apolices
                      into: {table: gold.total}
                """);
    }

    @AfterEach
    void stop() throws InterruptedException {
        if (process != null) {
            process.destroyForcibly().waitFor();
        }
    }

    private boolean isThere(Moment moment) {
        Path table = folder.resolve("lake/apolices");
        return switch (moment) {
            case THE_UPDATE_HAS_BEGUN -> update().anyMatch(job -> job.status() == JobStatus.RUNNING);
            case ITS_FILES_ARE_THERE -> Files.exists(table) && files(table).size() > 1;
            case ITS_COMMIT_IS_THERE -> Files.exists(table.resolve("_delta_log/00000000000000000001.json"));
        };
    }

    private Stream<JobRecord> update() {
        Path state = folder.resolve("state/forja.db");
        if (!Files.exists(state)) {
            return Stream.empty();
        }
        try (StateDatabase database = StateDatabase.open(state)) {
            return new SqlLedger(database, new Redaction()).jobs(RUN).stream()
                    .filter(job -> job.job().equals("reajuste"));
        }
    }

    private static List<Path> files(Path table) {
        try (Stream<Path> all = Files.list(table)) {
            return all.filter(file -> file.getFileName().toString().endsWith(".parquet")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @EnumSource
    void killed_around_the_commit_and_gone_on_with_the_premium_is_raised_once(Moment moment) throws Exception {
        process = ForjaProcess.start(folder, "run", "seguros", "--date", "2026-11-29");
        await().atMost(Duration.ofMinutes(5)).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1))
                .until(() -> !process.isAlive() || isThere(moment));
        process.destroyForcibly().waitFor();

        try (Commands forja = new Commands()) {
            Ended retry = forja(forja, "runs", "retry", RUN);
            assertThat(retry.code()).as(retry.err() + Files.readString(folder.resolve("log.txt"))).isZero();
            assertThat(retry.out()).contains("apolices: not run again, it had succeeded in " + RUN)
                    .contains("run " + RUN + ".2 succeeded");
            assertThat(forja(forja, "sql", "select total from gold.total", "-o", "csv").out())
                    .isEqualTo("total\n115.0000\n");
            String history = forja(forja, "tables", "history", "silver.apolices", "-o", "json").out();
            assertThat(history).containsOnlyOnce("\"WRITE\"").containsOnlyOnce("\"UPDATE\"");
            if (moment == Moment.ITS_COMMIT_IS_THERE) {
                assertThat(retry.out()).contains("reajuste: an earlier attempt had changed silver.apolices already");
                assertThat(history).doesNotContain(RUN + ".2");
            }
            assertThat(files(folder.resolve("lake/apolices"))).as("what the killed attempt left is gone").hasSize(2);
            assertThat(forja(forja, "runs", "show", RUN).out()).contains("failed");
        }
    }

    private Ended forja(Commands forja, String... args) {
        return forja.run(Stream.concat(Stream.of("--config", folder.resolve("forja.yaml").toString()), Stream.of(args))
                .toArray(String[]::new));
    }
}

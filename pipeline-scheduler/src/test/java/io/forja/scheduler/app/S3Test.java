package io.forja.scheduler.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.forja.core.testing.S3Server;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A lake in a bucket as people use it, from the settings to the command line. */
@Tag("spark")
class S3Test {

    private static final S3Server SERVER = S3Server.shared().bucket("app");
    private static final List<String> FORMS = List.of(S3Server.SECRET_KEY,
            URLEncoder.encode(S3Server.SECRET_KEY, StandardCharsets.UTF_8),
            Base64.getEncoder().encodeToString(S3Server.SECRET_KEY.getBytes(StandardCharsets.UTF_8)));

    @TempDir
    Path folder;

    private final StringBuilder told = new StringBuilder();

    private Commands.Ended run(Commands commands, String line) {
        Commands.Ended ended = commands.run(folder, "-v " + line);
        told.append(ended.out()).append(ended.err());
        return ended;
    }

    private void project(String bucket) throws IOException {
        Files.createDirectories(folder.resolve("pipelines"));
        Files.writeString(folder.resolve("forja.yaml"), """
                lakehouse: {warehouse: "s3a://%1$s/warehouse", snapshots: "s3a://%1$s/snapshots"}
                storage: {s3: {endpoint: "%2$s", accessKey: %3$s, secretKey: "%4$s"}}
                http: {port: 0}
                """.formatted(bucket, SERVER.endpoint(), S3Server.ACCESS_KEY, S3Server.SECRET_KEY));
        Files.writeString(folder.resolve("vendas.csv"), "id,valor\n1,10\n2,20\n");
        Files.writeString(folder.resolve("pipelines/vendas.yaml"), """
                pipeline: vendas
                jobs:
                  bronze:
                    ingest: {from: {csv: vendas.csv}, into: {table: bronze.vendas}}
                  broken:
                    ingest: {from: {csv: "s3a://nowhere/vendas.csv"}, into: {table: bronze.nada}}
                """);
    }

    @Test
    void a_run_a_query_and_a_look_around_and_nowhere_the_secret() throws Exception {
        project("app");
        try (Commands commands = new Commands()) {
            assertThat(run(commands, "doctor").code()).as(told.toString()).isZero();
            Commands.Ended failed = run(commands, "run vendas");
            assertThat(failed.code()).isEqualTo(1);
            assertThat(failed.out()).contains("there is no bucket nowhere at " + SERVER.endpoint() + "; make it");
            assertThat(run(commands, "sql \"select sum(valor) s from bronze.vendas\" -o csv").out()).contains("30");
            assertThat(run(commands, "tables show bronze.vendas").out()).contains("s3a://app/warehouse/bronze/vendas");
            run(commands, "runs show");
            run(commands, "runs list -o json");
            run(commands, "sql set -o json");
            run(commands, "sql \"set spark.hadoop.fs.s3a.secret.key\"");
        }
        assertThat(told.toString()).contains("nowhere").doesNotContain(FORMS);
        for (String text : files()) {
            assertThat(text).doesNotContain(FORMS);
        }
    }

    /** The ledger, the logs and all that the run wrote into the bucket; not the settings that the secret stands in. */
    private List<String> files() throws IOException {
        try (Stream<Path> state = Files.walk(folder.resolve("state"))) {
            List<Path> written = Stream.concat(state, SERVER.files("app").stream()).filter(Files::isRegularFile).toList();
            assertThat(written).hasSizeGreaterThan(3);
            return written.stream().map(S3Test::text).toList();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}

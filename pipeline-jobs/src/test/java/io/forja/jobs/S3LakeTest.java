package io.forja.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.core.job.JobResult;
import io.forja.core.job.RowCounts;
import io.forja.core.problem.ForjaException;
import io.forja.core.testing.S3Server;
import io.forja.jobs.delta.Footprint;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.s3a.S3AFileSystem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.MultipartUpload;

/** What runs on the local disk runs in a bucket, with the same results. */
@Tag("spark")
class S3LakeTest {

    private static final S3Server SERVER = S3Server.shared();

    private static final String VENDAS = """
            pipeline: vendas
            jobs:
              bronze_vendas:
                ingest:
                  from: {csv: "s3a://%1$s/entrada/vendas.csv"}
                  provenance: true
                  into: {table: bronze.vendas, path: "s3a://%1$s/bronze/vendas"}
              fato_vendas:
                needs: bronze_vendas
                clean:
                  from: bronze.vendas
                  steps:
                    - dropDuplicates: {key: id_transacao, keep: last, orderBy: atualizado_em desc}
                    - dropNulls: {columns: valor, instead: reject}
                    - cast: {valor: "decimal(18,2)"}
                  rejects: silver.fato_vendas_rejeitados
                  into: {table: silver.fato_vendas}
            """;

    @TempDir
    java.nio.file.Path folder;

    private static void put(TestLake lake, String address, String text) throws Exception {
        Path path = new Path(address);
        FileSystem fs = path.getFileSystem(lake.spark().sparkContext().hadoopConfiguration());
        try (FSDataOutputStream out = fs.create(path)) {
            out.writeBytes(text);
        }
    }

    @Test
    void a_csv_in_a_bucket_becomes_an_external_and_a_managed_table_there() throws Exception {
        TestLake lake = TestLake.inBucket(SERVER, "vendas", folder);
        put(lake, "s3a://vendas/entrada/vendas.csv", """
                id_transacao,valor,atualizado_em
                101,150.00,2026-01-01
                102,,2026-01-01
                105,300.00,2026-01-01
                105,310.00,2026-01-02
                """);

        Map<String, JobResult> results = lake.run(VENDAS.formatted("vendas"));

        assertThat(results.get("bronze_vendas").rows()).isEqualTo(RowCounts.copied(4));
        assertThat(results.get("fato_vendas").rows()).isEqualTo(new RowCounts(4, 2, 1, 1, 0));
        assertThat(lake.rows("select id_transacao, valor from silver.fato_vendas order by 1"))
                .containsExactly("101,150.00", "105,310.00");
        assertThat(lake.rows("select column, source_row from silver.fato_vendas_rejeitados")).containsExactly("valor,2");
        assertThat(lake.rows("select distinct _source_file from bronze.vendas"))
                .containsExactly("s3a://vendas/entrada/vendas.csv");
        List<String> objects = SERVER.objects("vendas");
        assertThat(objects).contains("bronze/vendas/_delta_log/00000000000000000000.json",
                "warehouse/silver/fato_vendas/_delta_log/00000000000000000000.json");
        assertThat(objects).noneMatch(name -> name.contains("_forja"));
    }

    @Test
    void what_a_killed_attempt_was_uploading_is_given_up_and_nobody_elses() throws Exception {
        TestLake lake = TestLake.inBucket(SERVER, "killed", folder);
        Path table = new Path("s3a://killed/bronze/a");
        S3Client client = ((S3AFileSystem) table.getFileSystem(lake.spark().sessionState().newHadoopConf()))
                .getS3AInternals().getAmazonS3Client("test");
        for (String key : List.of("bronze/a/mes=1/forja-1-part.parquet", "bronze/a/other.parquet", "bronze/ab/forja-1-.parquet")) {
            client.createMultipartUpload(upload -> upload.bucket("killed").key(key));
        }

        Footprint.of("s3a://killed/bronze/a", "forja-1-", lake.spark().sessionState().newHadoopConf()).remove();

        assertThat(uploads(client, "killed")).containsExactly("bronze/a/other.parquet", "bronze/ab/forja-1-.parquet");
    }

    @Test
    void an_upload_that_never_ended_is_given_up_by_maintain_after_a_day_and_nobody_elses() throws Exception {
        TestLake lake = TestLake.inBucket(SERVER, "stale", folder);
        lake.runJob("sql: {query: SELECT 1 AS id, into: {table: bronze.a, path: \"s3a://stale/bronze/a\"}}");
        S3Client client = ((S3AFileSystem) new Path("s3a://stale/").getFileSystem(lake.spark().sessionState()
                .newHadoopConf())).getS3AInternals().getAmazonS3Client("test");
        List<String> own = List.of("bronze/a/mes=1/forja-1-part.parquet", "snapshots/a_snapshot_20260101_000000/p.parquet",
                "warehouse/silver/dropped/forja-2-part.parquet");
        List<String> others = List.of("bronze/ab/p.parquet", "snapshots2/p.parquet", "warehouse.old/p.parquet");
        for (String key : Stream.concat(own.stream(), others.stream()).toList()) {
            client.createMultipartUpload(upload -> upload.bucket("stale").key(key));
        }
        String maintain = "maintain: {tables: bronze.a, optimize: false, dryRun: %s}";

        assertThat(later(lake, 23).runJob(maintain.formatted(false)).notes()).singleElement().asString()
                .startsWith("bronze.a: 0 files");
        assertThat(later(lake, 25).runJob(maintain.formatted(true)).notes())
                .filteredOn(note -> note.startsWith("would give up")).hasSize(3)
                .allMatch(note -> note.matches("would give up the upload of s3a://stale/.*, begun at .*Z"));
        assertThat(uploads(client, "stale")).containsAll(own).containsAll(others);
        assertThat(later(lake, 25).runJob(maintain.formatted(false)).notes()).contains(
                "s3a://stale/warehouse: 1 upload given up, begun more than 1d ago and never ended",
                "s3a://stale/snapshots: 1 upload given up, begun more than 1d ago and never ended",
                "s3a://stale/bronze/a: 1 upload given up, begun more than 1d ago and never ended");
        assertThat(uploads(client, "stale")).containsExactlyInAnyOrderElementsOf(others);
    }

    private static TestLake later(TestLake lake, int hours) {
        return lake.at(Clock.fixed(Instant.now().plus(Duration.ofHours(hours)), ZoneOffset.UTC));
    }

    private static List<String> uploads(S3Client client, String bucket) {
        return client.listMultipartUploads(list -> list.bucket(bucket)).uploads().stream().map(MultipartUpload::key).toList();
    }

    @Test
    void two_processes_that_append_to_one_table_lose_no_row() throws Exception {
        TestLake lake = TestLake.inBucket(SERVER, "appended", folder);
        String table = "s3a://appended/bronze/appended";
        try (AppendingProcess other = AppendingProcess.start(SERVER, folder)) {
            other.append(table, 8);
            AppendingProcess.append(lake.spark(), table, 8);
            assertThat(other.end()).as(Files.readString(folder.resolve("appending.log"))).isZero();
        }
        assertThat(lake.rows("select count(*), count(distinct id) from delta.`" + table + "`")).containsExactly("16,16");
        assertThat(SERVER.objects("appended")).filteredOn(name -> name.matches(".*/_delta_log/0*[0-9]+\\.json")).hasSize(16);
    }

    @Test
    void a_write_that_fails_leaves_nothing_behind() throws Exception {
        TestLake lake = TestLake.inBucket(SERVER, "failed", folder);
        lake.file("data/a.csv", "id,valor", "1,10", "2,-5");

        assertThatThrownBy(() -> lake.runJob("""
                clean:
                  from: "s3a://failed/bronze/a"
                  expect: [valor >= 0]
                  into: {table: silver.a}
                """)).isInstanceOf(ForjaException.class);
        lake.runJob("""
                ingest:
                  from: {csv: data/a.csv}
                  into: {path: "s3a://failed/bronze/a"}
                """);
        List<String> before = SERVER.objects("failed");
        assertThatThrownBy(() -> lake.runJob("""
                clean:
                  from: "s3a://failed/bronze/a"
                  steps:
                    - cast: {valor: int}
                  expect: [valor >= 0]
                  into: {table: silver.a}
                """)).isInstanceOf(ForjaException.class).hasMessageContaining("valor >= 0");

        assertThat(SERVER.objects("failed")).isEqualTo(before);
    }
}

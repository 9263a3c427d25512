package io.forja.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.core.job.JobResult;
import io.forja.core.job.RowCounts;
import io.forja.core.problem.ForjaException;
import io.forja.core.testing.S3Server;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
    Path folder;

    private static void put(TestLake lake, String address, String text) throws Exception {
        org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(address);
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

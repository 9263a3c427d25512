package io.forja.jobs.snapshots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.core.lake.SnapshotInfo;
import io.forja.core.run.ProcessId;
import io.forja.core.testing.S3Server;
import io.forja.jobs.TestLake;
import io.forja.jobs.s3.ConditionalLogStore;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A snapshot in a bucket is copied by the store itself. */
@Tag("spark")
class S3SnapshotTest {

    private static final S3Server SERVER = S3Server.shared();
    private static final String NAME = "t_snapshot_20261129_050000";

    @TempDir
    java.nio.file.Path folder;

    @Test
    void no_data_file_is_fetched_and_the_snapshot_outlives_its_source() throws Exception {
        TestLake lake = TestLake.inBucket(SERVER, "snaps", folder);
        for (String statement : List.of(
                "create table delta.`s3a://snaps/t` (id int, mes string) using delta partitioned by (mes)"
                        + " tblproperties ('delta.enableDeletionVectors' = 'true')",
                "insert into delta.`s3a://snaps/t` select /*+ coalesce(1) */ cast(id as int), 'março 1' from range(100)",
                "delete from delta.`s3a://snaps/t` where id % 7 = 3")) {
            lake.query(statement);
        }
        List<String> rows = lake.rows("select * from delta.`s3a://snaps/t` order by id");

        List<String> requests = SERVER.requestsOf(() ->
                lake.runJob("snapshot: {tables: \"s3a://snaps/t\", into: \"s3a://snaps/snapshots\"}"));

        assertThat(requests).anyMatch(request -> request.startsWith("PUT") && request.endsWith(".parquet"));
        assertThat(requests).anyMatch(request -> request.startsWith("PUT") && request.endsWith(".bin"));
        assertThat(requests).noneMatch(request ->
                request.startsWith("GET") && (request.contains(".parquet") || request.contains(".bin")));
        lake.spark().sql("vacuum delta.`s3a://snaps/t` retain 1000 hours");
        new Path("s3a://snaps/t").getFileSystem(lake.spark().sessionState().newHadoopConf())
                .delete(new Path("s3a://snaps/t"), true);
        assertThat(lake.rows("select * from delta.`s3a://snaps/snapshots/" + NAME + "` order by id")).isEqualTo(rows);

        List<SnapshotInfo> made = new SnapshotStore(lake.lakehouse()).list(List.of("s3a://snaps/snapshots"));
        assertThat(made).extracting(SnapshotInfo::name).containsExactly(NAME);
        new SnapshotStore(lake.lakehouse()).verify(made.get(0));
        lake.runJob("expire: {snapshots: \"s3a://snaps/t\", folder: \"s3a://snaps/snapshots\", olderThan: 0s,"
                + " keepAtLeast: 0}");
        assertThat(SERVER.objects("snaps")).noneMatch(name -> name.contains(NAME));
    }

    @Test
    void an_incremental_snapshot_puts_only_what_changed_and_outlives_the_others_and_a_vacuum_of_its_source()
            throws Exception {
        TestLake bucket = TestLake.inBucket(SERVER, "shared", folder);
        SnapshotLake lake = SnapshotLake.of(bucket);
        String job = "snapshot: {tables: \"s3a://shared/t\", into: \"s3a://shared/snapshots\", mode: incremental}";
        String expire = "expire: {snapshots: \"s3a://shared/t\", folder: \"s3a://shared/snapshots\", olderThan: 1d,"
                + " keepAtLeast: 0}";
        Instant first = SnapshotLake.TWO_O_CLOCK;
        Instant second = first.plus(Duration.ofDays(1));
        lake.sql("create table delta.`s3a://shared/t` (id int) using delta",
                "insert into delta.`s3a://shared/t` select /*+ coalesce(1) */ cast(id as int) from range(10)");
        lake.run(first, job);
        lake.sql("insert into delta.`s3a://shared/t` values (10)");

        List<String> requests = SERVER.requestsOf(() -> lake.run(second, job));

        assertThat(requests).filteredOn(request -> request.startsWith("PUT") && request.endsWith(".parquet")).hasSize(1);
        assertThat(requests).noneMatch(request -> request.startsWith("GET") && request.contains(".parquet"));
        lake.sql("delete from delta.`s3a://shared/t`");
        lake.lake().spark().conf().set("spark.databricks.delta.retentionDurationCheck.enabled", "false");
        lake.sql("vacuum delta.`s3a://shared/t` retain 0 hours");
        lake.run(second, expire);
        List<SnapshotInfo> left = lake.store().list(List.of("s3a://shared/snapshots"));
        assertThat(left).extracting(SnapshotInfo::name).containsExactly("t_snapshot_20261130_020000");
        lake.store().verify(left.get(0));
        assertThat(lake.rows("select count(*), sum(id) from delta.`s3a://shared/snapshots/t_snapshot_20261130_020000`"))
                .containsExactly("11,55");
        lake.run(second.plus(Duration.ofDays(1)), expire);
        assertThat(SERVER.objects("shared")).filteredOn(name -> name.startsWith("snapshots/"))
                .containsExactly("snapshots/t_snapshot_files/_forja_lock_8.json",
                        "snapshots/t_snapshot_files/_forja_shared.json");

        assertThatThrownBy(() -> lake.run(second, job.replace("shared/snapshots", "shared/t/snapshots")))
                .hasMessageContaining("VACUUM would delete");
    }

    @Test
    void what_a_killed_process_left_goes_and_what_only_looks_like_a_snapshot_stays() throws Exception {
        TestLake lake = TestLake.inBucket(SERVER, "decoys", folder);
        Storage storage = Storage.of(lake.spark());
        lake.query("create table delta.`s3a://decoys/t` (id int) using delta");
        List<String> decoys = List.of("t_snapshot_20260101_000000/part.parquet", "t_snapshot_20260101_000001",
                "t_snapshot_manual/part.parquet", "tabela_snapshot_20260101_000000/part.parquet", "t/part.parquet");
        for (String decoy : decoys) {
            put(storage, "s3a://decoys/snapshots/" + decoy);
        }
        List<String> before = SERVER.objects("decoys");
        String gone = ProcessId.parse(AtWork.owner()).orElseThrow().host() + ":999999999:gone";
        Unfinished unfinished = new Unfinished(Unfinished.Work.COPYING, "t_snapshot_20260202_000000", "s3a://decoys/t",
                "s3a://decoys/t", "", gone, "2026-02-02T00:00:00Z", null);
        Path killed = new Path("s3a://decoys/snapshots/t_snapshot_20260202_000000");
        storage.put(new Path(killed, Unfinished.FILE), List.of(unfinished.json()));
        put(storage, killed + "/part.parquet");
        put(storage, "s3a://decoys/snapshots/" + NAME + "/" + ConditionalLogStore.PROBE + "1");

        lake.runJob("snapshot: {tables: \"s3a://decoys/t\", into: \"s3a://decoys/snapshots\"}");
        assertThat(SERVER.objects("decoys")).noneMatch(name -> name.contains("20260202"))
                .contains("snapshots/" + NAME + "/_forja_snapshot.json");
        lake.runJob("expire: {snapshots: \"s3a://decoys/t\", folder: \"s3a://decoys/snapshots\", olderThan: 0s,"
                + " keepAtLeast: 0}");

        assertThat(SERVER.objects("decoys")).isEqualTo(before);
    }

    private static void put(Storage storage, String address) throws IOException {
        Path path = new Path(address);
        try (FSDataOutputStream out = storage.fileSystem(path).create(path)) {
            out.writeBytes("text");
        }
    }

    @Test
    void what_is_larger_than_one_request_may_copy_goes_in_parts_from_one_bucket_to_another() throws Exception {
        TestLake lake = TestLake.inBucket(SERVER, "large", folder);
        SERVER.bucket("larger");
        Storage storage = Storage.of(lake.spark());
        byte[] bytes = new byte[12_000_001];
        new Random(1).nextBytes(bytes);
        Path from = new Path("s3a://large/a b/mês=1/part.bin");
        Path to = new Path("s3a://larger/c/part.bin");
        try (FSDataOutputStream out = storage.fileSystem(from).create(from)) {
            out.write(bytes);
        }
        ServerSideCopy copy = new ServerSideCopy(storage, new ServerSideCopy.Limits(1_000_000, 5 << 20));

        List<String> requests = SERVER.requestsOf(() -> assertThat(copy.copy(from, to)).isEqualTo(bytes.length));

        assertThat(requests).filteredOn(request -> request.contains("partNumber=")).hasSize(3);
        assertThat(requests).noneMatch(request -> request.startsWith("GET"));
        assertThat(read(storage, to)).isEqualTo(bytes);
        assertThat(copy.canCopy(from, to)).isTrue();
        assertThat(copy.canCopy(from, new Path("file:/tmp/part.bin"))).isFalse();
    }

    private static byte[] read(Storage storage, Path path) throws IOException {
        try (FSDataInputStream in = storage.fileSystem(path).open(path)) {
            return in.readAllBytes();
        }
    }
}

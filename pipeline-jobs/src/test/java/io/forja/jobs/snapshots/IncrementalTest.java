package io.forja.jobs.snapshots;

import static io.forja.jobs.PreparedLake.copyTree;
import static io.forja.jobs.PreparedLake.deleteTree;
import static io.forja.jobs.snapshots.SnapshotLake.TWO_O_CLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.core.job.JobResult;
import io.forja.core.lake.SnapshotInfo;
import io.forja.core.problem.ForjaException;
import io.forja.core.run.ProcessId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Snapshots that share the files which did not change. */
@Tag("spark")
class IncrementalTest {

    private static final String FIRST = "t_snapshot_20261129_020000";
    private static final String SECOND = "t_snapshot_20261130_020000";
    private static final String JOB = "snapshot: {tables: silver.t, mode: incremental}";

    @TempDir
    Path folder;

    private SnapshotLake lake;
    private Path table;

    @BeforeEach
    void lake() {
        lake = SnapshotLake.in(folder);
    }

    private static Instant day(int day) {
        return TWO_O_CLOCK.plus(Duration.ofDays(day));
    }

    private void given(TableKind kind) {
        table = lake.table("silver.t", kind);
    }

    private void change(String... statements) {
        lake.sql(Arrays.stream(statements).map(statement -> statement.replace("%s", "delta.`" + table + "`"))
                .toArray(String[]::new));
    }

    private JobResult expire(Instant now, String rest) throws Exception {
        return lake.run(now, "expire: {snapshots: silver.t, olderThan: 1d, keepAtLeast: 0" + rest + "}");
    }

    /** The shared files that are there. */
    private List<String> shared() {
        return lake.files("lake/snapshots/t_snapshot_files").stream().filter(file -> file.endsWith(".parquet")).toList();
    }

    private long bytes(Path file) throws IOException {
        return Files.size(file);
    }

    @Test
    void only_what_changed_is_copied_and_each_snapshot_has_the_rows_of_its_day_in_spark_and_in_kernel()
            throws Exception {
        given(TableKind.DELETION_VECTORS);
        List<String> before = KernelReader.read(table);
        JobResult first = lake.run(day(0), JOB);
        change("insert into %s values (1000)", "delete from %s where id = 1");
        List<String> after = KernelReader.read(table);
        JobResult second = lake.run(day(1), JOB);

        assertThat(first.notes()).singleElement().asString()
                .matches(".* in 2 files, 0 files shared with earlier snapshots, (.*) copied");
        assertThat(second.notes()).singleElement().asString()
                .matches(".* in 3 files, 1 file shared with earlier snapshots, .* copied");
        assertThat(shared()).hasSize(2);
        List<SnapshotInfo> listed = lake.store().list(List.of("lake/snapshots"));
        assertThat(listed).extracting(SnapshotInfo::name).containsExactly(SECOND, FIRST);
        assertThat(listed.get(1).copied()).isEqualTo(listed.get(1).bytes());
        assertThat(listed.get(0).copied()).isPositive().isLessThan(listed.get(0).bytes());
        listed.forEach(lake.store()::verify);

        deleteTree(lake.path("lake/tables"));
        assertThat(KernelReader.read(lake.snapshot(FIRST))).isEqualTo(before);
        assertThat(KernelReader.read(lake.snapshot(SECOND))).isEqualTo(after);
        assertThat(lake.read(lake.snapshot(FIRST))).isEqualTo(before);
        assertThat(lake.read(lake.snapshot(SECOND))).isEqualTo(after);
    }

    @Test
    void no_vacuum_of_one_snapshot_takes_what_another_needs() throws Exception {
        given(TableKind.PLAIN);
        lake.run(day(0), JOB);
        lake.run(day(1), JOB);
        List<String> files = shared();

        lake.sql("delete from delta.`" + lake.snapshot(FIRST) + "`");
        lake.vacuum(lake.snapshot(FIRST));
        lake.sql("vacuum delta.`" + lake.snapshot(FIRST) + "` lite retain 0 hours");

        assertThat(shared()).isEqualTo(files);
        assertThat(KernelReader.read(lake.snapshot(FIRST))).isEmpty();
        assertThat(KernelReader.read(lake.snapshot(SECOND))).containsExactly("1|Ana", "2|null");
        assertThat(lake.names()).containsExactly(SECOND, FIRST);
    }

    @Test
    void a_shared_file_goes_with_the_last_snapshot_that_needs_it_and_a_dry_run_tells_the_bytes_of_that()
            throws Exception {
        given(TableKind.PLAIN);
        lake.run(day(0), JOB);
        List<String> old = shared();
        change("insert into %s values (3, 'Rui')");
        lake.run(day(1), JOB);
        List<String> all = shared();
        long newest = bytes(lake.snapshot("t_snapshot_files").resolve(
                all.stream().filter(file -> !old.contains(file)).findFirst().orElseThrow()));
        long whole = lake.store().list(List.of("lake/snapshots")).get(0).bytes();

        assertThat(expire(day(1), ", dryRun: true").notes()).containsExactly(
                "would remove " + lake.snapshot(FIRST) + ": 0 bytes, 24 hours old, to be kept 1d");
        assertThat(expire(day(2), ", dryRun: true").notes()).containsExactly(
                "would remove " + lake.snapshot(FIRST) + ": 0 bytes, 2 days old, to be kept 1d",
                "would remove " + lake.snapshot(SECOND) + ": " + whole + " bytes, 24 hours old, to be kept 1d");

        assertThat(expire(day(1), "").notes()).containsExactly(
                "removed " + lake.snapshot(FIRST) + ": 0 bytes, 24 hours old, to be kept 1d");
        assertThat(shared()).isEqualTo(all);
        assertThat(KernelReader.read(lake.snapshot(SECOND))).containsExactly("1|Ana", "2|null", "3|Rui");

        change("delete from %s where id < 3");
        lake.run(day(2), JOB);
        assertThat(expire(day(2), "").notes()).containsExactly(
                "removed " + lake.snapshot(SECOND) + ": " + (whole - newest) + " bytes, 24 hours old, to be kept 1d",
                "removed " + old.size() + (old.size() == 1 ? " file" : " files") + " that no snapshot needs any more from "
                        + lake.snapshot("t_snapshot_files") + ": " + (whole - newest) + " bytes");
        assertThat(shared()).hasSize(1);

        expire(day(9), "");
        assertThat(lake.files("lake/snapshots")).filteredOn(file -> !file.endsWith(".crc") && !file.contains("_forja_lock_"))
                .containsExactly("t_snapshot_files/_forja_shared.json");
    }

    @Test
    void what_somebody_put_beside_the_shared_files_stays_and_what_somebody_copied_keeps_its_files() throws Exception {
        given(TableKind.PLAIN);
        lake.run(day(0), JOB);
        Path shared = lake.snapshot("t_snapshot_files");
        Files.writeString(shared.resolve("notas.parquet"), "minhas");
        Files.createDirectories(shared.resolve("3b1f8f9e-1111-2222-3333-444455556666.parquet"));
        Path foreign = Files.createDirectories(lake.snapshot("x_snapshot_files"));
        Files.writeString(foreign.resolve("3b1f8f9e-1111-2222-3333-444455556666.parquet"), "de outro");
        copyTree(lake.snapshot(FIRST), lake.snapshot("t_antes_da_auditoria"));
        List<String> files = shared();

        expire(day(9), "");
        lake.run(day(9), "expire: {snapshots: \"*\", olderThan: 1d, keepAtLeast: 0}");

        assertThat(lake.names()).isEmpty();
        assertThat(shared()).isEqualTo(files);
        assertThat(foreign).isNotEmptyDirectory();
        assertThat(shared.resolve("3b1f8f9e-1111-2222-3333-444455556666.parquet")).isDirectory();
        assertThat(KernelReader.read(lake.snapshot("t_antes_da_auditoria"))).containsExactly("1|Ana", "2|null");

        deleteTree(lake.snapshot("t_antes_da_auditoria"));
        expire(day(9), "");
        assertThat(shared()).containsExactly("notas.parquet");

        lake.register("silver.x", "file:" + table);
        assertThatThrownBy(() -> lake.run(day(9), JOB.replace("silver.t", "silver.x")))
                .hasMessageStartingWith(foreign + " exists and has no shared files of Forja's");
    }

    @Test
    void while_a_live_process_holds_the_shared_files_none_is_removed_and_no_snapshot_begins() throws Exception {
        given(TableKind.PLAIN);
        lake.run(day(0), JOB);
        List<String> files = shared();
        Path lock = lake.snapshot("t_snapshot_files/_forja_lock_3.json");
        String parent = ProcessId.of(AtWork.owner().split(":")[0],
                ProcessHandle.current().parent().orElseThrow()).toString();
        Files.writeString(lock, "{\"owner\": \"" + parent + "\", \"since\": \"" + day(0) + "\"}");

        assertThatThrownBy(() -> lake.run(day(1), JOB)).isInstanceOf(ForjaException.class)
                .hasMessageContaining("t_snapshot_files are being worked on by someone else");
        assertThat(expire(day(9), "").notes()).last().isEqualTo("left " + lake.snapshot("t_snapshot_files")
                + " to the next run, since somebody else works on it");
        assertThat(shared()).isEqualTo(files);

        Files.writeString(lock, Files.readString(lock).replace(parent, AtWork.owner().split(":")[0] + ":999999999:1"));
        expire(day(9), "");
        assertThat(shared()).isEmpty();
    }

    @Test
    void a_shared_file_that_lost_something_is_told_and_copied_anew() throws Exception {
        given(TableKind.PLAIN);
        lake.run(day(0), JOB);
        SnapshotInfo first = lake.store().list(List.of("lake/snapshots")).get(0);
        Path file = lake.snapshot("t_snapshot_files").resolve(shared().get(0));
        Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 100));
        assertThatThrownBy(() -> lake.store().verify(first)).hasMessageContaining("has 100 bytes where the log says");

        lake.run(day(1), JOB);

        lake.store().verify(first);
        assertThat(KernelReader.read(lake.snapshot(FIRST))).containsExactly("1|Ana", "2|null");
    }
}

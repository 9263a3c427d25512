package io.forja.jobs.snapshots;

import static io.forja.jobs.PreparedLake.copyTree;
import static io.forja.jobs.PreparedLake.deleteTree;
import static io.forja.jobs.snapshots.SnapshotLake.TWO_O_CLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.core.definition.TableRef;
import io.forja.core.job.Cancellation;
import io.forja.core.job.JobProgress;
import io.forja.core.job.JobResult;
import io.forja.core.job.RowCounts;
import io.forja.core.lake.ExpireRule;
import io.forja.core.lake.Keepers;
import io.forja.core.lake.SnapshotInfo;
import io.forja.jobs.snapshots.SnapshotLake.Attempt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("spark")
class ExpireTest {

    private static final Instant NOW = Instant.parse("2026-11-29T02:00:00Z");

    @TempDir
    Path folder;

    private SnapshotLake lake;

    @BeforeEach
    void lake() {
        lake = SnapshotLake.in(folder);
    }

    private Path snapshot(String table, Instant time) throws IOException {
        return PaperSnapshot.of(table, time).in(lake.path("lake/snapshots"));
    }

    private Instant daysAgo(int days) {
        return NOW.minus(Duration.ofDays(days));
    }

    private static List<String> everything(SnapshotLake lake) {
        return SnapshotLake.files(lake.path("lake/snapshots"));
    }

    @Test
    void the_last_of_each_month_stays_where_the_calendar_keeps_it() throws Exception {
        for (String day : List.of("2026-06-29", "2026-06-30", "2026-07-31", "2026-08-15", "2026-11-28")) {
            snapshot("silver.fato", Instant.parse(day + "T02:00:00Z"));
        }

        lake.run(NOW, "expire: {snapshots: silver.fato, olderThan: 30d, keepAtLeast: 0, keep: {monthly: 3}}");

        assertThat(lake.names()).containsExactly("fato_snapshot_20261128_020000", "fato_snapshot_20260815_020000",
                "fato_snapshot_20260731_020000");
    }

    @Test
    void snapshots_go_by_age_and_the_newest_of_each_table_stay() throws Exception {
        for (int days : List.of(1, 29, 30, 31, 60)) {
            snapshot("silver.fato", daysAgo(days));
        }
        for (int days : List.of(100, 200, 300, 400)) {
            snapshot("bronze.vendas", daysAgo(days));
        }

        JobResult result = lake.run(NOW, "expire: {snapshots: \"*\", olderThan: 30d, keepAtLeast: 3}");

        assertThat(lake.names()).containsExactly("fato_snapshot_20261128_020000", "fato_snapshot_20261031_020000",
                "fato_snapshot_20261030_020000", "vendas_snapshot_20260821_020000", "vendas_snapshot_20260513_020000",
                "vendas_snapshot_20260202_020000");
        assertThat(result.rows()).isEqualTo(RowCounts.NONE);
        assertThat(result.tables()).isEmpty();
        assertThat(result.notes()).containsExactly(
                "removed " + lake.snapshot("vendas_snapshot_20251025_020000") + ": 10 bytes, 400 days old, to be kept 30d",
                "removed " + lake.snapshot("fato_snapshot_20260930_020000") + ": 10 bytes, 60 days old, to be kept 30d",
                "removed " + lake.snapshot("fato_snapshot_20261029_020000") + ": 10 bytes, 31 days old, to be kept 30d");
        assertThat(lake.snapshot("fato_snapshot_20261029_020000")).doesNotExist();
    }

    @Test
    void age_is_counted_to_the_clock_and_not_to_the_time_that_the_run_stands_for() throws Exception {
        snapshot("silver.fato", daysAgo(30));
        Attempt late = lake.new Attempt("r", 1, daysAgo(20), NOW, new Cancellation(), JobProgress.NONE);
        late.run("expire: {snapshots: silver.fato, keepAtLeast: 0}");
        assertThat(lake.names()).isEmpty();
    }

    @Test
    void a_dry_run_tells_and_removes_nothing() throws Exception {
        snapshot("silver.fato", daysAgo(40));
        killed("silver.fato", daysAgo(50), Unfinished.Work.REMOVING);
        List<String> before = everything(lake);

        JobResult result = lake.run(NOW, "expire: {snapshots: silver.fato, keepAtLeast: 0, dryRun: true}");

        assertThat(result.notes()).containsExactly(
                "would remove " + lake.snapshot("fato_snapshot_20261010_020000")
                        + ": 10 bytes, left by a process that ended while it removed the snapshot",
                "would remove " + lake.snapshot("fato_snapshot_20261020_020000")
                        + ": 10 bytes, 40 days old, to be kept 30d");
        assertThat(everything(lake)).isEqualTo(before);
    }

    @Test
    void what_only_looks_like_a_snapshot_of_the_table_is_never_touched() throws Exception {
        Path sibling = snapshot("bronze.dbo_CategoriaProduto", daysAgo(400));
        Path otherSchema = snapshot("silver.dbo_Categoria", daysAgo(401));
        Path copied = lake.snapshot("dbo_Categoria_snapshot_20250101_000000");
        copyTree(snapshot("bronze.dbo_Categoria", daysAgo(403)), copied);
        deleteTree(lake.snapshot("dbo_Categoria_snapshot_20251022_020000"));
        for (String name : List.of("dbo_Categoria_snapshot_manual", "dbo_Categoria_snapshot_20250230_000000",
                "dbo_Categoria_snapshot_20250101_250000", "dbo_Categoria_snapshot_20250101_000000.bak",
                "x_dbo_Categoria_snapshot_20250101_000000")) {
            copyTree(copied, lake.snapshot(name));
        }
        Path unmarked = Files.createDirectories(lake.snapshot("dbo_Categoria_snapshot_20250102_000000/_delta_log"));
        Files.writeString(unmarked.resolve("00000000000000000000.json"), "{}");
        Files.createDirectories(lake.snapshot("dbo_Categoria_snapshot_20250103_000000"));
        Files.writeString(lake.snapshot("dbo_Categoria_snapshot_20250104_000000"), "a file");
        Path garbled = snapshot("bronze.dbo_Categoria", daysAgo(410));
        Files.writeString(garbled.resolve(Marker.FILE), "{\"snapshot\": \"" + garbled.getFileName() + "\"}");
        Path real = snapshot("bronze.dbo_Categoria", daysAgo(420));
        Path nested = lake.snapshot("pasta/dbo_Categoria_snapshot_20250105_000000");
        copyTree(copied, nested);
        List<String> before = everything(lake).stream()
                .filter(file -> !file.startsWith(real.getFileName() + "/")).toList();

        lake.run(NOW, "expire: {snapshots: bronze.dbo_Categoria, olderThan: 1d, keepAtLeast: 0}");

        assertThat(real).doesNotExist();
        assertThat(everything(lake)).isEqualTo(before);
        assertThat(lake.snapshot("dbo_Categoria_snapshot_20250103_000000")).isEmptyDirectory();
        assertThat(lake.names()).containsExactly(sibling.getFileName().toString(), otherSchema.getFileName().toString());
    }

    @Test
    void names_in_the_catalogue_go_with_their_snapshot_and_others_stay() throws Exception {
        Path old = snapshot("silver.fato", daysAgo(40));
        Path young = snapshot("silver.fato", daysAgo(1));
        lake.register("snapshots.fato_snapshot_20261020_020000", "file:" + old);
        lake.register("auditoria.outubro", "file://" + old);
        lake.register("snapshots.fato_snapshot_20261128_020000", "file:" + young);

        lake.run(NOW, "expire: {snapshots: \"*\", keepAtLeast: 0}");

        assertThat(lake.lakehouse().catalogue().tables()).extracting(entry -> entry.table().text())
                .containsExactly("snapshots.fato_snapshot_20261128_020000");
        assertThat(lake.lake().spark().catalog().tableExists("snapshots.fato_snapshot_20261020_020000")).isFalse();
    }

    private Path killed(String table, Instant time, Unfinished.Work work) throws IOException {
        Path directory = snapshot(table, time);
        Marker was = Marker.parse(Files.readString(directory.resolve(Marker.FILE))).orElseThrow();
        Files.writeString(directory.resolve(Unfinished.FILE), new Unfinished(work, was.snapshot(), table, was.source(),
                "r/j", AtWork.owner().split(":")[0] + ":999999999:1", time.toString(),
                work == Unfinished.Work.REMOVING ? was : null).json());
        deleteTree(directory.resolve("_delta_log"));
        if (work == Unfinished.Work.COPYING) {
            Files.delete(directory.resolve(Marker.FILE));
        }
        return directory;
    }

    @Test
    void what_killed_processes_left_is_removed_whatever_its_age_but_only_of_the_tables_meant() throws Exception {
        Path removing = killed("silver.fato", daysAgo(1), Unfinished.Work.REMOVING);
        Path copying = killed("silver.fato", daysAgo(2), Unfinished.Work.COPYING);
        Path other = killed("silver.outra", daysAgo(3), Unfinished.Work.REMOVING);
        Files.delete(removing.resolve(Marker.FILE));
        assertThat(lake.names()).isEmpty();

        JobResult result = lake.run(NOW, "expire: {snapshots: silver.fato, olderThan: 30d}");

        assertThat(removing).doesNotExist();
        assertThat(copying).doesNotExist();
        assertThat(other).exists();
        assertThat(result.notes()).containsExactly(
                "removed " + copying + ": 0 bytes, left by a process that ended while it copied, never a snapshot",
                "removed " + removing + ": 10 bytes, left by a process that ended while it removed the snapshot");
    }

    @Test
    void a_job_that_is_stopped_in_between_goes_on_the_next_time() throws Exception {
        for (int days = 31; days < 36; days++) {
            snapshot("silver.fato", daysAgo(days));
        }
        Cancellation cancellation = new Cancellation();
        Attempt stopped = lake.new Attempt("r", 1, NOW, NOW, cancellation, (phase, done, total) -> {
            if (phase.equals("removing old snapshots") && done == 2) {
                cancellation.cancel("pedido");
            }
        });
        assertThatThrownBy(() -> stopped.run("expire: {snapshots: silver.fato, keepAtLeast: 1}"))
                .hasMessageContaining("pedido");
        assertThat(lake.names()).hasSize(2);
        lake.run(NOW, "expire: {snapshots: silver.fato, keepAtLeast: 1}");
        assertThat(lake.names()).containsExactly("fato_snapshot_20261029_020000");
    }

    @Test
    void the_lake_lists_newest_first_and_expires_oldest_first_over_several_folders() throws Exception {
        for (int days = 1; days <= 35; days++) {
            snapshot("silver.fato", daysAgo(days));
            snapshot("silver.outra", daysAgo(days));
        }
        copyTree(lake.snapshot("fato_snapshot_20261128_020000"), lake.path("b/fato_snapshot_20261128_020000"));
        List<String> folders = List.of("lake/snapshots", "b", "nenhuma");
        List<SnapshotInfo> all = lake.store().list(folders);
        assertThat(all).hasSize(71).isSortedAccordingTo((a, b) -> b.takenAt().compareTo(a.takenAt()));
        assertThat(all.get(0)).isEqualTo(new SnapshotInfo("outra_snapshot_20261128_020000", "silver.outra", 7,
                lake.snapshot("outra_snapshot_20261128_020000").toString(), daysAgo(1), 4, 10, 10, null));

        ExpireRule rule = new ExpireRule(folders, new TableRef("Silver.FATO"), Duration.ofDays(33), Keepers.newest(3), NOW);
        assertThat(lake.store().expire(rule, true)).extracting(SnapshotInfo::name).containsExactly(
                "fato_snapshot_20261025_020000", "fato_snapshot_20261026_020000", "fato_snapshot_20261027_020000");
        assertThat(lake.store().list(folders)).hasSize(71);
        assertThat(lake.store().expire(rule, false)).hasSize(3).allMatch(snapshot -> snapshot.reason() != null);
        assertThat(lake.store().list(folders)).hasSize(68);
        assertThat(lake.store().expire(rule, false)).isEmpty();
    }

    @Test
    void three_hundred_snapshots_of_twenty_tables_go_in_one_run_and_nothing_beside_them() throws Exception {
        List<String> due = new ArrayList<>();
        List<String> tables = IntStream.range(0, 20).mapToObj(i -> "bronze.dbo_T" + i).toList();
        for (String table : tables) {
            for (int days = 31; days < 46; days++) {
                due.add(snapshot(table, daysAgo(days)).toString());
            }
            String name = new TableRef(table).name();
            Path young = snapshot(table, daysAgo(1));
            copyTree(young, lake.snapshot(name + "_snapshot_manual"));
            copyTree(young, lake.snapshot(name + "Produto_snapshot_20250101_000000"));
            Files.writeString(lake.snapshot(name + "_snapshot_20250101_000001"), "a file");
            Files.createDirectories(lake.snapshot(name + "_snapshot_20250101_000002"));
            Files.delete(snapshot(table, daysAgo(500)).resolve(Marker.FILE));
        }
        List<String> rest = everything(lake).stream()
                .filter(file -> due.stream().noneMatch(gone -> lake.snapshot(file).startsWith(gone))).toList();

        JobResult result = lake.run(NOW, "expire: {snapshots: \"*\", olderThan: 30d, keepAtLeast: 1}");

        assertThat(result.notes()).hasSize(300);
        assertThat(due).hasSize(300).allSatisfy(path -> {
            assertThat(Path.of(path)).doesNotExist();
            assertThat(result.notes()).filteredOn(note -> note.startsWith("removed " + path + ": 10 bytes, ")).hasSize(1);
        });
        assertThat(everything(lake)).isEqualTo(rest);
        assertThat(lake.snapshot("dbo_T7_snapshot_20250101_000002")).isEmptyDirectory();
    }

    @Test
    void many_nights_of_several_tables_leave_what_the_rule_keeps() throws Exception {
        List<String> tables = new ArrayList<>();
        for (String table : List.of("silver.a", "silver.b")) {
            lake.table(table, TableKind.PLAIN);
            tables.add(table);
        }
        for (int night = 0; night < 8; night++) {
            Instant time = TWO_O_CLOCK.plus(Duration.ofDays(night));
            lake.run(time, "snapshot: {tables: " + tables + ", register: snapshots}");
            lake.run(time, "expire: {snapshots: \"*\", olderThan: 5d, keepAtLeast: 2}");
        }
        assertThat(lake.names()).hasSize(10).contains("a_snapshot_20261206_020000", "b_snapshot_20261202_020000");
        assertThat(lake.rows("select id, nome from snapshots.b_snapshot_20261202_020000 order by id"))
                .containsExactly("1,Ana", "2,null");
        assertThat(lake.lakehouse().catalogue().tables()).filteredOn(entry -> entry.table().schema().equals("snapshots"))
                .hasSize(10);
        assertThat(everything(lake)).allMatch(file -> file.matches("[ab]_snapshot_202612(02|03|04|05|06)_020000/.*"));
    }
}

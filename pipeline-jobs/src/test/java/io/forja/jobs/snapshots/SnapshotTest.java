package io.forja.jobs.snapshots;

import static io.forja.jobs.PreparedLake.copyTree;
import static io.forja.jobs.PreparedLake.deleteTree;
import static io.forja.jobs.snapshots.SnapshotLake.TWO_O_CLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.types.StructType;
import io.delta.tables.DeltaTable;
import io.forja.core.run.ProcessId;
import io.forja.jobs.TestLake;
import io.forja.core.definition.TableRef;
import io.forja.core.job.Cancellation;
import io.forja.core.job.JobProgress;
import io.forja.core.job.JobResult;
import io.forja.core.job.RowCounts;
import io.forja.core.job.TableChange;
import io.forja.core.lake.SnapshotInfo;
import io.forja.core.lake.TableInfo;
import io.forja.core.problem.ForjaException;
import io.forja.core.problem.NotFoundException;
import io.forja.jobs.snapshots.SnapshotLake.Attempt;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("spark")
class SnapshotTest {

    /** The others are plain Parquet files to who reads them; Spark reads and writes most of them below. */
    private static final Set<TableKind> READ_IN_WAYS_OF_THEIR_OWN = EnumSet.of(TableKind.COLUMN_MAPPING,
            TableKind.DELETION_VECTORS, TableKind.ODD_PARTITIONS, TableKind.V2_CHECKPOINTS, TableKind.SHALLOW_CLONE);

    @TempDir
    Path folder;

    private SnapshotLake lake;

    @BeforeEach
    void lake() {
        lake = SnapshotLake.in(folder);
    }

    @Test
    void snapshots_of_all_kinds_of_tables_read_as_the_tables_did_when_these_are_long_gone() throws Exception {
        Map<TableKind, List<String>> rows = new EnumMap<>(TableKind.class);
        Map<TableKind, StructType> schemas = new EnumMap<>(TableKind.class);
        for (TableKind kind : TableKind.values()) {
            Path table = lake.table("silver." + kind, kind);
            rows.put(kind, KernelReader.read(table));
            schemas.put(kind, KernelReader.schema(table));
        }

        JobResult result = lake.run(TWO_O_CLOCK, "snapshot: " + rows.keySet().stream().map(kind -> "silver." + kind)
                .toList());
        deleteTree(lake.path("lake/tables"));

        assertThat(result.rows()).isEqualTo(RowCounts.copied(rows.values().stream().mapToLong(List::size).sum()));
        Map<String, List<String>> inSpark = readAll(READ_IN_WAYS_OF_THEIR_OWN);
        SoftAssertions.assertSoftly(softly -> rows.forEach((kind, expected) -> {
            Path snapshot = snapshot(kind);
            softly.assertThat(result.tables()).contains(new TableChange(snapshot.getFileName().toString(), null, 0));
            softly.assertThatCode(() -> {
                softly.assertThat(KernelReader.read(snapshot)).as("%s in Kernel", kind).isEqualTo(expected);
                softly.assertThat(KernelReader.schema(snapshot)).as("schema of %s", kind).isEqualTo(schemas.get(kind));
            }).as("%s in Kernel", kind).doesNotThrowAnyException();
            if (READ_IN_WAYS_OF_THEIR_OWN.contains(kind)) {
                softly.assertThat(inSpark.get(kind.name())).as("%s in Spark", kind).isEqualTo(expected);
            }
        }));
    }

    private Path snapshot(TableKind kind) {
        return lake.snapshot(kind + "_snapshot_20261129_020000");
    }

    /** The rows of many snapshots in one query, which costs much less than one for each. */
    private Map<String, List<String>> readAll(Set<TableKind> kinds) {
        return kinds.stream().map(kind -> {
            Dataset<Row> all = lake.lake().spark().read().format("delta").load(snapshot(kind).toString());
            Column[] values = Stream.of(all.columns()).map(name -> functions.coalesce(
                    all.col("`" + name + "`").cast("string"), functions.lit("null"))).toArray(Column[]::new);
            return all.select(functions.lit(kind.name()), functions.concat_ws("|", values));
        }).reduce(Dataset::union).orElseThrow().collectAsList().stream().collect(Collectors.groupingBy(
                row -> row.getString(0), Collectors.collectingAndThen(
                        Collectors.mapping(row -> row.getString(1), Collectors.toList()),
                        list -> list.stream().sorted().toList())));
    }

    @Test
    void a_vacuum_of_the_source_takes_nothing_from_the_snapshot() throws Exception {
        Path table = lake.table("silver.t", TableKind.DELETION_VECTORS);
        List<String> rows = KernelReader.read(table);
        lake.run(TWO_O_CLOCK, "snapshot: silver.t");

        lake.sql("delete from delta.`" + table + "`");
        lake.vacuum(table);

        assertThat(SnapshotLake.files(table)).noneMatch(file -> file.startsWith("part-") || file.endsWith(".bin"));
        assertThat(KernelReader.read(lake.snapshot("t_snapshot_20261129_020000"))).isEqualTo(rows);
    }

    @Test
    void a_snapshot_is_registered_told_in_notes_and_marked_for_who_finds_it_later() throws Exception {
        Path table = lake.table("silver.fato", TableKind.PLAIN);

        JobResult result = lake.run(TWO_O_CLOCK,
                "snapshot: {tables: [silver.fato], into: outros/snapshots, register: snapshots}");

        String name = "fato_snapshot_20261129_020000";
        Path snapshot = lake.path("outros/snapshots").resolve(name);
        assertThat(result.tables()).containsExactly(new TableChange("snapshots." + name, null, 0));
        assertThat(result.notes()).singleElement().asString()
                .matches("snapshots." + name + " is version 1 of silver.fato: 2 rows, [0-9.]+ KiB in [12] files?");
        assertThat(lake.rows("select id, nome from snapshots." + name + " order by id")).containsExactly("1,Ana", "2,null");
        assertThat(lake.lakehouse().catalogue().find(new TableRef("snapshots." + name)).orElseThrow().type())
                .isEqualTo(TableInfo.Type.EXTERNAL);
        Marker marker = Marker.parse(Files.readString(snapshot.resolve(Marker.FILE))).orElseThrow();
        assertThat(marker).usingRecursiveComparison().ignoringFields("bytes", "files", "filesSha256").isEqualTo(
                new Marker(name, "silver.fato", "file:" + table, 1, "run-2026-11-29T02:00:00Z", "p", "j",
                        "2026-11-29T02:00:00Z", "2026-11-29T02:00:00Z", 2, 0, 0, "", null));
        assertThat(DeltaTable.forPath(TestLake.session(), snapshot.toString()).history().select("userMetadata")
                .as(Encoders.STRING()).collectAsList()).singleElement().asString().startsWith("{\"run\":\"run-2026-11-29T02:00:00Z\",\"pipeline\":\"p\"");
        assertThat(lake.store().list(List.of("outros/snapshots"))).containsExactly(new SnapshotInfo(name, "silver.fato",
                1, snapshot.toString(), TWO_O_CLOCK, 2, marker.bytes(), marker.bytes(), null));
    }

    @Test
    void nothing_but_the_snapshot_is_left_behind() throws Exception {
        lake.table("silver.t", TableKind.PLAIN);
        lake.run(TWO_O_CLOCK, "snapshot: silver.t");
        assertThat(lake.files("lake/snapshots")).allMatch(file -> file.matches("t_snapshot_20261129_020000/("
                + "_forja_snapshot\\.json|_delta_log/0{20}\\.json|part-[^/]*\\.parquet|(_delta_log/)?\\.[^/]*\\.crc)"));
    }

    @Test
    void a_snapshot_keeps_its_marker_through_a_vacuum_and_can_be_written_like_any_table() throws Exception {
        lake.table("silver.t", TableKind.PLAIN);
        lake.run(TWO_O_CLOCK, "snapshot: silver.t");
        Path snapshot = lake.snapshot("t_snapshot_20261129_020000");

        lake.sql("insert into delta.`" + snapshot + "` values (3, 'Rui')", "optimize delta.`" + snapshot + "`");
        lake.vacuum(snapshot);

        assertThat(KernelReader.read(snapshot)).containsExactly("1|Ana", "2|null", "3|Rui");
        assertThat(lake.names()).containsExactly("t_snapshot_20261129_020000");
    }

    @Test
    void row_ids_constraints_generated_columns_and_partitions_go_on_in_the_snapshot() throws Exception {
        for (TableKind kind : List.of(TableKind.CHECKED, TableKind.GENERATED, TableKind.ROW_TRACKING,
                TableKind.COLUMN_MAPPING, TableKind.IN_COMMIT_TIMESTAMPS)) {
            lake.table("silver." + kind, kind);
        }
        lake.run(TWO_O_CLOCK, "snapshot: [silver.CHECKED, silver.GENERATED, silver.ROW_TRACKING, silver.COLUMN_MAPPING,"
                + " silver.IN_COMMIT_TIMESTAMPS]");

        assertThatThrownBy(() -> lake.sql("insert into " + delta("CHECKED") + " values (9, -1)"))
                .hasMessageContaining("positivo");
        lake.sql("insert into " + delta("GENERATED") + " (id) values (4)");
        assertThat(lake.rows("select dobro from " + delta("GENERATED") + " where id = 4")).containsExactly("8");
        lake.sql("insert into " + delta("ROW_TRACKING") + " values (4)");
        assertThat(lake.rows("select _metadata.row_id from " + delta("ROW_TRACKING"))).doesNotHaveDuplicates();
        lake.sql("insert into " + delta("COLUMN_MAPPING") + " values (3, 'Rui')");
        assertThat(lake.rows("select count(*) from " + delta("COLUMN_MAPPING"))).containsExactly("3");
        lake.sql("insert into " + delta("IN_COMMIT_TIMESTAMPS") + " values (3)");
        assertThat(lake.rows("select count(*) from " + delta("IN_COMMIT_TIMESTAMPS"))).containsExactly("3");
    }

    private String delta(String table) {
        return "delta.`" + lake.snapshot(table + "_snapshot_20261129_020000") + "`";
    }

    @Test
    void an_attempt_after_the_snapshot_finds_it_done_though_the_table_went_on() throws Exception {
        lake.table("silver.t", TableKind.PLAIN);
        String job = "snapshot: {tables: silver.t, register: snapshots}";
        JobResult first = lake.run(TWO_O_CLOCK, job);
        lake.sql("insert into delta.`" + lake.path("lake/tables/silver.t") + "` values (3, 'Rui')");
        List<String> files = lake.files("lake/snapshots");

        JobResult again = lake.new Attempt("run-" + TWO_O_CLOCK, 2, TWO_O_CLOCK, TWO_O_CLOCK.plusSeconds(60),
                new Cancellation(), JobProgress.NONE).run(job);

        assertThat(again).isEqualTo(first);
        assertThat(lake.files("lake/snapshots")).isEqualTo(files);
    }

    @Test
    void a_name_that_is_taken_is_refused() throws Exception {
        lake.table("silver.t", TableKind.PLAIN);
        lake.run(TWO_O_CLOCK, "snapshot: silver.t");
        List<String> files = lake.files("lake/snapshots");
        Attempt other = lake.new Attempt("outra", 1, TWO_O_CLOCK.plusMillis(999), TWO_O_CLOCK, new Cancellation(),
                JobProgress.NONE);

        assertThatThrownBy(() -> other.run("snapshot: silver.t")).isInstanceOf(ForjaException.class)
                .hasMessage("the snapshot " + lake.snapshot("t_snapshot_20261129_020000") + " of silver.t is there"
                        + " already, made by the run run-2026-11-29T02:00:00Z (p/j); run for another time, or write into"
                        + " another folder");
        assertThat(lake.files("lake/snapshots")).isEqualTo(files);

        Path foreign = Files.createDirectories(lake.snapshot("t_snapshot_20261129_030000"));
        Files.writeString(foreign.resolve("notas.txt"), "minhas");
        assertThatThrownBy(() -> lake.run(TWO_O_CLOCK.plusSeconds(3600), "snapshot: silver.t"))
                .hasMessage(foreign + " exists and is no snapshot of Forja's; move it away, or write into another folder");
        assertThat(foreign.resolve("notas.txt")).hasContent("minhas");
    }

    @Test
    void a_registered_name_that_is_taken_is_refused_before_anything_is_copied() throws Exception {
        Path table = lake.table("silver.t", TableKind.PLAIN);
        lake.register("snapshots.t_snapshot_20261129_020000", "file:" + table);
        assertThatThrownBy(() -> lake.run(TWO_O_CLOCK, "snapshot: {tables: silver.t, register: snapshots}"))
                .hasMessageStartingWith("the name snapshots.t_snapshot_20261129_020000 is taken by the table at " + table);
        assertThat(lake.files("lake/snapshots")).isEmpty();
    }

    @Test
    void a_folder_within_a_table_is_refused_since_vacuum_would_delete_the_snapshots() throws Exception {
        Path table = lake.table("silver.t", TableKind.PLAIN);
        lake.table("silver.outra", TableKind.PLAIN);
        List<String> files = SnapshotLake.files(table);
        for (String into : List.of("lake/tables/silver.t", "lake/tables/silver.t/snapshots", table + "/a/b/")) {
            assertThatThrownBy(() -> lake.run(TWO_O_CLOCK, "snapshot: {tables: silver.outra, into: " + into + "}"))
                    .isInstanceOf(ForjaException.class)
                    .hasMessageContaining("since that is in the directory of the table " + table + " and its VACUUM");
        }
        assertThat(SnapshotLake.files(table)).isEqualTo(files);
    }

    @Test
    void all_versions_are_pinned_before_the_first_file_is_copied() throws Exception {
        Path a = lake.table("silver.a", TableKind.PLAIN);
        Path b = lake.table("silver.b", TableKind.PLAIN);
        AtomicBoolean written = new AtomicBoolean();
        JobProgress writer = (phase, done, total) -> {
            if (phase.equals("copying silver.a") && !written.getAndSet(true)) {
                lake.sql("delete from delta.`" + a + "`", "insert into delta.`" + b + "` values (3, 'tarde')");
            }
        };

        JobResult result = lake.new Attempt("r", 1, TWO_O_CLOCK, TWO_O_CLOCK, new Cancellation(), writer)
                .run("snapshot: [silver.a, silver.b]");

        assertThat(written).isTrue();
        assertThat(result.rows()).isEqualTo(RowCounts.copied(4));
        assertThat(KernelReader.read(lake.snapshot("a_snapshot_20261129_020000"))).containsExactly("1|Ana", "2|null");
        assertThat(KernelReader.read(lake.snapshot("b_snapshot_20261129_020000"))).containsExactly("1|Ana", "2|null");
    }

    @Test
    void a_table_that_does_not_exist_fails_the_job_before_anything_is_copied() throws Exception {
        lake.table("silver.t", TableKind.PLAIN);
        assertThatThrownBy(() -> lake.run(TWO_O_CLOCK, "snapshot: [silver.t, silver.tt]"))
                .isInstanceOf(NotFoundException.class).hasMessageStartingWith("there is no table silver.tt");
        assertThat(lake.path("lake/snapshots")).doesNotExist();
    }

    @Test
    void a_job_stopped_between_files_leaves_nothing() throws Exception {
        lake.table("silver.t", TableKind.ODD_PARTITIONS);
        for (int stopAfter : List.of(0, 1, 5, 6)) {
            Cancellation cancellation = new Cancellation();
            JobProgress progress = (phase, done, total) -> {
                if (phase.equals("copying silver.t") && done == stopAfter) {
                    assertThat(total).isEqualTo(6);
                    cancellation.cancel("pedido");
                }
            };
            Attempt attempt = lake.new Attempt("r", 1, TWO_O_CLOCK, TWO_O_CLOCK, cancellation, progress);
            assertThatThrownBy(() -> attempt.run("snapshot: silver.t")).as("stopped after %s", stopAfter);
            assertThat(lake.names()).isEmpty();
            assertThat(lake.files("lake/snapshots")).isEmpty();
            assertThat(lake.snapshot("t_snapshot_20261129_020000")).doesNotExist();
        }
    }

    @Test
    void what_a_killed_process_left_is_removed_by_the_next_run_and_what_a_live_one_writes_is_not() throws Exception {
        lake.table("silver.t", TableKind.PLAIN);
        Path killed = unfinished("x_snapshot_20261128_020000", "localhost:999999999:1".replace("localhost", host()));
        Path alive = unfinished("x_snapshot_20261128_030000", anotherLiveProcess());
        Path elsewhere = unfinished("x_snapshot_20261128_040000", "outra-maquina:1:1");
        assertThat(lake.names()).isEmpty();

        JobResult result = lake.run(TWO_O_CLOCK, "snapshot: silver.t");

        assertThat(result.notes()).contains("removed what a process that ended had left of x_snapshot_20261128_020000");
        assertThat(killed).doesNotExist();
        assertThat(alive).exists();
        assertThat(elsewhere).exists();
        assertThat(lake.names()).containsExactly("t_snapshot_20261129_020000");
    }

    @Test
    void a_snapshot_that_another_process_is_making_is_left_to_it() throws Exception {
        lake.table("silver.t", TableKind.PLAIN);
        Path alive = unfinished("t_snapshot_20261129_020000", anotherLiveProcess());
        List<String> files = SnapshotLake.files(alive);
        assertThatThrownBy(() -> lake.run(TWO_O_CLOCK, "snapshot: silver.t")).isInstanceOf(ForjaException.class)
                .hasMessageContaining("is being worked on by the process " + anotherLiveProcess());
        assertThat(SnapshotLake.files(alive)).isEqualTo(files);
    }

    private Path unfinished(String name, String owner) throws Exception {
        Path directory = Files.createDirectories(lake.snapshot(name));
        Files.writeString(directory.resolve("part-0.parquet"), "half");
        Files.writeString(directory.resolve(Unfinished.FILE), new Unfinished(Unfinished.Work.COPYING, name, "silver.x",
                "file:/x", "r/j", owner, TWO_O_CLOCK.toString(), null).json());
        return directory;
    }

    private static String host() {
        return AtWork.owner().split(":")[0];
    }

    private static String anotherLiveProcess() {
        ProcessHandle parent = ProcessHandle.current().parent().orElseThrow();
        return ProcessId.of(host(), parent).toString();
    }

    @Test
    void a_damaged_source_is_told_and_never_becomes_a_snapshot() throws Exception {
        Path table = lake.table("silver.t", TableKind.PLAIN);
        Path file = data(table);
        byte[] bytes = Files.readAllBytes(file);

        Files.write(file, Arrays.copyOf(bytes, bytes.length - 1));
        assertThatThrownBy(() -> lake.run(TWO_O_CLOCK, "snapshot: silver.t")).isInstanceOf(ForjaException.class)
                .hasMessageContaining("has " + (bytes.length - 1) + " bytes where the table's log says " + bytes.length);

        Files.write(file, new byte[bytes.length]);
        assertThatThrownBy(() -> lake.run(TWO_O_CLOCK, "snapshot: silver.t")).isInstanceOf(ForjaException.class)
                .hasMessageContaining("is no whole Parquet file");

        Files.delete(file);
        assertThatThrownBy(() -> lake.run(TWO_O_CLOCK, "snapshot: silver.t")).isInstanceOf(ForjaException.class)
                .hasMessageContaining("is gone, most likely by a VACUUM");
        assertThat(lake.files("lake/snapshots")).isEmpty();
    }

    @Test
    void a_snapshot_that_lost_something_later_does_not_pass_its_verification() throws Exception {
        lake.table("silver.t", TableKind.PLAIN);
        lake.run(TWO_O_CLOCK, "snapshot: silver.t");
        SnapshotInfo snapshot = lake.store().list(List.of("lake/snapshots")).get(0);
        lake.store().verify(snapshot);

        Files.delete(data(Path.of(snapshot.path())));

        assertThatThrownBy(() -> lake.store().verify(snapshot)).isInstanceOf(ForjaException.class)
                .hasMessageContaining("is missing");
    }

    private static Path data(Path table) {
        return table.resolve(SnapshotLake.files(table).stream().filter(file -> file.endsWith(".parquet")
                && file.startsWith("part")).findFirst().orElseThrow());
    }

    @Test
    void many_tables_are_copied_in_one_run_each_known_by_its_path_or_name() throws Exception {
        List<String> tables = new ArrayList<>();
        lake.table("silver.t0", TableKind.PLAIN);
        for (int i = 0; i < 8; i++) {
            Path table = lake.path("lake/tables/silver.t" + i);
            if (i > 0) {
                copyTree(lake.path("lake/tables/silver.t0"), table);
            }
            tables.add(i % 2 == 0 ? table.toString() : "lake/tables/silver.t" + i);
        }
        JobResult result = lake.run(TWO_O_CLOCK, "snapshot: " + tables);

        assertThat(result.rows()).isEqualTo(RowCounts.copied(16));
        assertThat(result.tables()).hasSize(8);
        assertThat(lake.names()).hasSize(8).contains("silver.t7_snapshot_20261129_020000");
        assertThat(lake.store().list(List.of("lake/snapshots", "./lake/snapshots/", "nowhere"))).hasSize(8);
        assertThat(KernelReader.read(lake.snapshot("silver.t6_snapshot_20261129_020000"))).containsExactly("1|Ana", "2|null");
    }
}

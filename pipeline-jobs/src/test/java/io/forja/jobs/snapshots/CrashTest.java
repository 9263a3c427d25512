package io.forja.jobs.snapshots;

import static io.forja.jobs.PreparedLake.copyTree;
import static io.forja.jobs.snapshots.SnapshotLake.TWO_O_CLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.forja.core.job.Cancellation;
import io.forja.core.job.JobProgress;
import io.forja.core.lake.SnapshotInfo;
import io.forja.core.problem.ForjaException;
import io.forja.jobs.snapshots.SnapshotLake.Attempt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that dies at every single change that it makes to its files, one after the other. */
@Tag("spark")
class CrashTest {

    /** What is left of the first file where its process died within its write; no reader looks at it. */
    private static final String HALF_WRITTEN = "\\.{1,2}_forja_unfinished\\.json\\.[^/]*\\.(tmp|crc)";

    private static final String NAME = "t_snapshot_20261129_020000";

    @TempDir
    Path folder;

    private SnapshotLake lake;

    @BeforeEach
    void lake() {
        lake = SnapshotLake.in(folder);
        CrashingFileSystem.install(lake.lake().spark());
    }

    @AfterEach
    void live() {
        CrashingFileSystem.startAgain();
    }

    @Test
    void a_snapshot_is_none_wherever_its_process_dies_and_the_next_attempt_makes_it_whole() throws Exception {
        Path table = lake.table("silver.t", TableKind.DELETION_VECTORS);
        List<String> rows = KernelReader.read(table);
        int deaths = 0;
        while (dies(deaths + 1, rows)) {
            deaths++;
        }
        assertThat(deaths).isGreaterThan(12);
    }

    @Test
    void a_snapshot_that_shares_files_is_none_either_and_what_it_had_copied_goes_or_is_used() throws Exception {
        Path table = lake.table("silver.t", TableKind.DELETION_VECTORS);
        List<String> rows = KernelReader.read(table);
        int deaths = 0;
        while (diesSharing(deaths + 1, rows)) {
            deaths++;
        }
        assertThat(deaths).isGreaterThan(18);
    }

    private boolean diesSharing(int change, List<String> rows) throws Exception {
        Path into = lake.path("shared-" + change);
        String job = "snapshot: {tables: silver.t, mode: incremental, into: \"crash:" + into + "\"}";
        boolean died = dies(change, TWO_O_CLOCK, job);
        // From its marker on it counts, whatever its process still had to let go of.
        if (died && lake.store().list(List.of("crash:" + into)).isEmpty()) {
            if (change % 3 == 0) {
                expire(into, TWO_O_CLOCK, 1);
            }
            attempt(TWO_O_CLOCK.plusSeconds(60 * (change % 2)), 2).run(job);
        }
        List<SnapshotInfo> made = lake.store().list(List.of("crash:" + into));
        assertThat(made).hasSize(1);
        lake.store().verify(made.get(0));
        assertThat(KernelReader.read(into.resolve(made.get(0).name()))).isEqualTo(rows);
        expire(into, TWO_O_CLOCK.plus(Duration.ofDays(31)), 1);
        makeOlder(into);
        expire(into, TWO_O_CLOCK.plus(Duration.ofDays(31)), 2);
        assertThat(SnapshotLake.files(into)).allMatch(file -> file.matches("t_snapshot_files/(_forja_shared\\.json"
                + "|_forja_lock_\\d+\\.json|\\.{1,2}_forja_(shared|lock_\\d+)\\.json\\.[^/]*\\.(tmp|crc))"));
        return died;
    }

    private boolean dies(int change, Instant time, String job) throws Exception {
        CrashingFileSystem.dieAt(change);
        boolean failed = false;
        try {
            attempt(time, 1).run(job);
        } catch (ForjaException e) {
            failed = true;
        }
        boolean died = CrashingFileSystem.startAgain();
        // Only the very last change, which gives free what it held, is left to the next one in silence.
        assertThat(died || !failed).isTrue();
        return died;
    }

    private void expire(Path folder, Instant time, int attempt) throws Exception {
        attempt(time, attempt).run("expire: {snapshots: silver.t, folder: \"crash:" + folder
                + "\", olderThan: 30d, keepAtLeast: 0}");
    }

    /** Time goes by for what was written half. */
    private static void makeOlder(Path folder) throws IOException {
        for (String file : SnapshotLake.files(folder)) {
            Files.setLastModifiedTime(folder.resolve(file), FileTime.from(Instant.now().minus(Duration.ofHours(2))));
        }
    }

    private boolean dies(int change, List<String> rows) throws Exception {
        String into = "crash:" + lake.path("snapshots-" + change);
        String job = "snapshot: {tables: silver.t, into: \"" + into + "\"}";
        boolean died = dies(change, TWO_O_CLOCK, job);
        if (died) {
            assertThat(lake.store().list(List.of(into))).isEmpty();
            if (change % 2 == 0) {
                attempt(TWO_O_CLOCK, 2).run(job);
            } else {
                // Another run, which knows nothing of the first.
                attempt(TWO_O_CLOCK.plusSeconds(3600), 1).run(job);
            }
        }
        List<SnapshotInfo> made = lake.store().list(List.of(into));
        assertThat(made).hasSize(1);
        Path snapshot = lake.path("snapshots-" + change).resolve(made.get(0).name());
        assertThat(KernelReader.read(snapshot)).isEqualTo(rows);
        makeOlder(lake.path("snapshots-" + change));
        expire(lake.path("snapshots-" + change), TWO_O_CLOCK, 3);
        assertThat(SnapshotLake.files(lake.path("snapshots-" + change))).allMatch(file -> file.matches(
                made.get(0).name() + "/(_forja_snapshot\\.json|_delta_log/0{20}\\.json|part-[^/]*\\.parquet"
                        + "|deletion_vector_[^/]*\\.bin|" + HALF_WRITTEN + ")"));
        return died;
    }

    private Attempt attempt(Instant time, int number) {
        return lake.new Attempt("run-" + time, number, time, time, new Cancellation(), JobProgress.NONE);
    }

    @Test
    void a_removal_is_finished_by_the_next_one_wherever_its_process_dies() throws Exception {
        lake.table("silver.t", TableKind.DELETION_VECTORS);
        lake.run(TWO_O_CLOCK, "snapshot: silver.t");
        List<String> whole = SnapshotLake.files(lake.snapshot(NAME));
        int deaths = 0;
        while (diesRemoving(deaths + 1, whole)) {
            deaths++;
        }
        assertThat(deaths).isGreaterThan(5);
    }

    private boolean diesRemoving(int change, List<String> whole) throws Exception {
        Path copy = lake.path("copy-" + change);
        copyTree(lake.snapshot(NAME), copy.resolve(NAME));
        String job = "expire: {snapshots: silver.t, folder: \"crash:" + copy + "\", olderThan: 30d, keepAtLeast: 0}";
        Instant later = TWO_O_CLOCK.plus(Duration.ofDays(31));
        CrashingFileSystem.dieAt(change);
        try {
            attempt(later, 1).run(job);
        } catch (ForjaException e) {
            assertThat(e).hasMessageContaining("could not be removed");
        }
        boolean died = CrashingFileSystem.startAgain();

        boolean listed = !lake.store().list(List.of(copy.toString())).isEmpty();
        boolean readable = Files.exists(copy.resolve(NAME + "/_delta_log/00000000000000000000.json"));
        if (listed || readable) {
            assertThat(SnapshotLake.files(copy.resolve(NAME))).containsAll(whole);
        }
        attempt(later, 2).run(job);
        makeOlder(copy);
        attempt(later, 3).run(job);
        // An empty folder, left before the very last change, says nothing of whose it was, and stays.
        assertThat(SnapshotLake.files(copy.resolve(NAME))).isEmpty();
        return died;
    }

    @Test
    void what_another_snapshot_needs_is_there_wherever_a_removal_dies() throws Exception {
        int deaths = 0;
        while (diesFreeing(deaths + 1)) {
            deaths++;
        }
        assertThat(deaths).isGreaterThan(8);
    }

    private boolean diesFreeing(int change) throws Exception {
        Path folder = lake.path("freed-" + change);
        String gone = "00000000-0000-0000-0000-00000000000a.parquet";
        String needed = "00000000-0000-0000-0000-00000000000b.parquet";
        Path shared = Files.createDirectories(folder.resolve("t_snapshot_files"));
        Files.writeString(shared.resolve("_forja_shared.json"), "{\"directory\": \"t_snapshot_files\"}");
        Files.writeString(shared.resolve(gone), "0123456789");
        Files.writeString(shared.resolve(needed), "0123456789");
        Instant now = TWO_O_CLOCK.plus(Duration.ofDays(40));
        PaperSnapshot.of("silver.t", TWO_O_CLOCK).sharing(gone, needed).in(folder);
        PaperSnapshot.of("silver.t", now).sharing(needed).in(folder);

        CrashingFileSystem.dieAt(change);
        try {
            expire(folder, now, 1);
        } catch (ForjaException e) {
            assertThat(e).hasMessageMatching("(?s).*(could not be removed|cannot be worked on).*");
        }
        boolean died = CrashingFileSystem.startAgain();

        assertThat(shared.resolve(needed)).exists();
        if (lake.store().list(List.of(folder.toString())).size() == 2) {
            assertThat(shared.resolve(gone)).exists();
        }
        expire(folder, now, 2);
        assertThat(SnapshotLake.files(shared)).filteredOn(file -> !file.matches("(\\.|_forja_lock_).*"))
                .containsExactly(needed, "_forja_shared.json");
        assertThat(lake.store().list(List.of(folder.toString()))).hasSize(1);
        return died;
    }
}

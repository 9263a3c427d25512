package io.forja.jobs.snapshots;

import static io.forja.jobs.snapshots.SnapshotLake.TWO_O_CLOCK;
import static io.forja.jobs.snapshots.SnapshotLake.copyTree;
import static org.assertj.core.api.Assertions.assertThat;

import io.forja.core.job.Cancellation;
import io.forja.core.job.JobProgress;
import io.forja.core.lake.SnapshotInfo;
import io.forja.core.problem.ForjaException;
import io.forja.jobs.snapshots.SnapshotLake.Attempt;
import java.nio.file.Files;
import java.nio.file.Path;
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

    /** What is left of a marker whose process died within its write; no reader looks at it. */
    private static final String HALF_WRITTEN = "(_delta_log/)?\\.[^/]*\\.(tmp|crc)";

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
        List<String> rows = lake.read(table);
        int deaths = 0;
        while (dies(deaths + 1, rows)) {
            deaths++;
        }
        assertThat(deaths).isGreaterThan(12);
    }

    private boolean dies(int change, List<String> rows) throws Exception {
        String into = "crash:" + lake.path("snapshots-" + change);
        String job = "snapshot: {tables: silver.t, into: \"" + into + "\"}";
        CrashingFileSystem.dieAt(change);
        boolean failed = false;
        try {
            attempt(TWO_O_CLOCK, 1).run(job);
        } catch (ForjaException e) {
            failed = true;
        }
        boolean died = CrashingFileSystem.startAgain();
        assertThat(failed).isEqualTo(died);
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
        assertThat(lake.read(snapshot)).isEqualTo(rows);
        assertThat(SnapshotLake.files(lake.path("snapshots-" + change)))
                .allMatch(file -> file.matches(NAME + "/" + HALF_WRITTEN) || file.matches(made.get(0).name() + "/(_forja_snapshot\\.json|_delta_log/0{20}\\.json"
                        + "|part-[^/]*\\.parquet|deletion_vector_[^/]*\\.bin|" + HALF_WRITTEN + ")"));
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
        assertThat(SnapshotLake.files(copy.resolve(NAME))).allMatch(file -> file.matches(HALF_WRITTEN));
        return died;
    }
}

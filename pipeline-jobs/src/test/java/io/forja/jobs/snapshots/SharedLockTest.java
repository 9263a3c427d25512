package io.forja.jobs.snapshots;

import static org.assertj.core.api.Assertions.assertThat;

import io.forja.core.run.ProcessId;
import io.forja.jobs.TestLake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Numbers that only grow: of all who take the lock, one has it, and whoever lost it does no harm. */
@Tag("spark")
class SharedLockTest {

    private static final Instant NOW = Instant.parse("2026-11-29T02:00:00Z");
    private static final String HOST = AtWork.owner().split(":")[0];

    @TempDir
    Path folder;

    private Storage storage;
    private org.apache.hadoop.fs.Path directory;

    @BeforeEach
    void a_directory() {
        storage = Storage.of(TestLake.session());
        directory = new org.apache.hadoop.fs.Path(folder.toUri());
    }

    private void written(int number, String owner) throws IOException {
        Files.writeString(folder.resolve("_forja_lock_" + number + ".json"),
                "{\"owner\": \"" + owner + "\", \"since\": \"" + NOW + "\"}");
    }

    private static String living() {
        return ProcessId.of(HOST, ProcessHandle.current().parent().orElseThrow()).toString();
    }

    private List<String> locks() throws IOException {
        return SnapshotLake.files(folder).stream().filter(file -> !file.startsWith(".")).toList();
    }

    @Test
    void one_has_it_until_it_lets_go() throws Exception {
        SharedLock first = SharedLock.take(storage, directory, NOW).orElseThrow();
        assertThat(SharedLock.take(storage, directory, NOW)).isEmpty();
        assertThat(first.isHeld()).isTrue();
        first.release();
        assertThat(locks()).containsExactly("_forja_lock_2.json");

        SharedLock.take(storage, directory, NOW).orElseThrow().release();
        assertThat(locks()).containsExactly("_forja_lock_4.json");
    }

    @Test
    void a_living_process_keeps_it_and_a_dead_or_lost_one_is_succeeded_by_the_next_number() throws Exception {
        written(7, living());
        assertThat(SharedLock.take(storage, directory, NOW)).isEmpty();
        written(7, HOST + ":999999999:1");
        SharedLock.take(storage, directory, NOW).orElseThrow().release();
        assertThat(locks()).containsExactly("_forja_lock_9.json");

        written(10, "elsewhere:1:1");
        assertThat(SharedLock.take(storage, directory, NOW.plus(Duration.ofDays(6)))).isEmpty();
        SharedLock.take(storage, directory, NOW.plus(Duration.ofDays(8))).orElseThrow().release();
        assertThat(locks()).containsExactly("_forja_lock_12.json");
    }

    @Test
    void a_number_that_is_not_whole_is_free() throws Exception {
        Files.writeString(folder.resolve("_forja_lock_1.json"), "{\"own");
        SharedLock.take(storage, directory, NOW).orElseThrow().release();
        assertThat(locks()).containsExactly("_forja_lock_3.json");
    }

    @Test
    void who_lost_it_neither_lets_go_of_nor_overwrites_the_newer_one() throws Exception {
        SharedLock lost = SharedLock.take(storage, directory, NOW).orElseThrow();
        written(2, living());
        assertThat(lost.isHeld()).isFalse();
        lost.release();
        assertThat(Files.readString(folder.resolve("_forja_lock_2.json"))).contains(living());
        assertThat(SharedLock.take(storage, directory, NOW)).isEmpty();
    }

    @Test
    void who_writes_a_number_that_others_are_past_takes_it_back() throws Exception {
        SharedLock lost = SharedLock.take(storage, directory, NOW).orElseThrow();
        // Whoever took it over since has removed the number after this one's, too.
        written(5, living());
        lost.release();
        assertThat(locks()).doesNotContain("_forja_lock_2.json").contains("_forja_lock_5.json");
        assertThat(SharedLock.take(storage, directory, NOW)).isEmpty();
    }
}

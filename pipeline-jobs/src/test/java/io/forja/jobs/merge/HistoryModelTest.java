package io.forja.jobs.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.forja.jobs.TestLake;
import java.nio.file.Path;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random changes of many keys in random runs, held against a slow and obvious history; the seed of a failure names its
 * case for good.
 */
@Tag("spark")
class HistoryModelTest {

    private static final int KEYS = 60;
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    Path folder;

    /** The values of a key from an hour on. */
    private record Change(int key, int hour, String value) {}

    /** @param to null in the version that is valid now */
    private record Version(int from, @Nullable Integer to, String value) {}

    static LongStream seeds() {
        return LongStream.of(1, System.nanoTime());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void the_same_changes_in_any_order_and_any_number_of_runs_are_the_same_history(long seed) throws Exception {
        Random random = new Random(seed);
        Map<Integer, TreeMap<Integer, String>> known = new TreeMap<>();
        List<Change> changes = new ArrayList<>();
        for (int i = 0; i < 6 * KEYS; i++) {
            Change change = new Change(random.nextInt(KEYS), random.nextInt(12), "v" + random.nextInt(3));
            if (known.computeIfAbsent(change.key(), key -> new TreeMap<>())
                    .putIfAbsent(change.hour(), change.value()) == null) {
                changes.add(change);
                if (random.nextInt(4) == 0) {
                    changes.add(change);
                }
            }
        }
        Collections.shuffle(changes, random);

        TestLake lake = TestLake.in(folder);
        int runs = 1 + random.nextInt(3);
        for (int run = 0; run < runs; run++) {
            merge(lake, changes.subList(run * changes.size() / runs, (run + 1) * changes.size() / runs),
                    "validFrom: quando");
        }

        Map<Integer, List<Version>> expected = new TreeMap<>();
        known.forEach((key, times) -> expected.put(key, times.entrySet().stream().map(time -> new Version(time.getKey(),
                times.higherKey(time.getKey()), time.getValue())).toList()));
        assertThat(histories(lake)).isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void whole_sources_one_after_the_other_leave_what_each_of_them_said(long seed) throws Exception {
        Random random = new Random(seed);
        TestLake lake = TestLake.in(folder);
        Map<Integer, List<Version>> expected = new TreeMap<>();
        for (int hour = 1; hour <= 3; hour++) {
            List<Change> source = new ArrayList<>();
            for (int key = 0; key < KEYS; key++) {
                if (random.nextInt(3) > 0) {
                    source.add(new Change(key, hour, "v" + random.nextInt(2)));
                }
            }
            lake.runningFor(START.plusSeconds(3600L * hour));
            merge(lake, source, "whenNotMatchedBySource: delete");
            follow(expected, source, hour);
        }

        assertThat(histories(lake)).isEqualTo(expected);
    }

    /** Each key by itself, as one would do it by hand. */
    private static void follow(Map<Integer, List<Version>> histories, List<Change> source, int hour) {
        Map<Integer, String> now = source.stream().collect(Collectors.toMap(Change::key, Change::value));
        for (int key = 0; key < KEYS; key++) {
            List<Version> versions = histories.getOrDefault(key, List.of()).isEmpty()
                    ? new ArrayList<>() : histories.get(key);
            Version last = versions.isEmpty() ? null : versions.get(versions.size() - 1);
            boolean open = last != null && last.to() == null;
            String value = now.get(key);
            if (open && !last.value().equals(value)) {
                versions.set(versions.size() - 1, new Version(last.from(), hour, last.value()));
            }
            if (value != null && !(open && last.value().equals(value))) {
                versions.add(new Version(hour, null, value));
            }
            if (!versions.isEmpty()) {
                histories.put(key, versions);
            }
        }
    }

    private static void merge(TestLake lake, List<Change> source, String how) throws Exception {
        String values = source.stream().map(change -> "(" + change.key() + ", '" + change.value() + "', " + change.hour()
                + ")").collect(Collectors.joining(", "));
        String time = how.startsWith("validFrom") ? ", timestamp_seconds(1767225600 + 3600 * h) AS quando" : "";
        lake.runJob("merge: {into: silver.h, key: k, history: true, " + how + ", query: \"SELECT k, v" + time
                + " FROM VALUES " + values + " AS t(k, v, h)\"}");
    }

    private static Map<Integer, List<Version>> histories(TestLake lake) {
        Map<Integer, List<Version>> histories = new TreeMap<>();
        lake.query("select k, v, valid_from, valid_to, is_current from silver.h").collectAsList().forEach(row -> {
            Version version = new Version(hour(row.getTimestamp(2)),
                    row.isNullAt(3) ? null : hour(row.getTimestamp(3)), row.getString(1));
            assertThat(row.getBoolean(4)).isEqualTo(version.to() == null);
            histories.computeIfAbsent(row.getInt(0), key -> new ArrayList<>()).add(version);
        });
        histories.values().forEach(versions -> {
            versions.sort(Comparator.comparingInt(Version::from));
            for (int i = 1; i < versions.size(); i++) {
                assertThat(versions.get(i - 1).to()).as("the end of what is not the last").isNotNull()
                        .isLessThanOrEqualTo(versions.get(i).from());
            }
        });
        return histories;
    }

    private static int hour(Timestamp time) {
        return (int) ((time.getTime() - START.toEpochMilli()) / 3_600_000);
    }
}

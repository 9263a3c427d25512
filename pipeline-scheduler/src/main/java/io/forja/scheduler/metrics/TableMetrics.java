package io.forja.scheduler.metrics;

import io.forja.core.lake.SnapshotInfo;
import io.forja.core.lake.TableInfo;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToDoubleFunction;

/** What is measured of tables: what runs tell of them, and what was last seen of their size. */
final class TableMetrics {

    private record State(long version, Instant changedAt) {
        State later(State other) {
            return other.changedAt.isBefore(changedAt) ? this : other;
        }
    }

    private record Size(double rows, double bytes, double files) {}

    private record Kept(long count, Instant newest) {}

    private final MeterRegistry registry;
    private final Clock clock;
    private final Map<String, AtomicReference<State>> tables = new ConcurrentHashMap<>();
    private final Map<String, AtomicReference<Size>> sizes = new ConcurrentHashMap<>();
    private final Map<String, AtomicReference<Kept>> snapshots = new ConcurrentHashMap<>();

    TableMetrics(MeterRegistry registry, Clock clock) {
        this.registry = registry;
        this.clock = clock;
    }

    void changed(String table, long version, Instant at) {
        State state = new State(version, at);
        tables.computeIfAbsent(table, name -> register(name, new AtomicReference<>(state)))
                .accumulateAndGet(state, State::later);
    }

    private AtomicReference<State> register(String table, AtomicReference<State> state) {
        TimeGauge.builder("forja.table.freshness", state, TimeUnit.MILLISECONDS, s -> age(s.get().changedAt))
                .description("How long ago a run last changed the table.")
                .tag("table", table)
                .register(registry);
        Gauge.builder("forja.table.version", state, s -> s.get().version)
                .description("The table's version that a run made last.")
                .tag("table", table)
                .register(registry);
        return state;
    }

    /** A table's size as it is now; rows that nobody counted are no number. */
    void measured(TableInfo table) {
        Size size = new Size(table.rows() == null ? Double.NaN : table.rows(), table.bytes(), table.files());
        sizes.computeIfAbsent(table.name(), name -> registerSize(name, new AtomicReference<>(size))).set(size);
    }

    private AtomicReference<Size> registerSize(String table, AtomicReference<Size> size) {
        size("forja.table.rows", "Rows of the table.", table, size, s -> s.get().rows);
        size("forja.table.bytes", "Bytes of the files of the table's newest version.", table, size, s -> s.get().bytes);
        size("forja.table.files", "Files of the table's newest version.", table, size, s -> s.get().files);
        return size;
    }

    private void size(String name, String description, String table, AtomicReference<Size> size,
            ToDoubleFunction<AtomicReference<Size>> value) {
        Gauge.builder(name, size, value).description(description).tag("table", table).register(registry);
    }

    Set<String> known() {
        Set<String> known = new TreeSet<>(tables.keySet());
        known.addAll(sizes.keySet());
        return known;
    }

    /** A table is gone, and its series with it. */
    void gone(String table) {
        tables.remove(table);
        sizes.remove(table);
        registry.getMeters().stream()
                .filter(meter -> meter.getId().getName().startsWith("forja.table."))
                .filter(meter -> table.equals(meter.getId().getTag("table")))
                .forEach(registry::remove);
    }

    void snapshots(List<SnapshotInfo> all) {
        Map<String, Kept> byTable = new ConcurrentHashMap<>();
        all.forEach(snapshot -> byTable.merge(snapshot.table(), new Kept(1, snapshot.takenAt()), (a, b) ->
                new Kept(a.count + b.count, a.newest.isAfter(b.newest) ? a.newest : b.newest)));
        byTable.forEach((table, kept) -> snapshots
                .computeIfAbsent(table, name -> registerSnapshots(name, new AtomicReference<>(kept)))
                .set(kept));
        // A table that lost its last snapshot shows none, with the age of the one it had: that is what an alert is for.
        snapshots.forEach((table, kept) -> {
            if (!byTable.containsKey(table)) {
                kept.updateAndGet(last -> new Kept(0, last.newest));
            }
        });
    }

    private AtomicReference<Kept> registerSnapshots(String table, AtomicReference<Kept> kept) {
        Gauge.builder("forja.snapshots", kept, k -> k.get().count)
                .description("Snapshots of the table.")
                .tag("table", table)
                .register(registry);
        TimeGauge.builder("forja.snapshot.age", kept, TimeUnit.MILLISECONDS, k -> age(k.get().newest))
                .description("The age of the table's newest snapshot.")
                .tag("table", table)
                .register(registry);
        return kept;
    }

    private long age(Instant since) {
        return Math.max(0, Duration.between(since, clock.instant()).toMillis());
    }
}

package io.forja.jobs.snapshots;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.NotEmpty;
import net.jqwik.time.api.constraints.InstantRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SnapshotNameTest {

    @Test
    void a_name_is_the_table_and_the_time_in_utc() {
        assertThat(new SnapshotName("dbo_Categoria", Instant.parse("2026-11-29T02:03:04.999Z")).text())
                .isEqualTo("dbo_Categoria_snapshot_20261129_020304");
        assertThat(SnapshotName.parse("dbo_Categoria_snapshot_20261129_020304")).contains(
                new SnapshotName("dbo_Categoria", Instant.parse("2026-11-29T02:03:04Z")));
    }

    @Test
    void a_snapshot_of_a_snapshot_is_named_after_it() {
        assertThat(SnapshotName.parse("t_snapshot_20240101_000000_snapshot_20260101_000000")).contains(
                new SnapshotName("t_snapshot_20240101_000000", Instant.parse("2026-01-01T00:00:00Z")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"t_snapshot_manual", "t_snapshot_20260230_000000", "t_snapshot_20261301_000000",
            "t_snapshot_20260101_240000", "t_snapshot_20260101_006000", "t_snapshot_2026011_000000",
            "t_snapshot_20260101-000000", "t_snapshot_20260101_000000_", "t_snapshot_20260101_000000 ",
            "t_snapshot_20260101_000000.bak", "t_Snapshot_20260101_000000", "_snapshot_20260101_000000",
            "t_snapshot_２０２６0101_000000", "t", ""})
    void anything_else_is_no_name(String directory) {
        assertThat(SnapshotName.parse(directory)).isEmpty();
    }

    @Property
    void what_is_named_is_found_again(
            @ForAll @NotEmpty String table, @ForAll @InstantRange(min = "0001-01-01T00:00:00Z", max = "9999-12-31T23:59:59Z")
            Instant time) {
        SnapshotName name = new SnapshotName(table.replaceAll("\\R", ""), time);
        if (!name.table().isEmpty()) {
            assertThat(SnapshotName.parse(name.text())).contains(name);
        }
    }
}

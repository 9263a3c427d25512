package io.forja.core.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.core.yaml.InvalidValueException;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class KeepersTest {

    @Test
    void the_newest_stay_in_whatever_order_they_are_told() {
        assertThat(new Keepers(2, 0, 0, 0).of(at("2026-11-01T02", "2026-11-03T02", "2026-11-02T02")))
                .containsExactlyInAnyOrderElementsOf(at("2026-11-03T02", "2026-11-02T02"));
    }

    @Test
    void of_each_day_the_newest_stays() {
        assertThat(new Keepers(0, 2, 0, 0).of(at("2026-11-01T02", "2026-11-02T02", "2026-11-02T14", "2026-11-05T23")))
                .containsExactlyInAnyOrderElementsOf(at("2026-11-05T23", "2026-11-02T14"));
    }

    @Test
    void weeks_begin_on_monday_and_go_over_the_turn_of_the_year() {
        // 2026-12-31 and 2027-01-03 are Thursday and Sunday of one week.
        assertThat(new Keepers(0, 0, 2, 0).of(at("2026-12-27T02", "2026-12-31T02", "2027-01-03T02")))
                .containsExactlyInAnyOrderElementsOf(at("2027-01-03T02", "2026-12-27T02"));
    }

    @Test
    void months_without_a_snapshot_count_for_none() {
        assertThat(new Keepers(0, 0, 0, 3).of(at("2026-03-31T02", "2026-05-01T02", "2026-05-31T02", "2026-11-29T02")))
                .containsExactlyInAnyOrderElementsOf(at("2026-11-29T02", "2026-05-31T02", "2026-03-31T02"));
    }

    @Test
    void fewer_than_none_is_refused() {
        assertThatThrownBy(() -> new Keepers(1, -1, 0, 0)).isInstanceOf(InvalidValueException.class);
    }

    @Test
    void what_any_rule_keeps_stays() {
        assertThat(new Keepers(1, 2, 0, 1).of(at("2026-10-31T02", "2026-11-28T02", "2026-11-29T02")))
                .containsExactlyInAnyOrderElementsOf(at("2026-11-28T02", "2026-11-29T02"));
        assertThat(new Keepers(0, 0, 0, 0).of(at("2026-11-29T02"))).isEmpty();
        assertThat(Keepers.newest(3).of(List.of())).isEmpty();
    }

    private static List<Instant> at(String... hours) {
        return Stream.of(hours).map(hour -> Instant.parse(hour + ":00:00Z")).toList();
    }
}

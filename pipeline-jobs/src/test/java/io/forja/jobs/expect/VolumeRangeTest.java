package io.forja.jobs.expect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.core.yaml.InvalidValueException;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VolumeRangeTest {

    @Test
    void a_number_may_be_off_by_the_percentage_up_or_down() {
        VolumeRange range = VolumeRange.parse("within 20% of last 7");

        assertThat(range).hasToString("20% of last 7");
        assertThat(range.holds(80, BigDecimal.valueOf(100))).isTrue();
        assertThat(range.holds(120, BigDecimal.valueOf(100))).isTrue();
        assertThat(range.holds(79, BigDecimal.valueOf(100))).isFalse();
        assertThat(range.holds(121, BigDecimal.valueOf(100))).isFalse();
    }

    @Test
    void of_nothing_only_nothing_is_in_the_range() {
        assertThat(VolumeRange.parse("50% of last 1").holds(0, BigDecimal.ZERO)).isTrue();
        assertThat(VolumeRange.parse("50% of last 1").holds(1, BigDecimal.ZERO)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "20%", "20% of last 0", "20 of last 7", "-20% of last 7", "20% of last week"})
    void anything_else_is_refused(String text) {
        assertThatThrownBy(() -> VolumeRange.parse(text)).isInstanceOf(InvalidValueException.class);
    }
}

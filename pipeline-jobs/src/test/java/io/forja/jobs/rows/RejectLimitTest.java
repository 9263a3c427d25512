package io.forja.jobs.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.core.yaml.InvalidValueException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RejectLimitTest {

    @Test
    void a_share_is_of_the_rows_read_and_exact() {
        RejectLimit limit = RejectLimit.parse("0.1 %");

        assertThat(limit).hasToString("0.1%");
        assertThat(limit.isExceeded(1, 1000)).isFalse();
        assertThat(limit.isExceeded(2, 1999)).isTrue();
        assertThat(limit.isExceeded(0, 0)).isFalse();
    }

    @Test
    void a_number_is_of_rows() {
        assertThat(RejectLimit.parse("0").isExceeded(1, 1_000_000)).isTrue();
        assertThat(RejectLimit.parse("100").isExceeded(100, 100)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "1.5", "1,5%", "101%", "um"})
    void anything_else_is_refused(String text) {
        assertThatThrownBy(() -> RejectLimit.parse(text)).isInstanceOf(InvalidValueException.class);
    }
}

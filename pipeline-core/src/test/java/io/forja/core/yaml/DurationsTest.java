package io.forja.core.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {

    @ParameterizedTest
    @CsvSource({
        "500ms, PT0.5S", "30s, PT30S", "5m, PT5M", "12h, PT12H", "7d, PT168H", "0s, PT0S", "090s, PT1M30S",
        "36500d, PT876000H"
    })
    void a_whole_number_and_a_unit_are_a_duration(String text, Duration duration) {
        assertThat(Durations.parse(text)).isEqualTo(duration);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "30", "s", "1.5h", "-5m", "5 m", " 5m", "1h30m", "5min", "5M", "PT5M", "٣m"})
    void anything_else_is_none(String text) {
        assertThatThrownBy(() -> Durations.parse(text))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("\"" + text + "\" is no duration");
    }

    @ParameterizedTest
    @ValueSource(strings = {"36501d", "999999999999d", "99999999999999999999999999999ms"})
    void more_than_a_hundred_years_are_refused(String text) {
        assertThatThrownBy(() -> Durations.parse(text))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("longer than a hundred years");
    }

    @Property
    void what_is_written_is_read_again(@ForAll @LongRange(min = 0, max = 1_000_000_000_000L) long millis) {
        Duration duration = Duration.ofMillis(millis);
        assertThat(Durations.parse(Durations.format(duration))).isEqualTo(duration);
        assertThat(Durations.format(duration)).matches(Durations.PATTERN);
    }

    @ParameterizedTest
    @CsvSource({"PT0S, 0s", "PT0.001S, 1ms", "PT60S, 1m", "PT90S, 90s", "PT24H, 1d", "PT36H, 36h"})
    void the_largest_unit_that_is_exact_is_written(Duration duration, String text) {
        assertThat(Durations.format(duration)).isEqualTo(text);
    }
}

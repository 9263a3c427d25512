package io.forja.scheduler.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadableTest {

    @Test
    void durations_have_the_two_units_that_matter() {
        assertThat(List.of(0L, 49L, 1_250L, 59_999L, 60_000L, 125_000L, 3_600_000L, 11_220_000L, 187_200_000L))
                .extracting(millis -> Readable.duration(Duration.ofMillis(millis)))
                .containsExactly("0.0s", "0.0s", "1.2s", "59.9s", "1m00s", "2m05s", "1h00m", "3h07m", "2d04h");
    }

    @Test
    void times_name_their_offset() {
        Instant time = Instant.parse("2026-11-29T05:00:00Z");
        assertThat(Readable.time(time, ZoneId.of("America/Sao_Paulo"))).isEqualTo("2026-11-29 02:00:00-03");
        assertThat(Readable.time(time, ZoneId.of("Australia/Lord_Howe"))).isEqualTo("2026-11-29 16:00:00+11");
        assertThat(Readable.time(time, ZoneOffset.UTC)).isEqualTo("2026-11-29 05:00:00Z");
    }

    @Test
    void bytes_and_counts_read_like_words() {
        assertThat(List.of(0L, 1023L, 1024L, 1_500_000L, Long.MAX_VALUE)).extracting(Readable::bytes)
                .containsExactly("0 B", "1023 B", "1.0 KiB", "1.4 MiB", "8192.0 PiB");
        assertThat(Readable.count(0, "row", "rows")).isEqualTo("no rows");
        assertThat(Readable.count(1, "row", "rows")).isEqualTo("1 row");
        assertThat(Readable.count(2, "row", "rows")).isEqualTo("2 rows");
    }

    @Test
    void csv_tells_null_from_an_empty_text() {
        assertThat(Csv.line(Arrays.asList(1, null, "", "a,b", "c\"d", "e\nf", " g"))).isEqualTo(
                "1,,\"\",\"a,b\",\"c\"\"d\",\"e\nf\",\" g\"");
    }
}

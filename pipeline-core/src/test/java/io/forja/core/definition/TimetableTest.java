package io.forja.core.definition;

import static org.assertj.core.api.Assertions.assertThat;

import io.forja.core.testing.SimpleCron;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Both DST nights of zones that change at midnight, at one, two and three o'clock, by an hour and by half of one. */
class TimetableTest {

    private static final List<String> ZONES = List.of(
            "America/Sao_Paulo", "Europe/Lisbon", "America/New_York", "Australia/Lord_Howe", "America/Santiago", "UTC");

    private static Timetable timetable(String cron, String zone) {
        return new Timetable(SimpleCron.parse(cron), ZoneId.of(zone));
    }

    private static String fires(String cron, String zone, String from, String to) {
        return timetable(cron, zone).between(Instant.parse(from), Instant.parse(to), 1000).stream()
                .map(fire -> fire.toString().substring(5, 16))
                .collect(Collectors.joining(" "));
    }

    // In each night: the time in UTC; by its side what the wall says.

    @ParameterizedTest(name = "{0} {1} over {2}")
    @CsvSource({
        // Sao Paulo, 2018: at 00:00 -03 it is 01:00 -02.
        "daily at 00:30, America/Sao_Paulo,   2018-11-03T00:00:00Z, 11-03T03:30 11-04T03:30 11-05T02:30",
        "daily at 00:00, America/Sao_Paulo,   2018-11-03T00:00:00Z, 11-03T03:00 11-04T03:00 11-05T02:00",
        "daily at 01:00, America/Sao_Paulo,   2018-11-03T00:00:00Z, 11-03T04:00 11-04T03:00 11-05T03:00",
        "daily at 02:00, America/Sao_Paulo,   2018-11-03T00:00:00Z, 11-03T05:00 11-04T04:00 11-05T04:00",
        // Lisbon: at 01:00 +00 it is 02:00 +01.
        "daily at 01:30, Europe/Lisbon,       2026-03-28T00:00:00Z, 03-28T01:30 03-29T01:30 03-30T00:30",
        // New York: at 02:00 -05 it is 03:00 -04.
        "daily at 02:30, America/New_York,    2026-03-07T00:00:00Z, 03-07T07:30 03-08T07:30 03-09T06:30",
        // Lord Howe: at 02:00 +10:30 it is 02:30 +11.
        "daily at 02:15, Australia/Lord_Howe, 2026-10-02T00:00:00Z, 10-02T15:45 10-03T15:45 10-04T15:15",
        // Santiago: at 00:00 -04 it is 01:00 -03.
        "daily at 00:30, America/Santiago,    2026-09-05T00:00:00Z, 09-05T04:30 09-06T04:30 09-07T03:30",
        "daily at 02:30, UTC,                 2026-03-07T00:00:00Z, 03-07T02:30 03-08T02:30 03-09T02:30",
    })
    void a_daily_time_that_the_gap_swallows_fires_once_behind_it(
            String cron, String zone, String from, String expected) {
        String to = Instant.parse(from).plus(Duration.ofDays(3)).toString();
        assertThat(fires(cron, zone, from, to)).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0} {1} over {2}")
    @CsvSource({
        // Sao Paulo, 2018: at 00:00 -02 it is 23:00 -03 of the day before.
        "daily at 23:30, America/Sao_Paulo,   2018-02-16T12:00:00Z, 02-17T01:30 02-18T01:30 02-19T02:30",
        "daily at 00:00, America/Sao_Paulo,   2018-02-16T12:00:00Z, 02-17T02:00 02-18T03:00 02-19T03:00",
        "daily at 23:00, America/Sao_Paulo,   2018-02-16T12:00:00Z, 02-17T01:00 02-18T01:00 02-19T02:00",
        // Lisbon: at 02:00 +01 it is 01:00 +00.
        "daily at 01:30, Europe/Lisbon,       2026-10-24T00:00:00Z, 10-24T00:30 10-25T00:30 10-26T01:30",
        "daily at 02:00, Europe/Lisbon,       2026-10-24T00:00:00Z, 10-24T01:00 10-25T02:00 10-26T02:00",
        // New York: at 02:00 -04 it is 01:00 -05.
        "daily at 01:30, America/New_York,    2026-10-31T00:00:00Z, 10-31T05:30 11-01T05:30 11-02T06:30",
        // Lord Howe: at 02:00 +11 it is 01:30 +10:30.
        "daily at 01:45, Australia/Lord_Howe, 2026-04-03T00:00:00Z, 04-03T14:45 04-04T14:45 04-05T15:15",
        // Santiago: at 00:00 -03 it is 23:00 -04 of the day before.
        "daily at 23:30, America/Santiago,    2026-04-03T12:00:00Z, 04-04T02:30 04-05T02:30 04-06T03:30",
    })
    void a_daily_time_that_happens_twice_fires_the_first_time(
            String cron, String zone, String from, String expected) {
        String to = Instant.parse(from).plus(Duration.ofDays(3)).toString();
        assertThat(fires(cron, zone, from, to)).isEqualTo(expected);
    }

    @Test
    void a_time_behind_the_gap_fires_before_a_swallowed_one_that_is_moved_past_it() {
        assertThat(fires("daily at 02:15 02:40", "Australia/Lord_Howe", "2026-10-03T00:00:00Z", "2026-10-04T00:00:00Z"))
                .as("02:40 and 02:45 on the wall").isEqualTo("10-03T15:40 10-03T15:45");
    }

    @Test
    void two_times_that_meet_behind_the_gap_fire_once() {
        assertThat(fires("daily at 02:30 03:30", "America/New_York", "2026-03-08T00:00:00Z", "2026-03-09T00:00:00Z"))
                .isEqualTo("03-08T07:30");
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "America/Sao_Paulo 2018-11-04T03:00:00Z", "America/Sao_Paulo 2018-02-18T02:00:00Z",
        "Europe/Lisbon 2026-03-29T01:00:00Z", "Europe/Lisbon 2026-10-25T01:00:00Z",
        "America/New_York 2026-03-08T07:00:00Z", "America/New_York 2026-11-01T06:00:00Z",
        "Australia/Lord_Howe 2026-10-03T15:30:00Z", "Australia/Lord_Howe 2026-04-04T15:00:00Z",
        "America/Santiago 2026-09-06T04:00:00Z", "America/Santiago 2026-04-05T03:00:00Z", "UTC 2026-03-08T07:00:00Z"
    })
    void a_minutely_schedule_never_pauses_loops_or_fires_twice(String zoneAndChange) {
        String[] parts = zoneAndChange.split(" ");
        Instant change = Instant.parse(parts[1]);
        for (int minutes : new int[] {1, 5, 10, 15, 30}) {
            List<Instant> fires = timetable("every " + minutes + " minutes", parts[0])
                    .between(change.minus(Duration.ofHours(3)), change.plus(Duration.ofHours(3)), 1000);
            assertThat(fires).hasSize(360 / minutes);
            for (int i = 1; i < fires.size(); i++) {
                assertThat(Duration.between(fires.get(i - 1), fires.get(i))).hasMinutes(minutes);
            }
        }
    }

    @Test
    void a_schedule_with_no_more_times_ends() {
        assertThat(timetable("never", "America/New_York").nextAfter(Instant.EPOCH)).isEmpty();
        assertThat(timetable("never", "UTC").between(Instant.EPOCH, Instant.parse("2026-01-01T00:00:00Z"), 10)).isEmpty();
    }

    @Test
    void a_list_of_fires_has_its_end_and_not_its_beginning_and_no_more_than_its_limit() {
        Timetable hourly = timetable("daily at 02:00", "UTC");
        Instant second = Instant.parse("2026-01-02T02:00:00Z");
        assertThat(hourly.between(second, second.plus(Duration.ofDays(2)), 10))
                .containsExactly(second.plus(Duration.ofDays(1)), second.plus(Duration.ofDays(2)));
        assertThat(hourly.between(second, second.plus(Duration.ofDays(2)), 1)).hasSize(1);
        assertThat(hourly.between(second, second, 10)).isEmpty();
    }

    @Test
    void fractions_of_a_second_count() {
        Timetable daily = timetable("daily at 02:00", "UTC");
        Instant fire = Instant.parse("2026-01-02T02:00:00Z");
        assertThat(daily.nextAfter(fire.minusNanos(1))).contains(fire);
        assertThat(daily.nextAfter(fire)).contains(fire.plus(Duration.ofDays(1)));
    }

    @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
    void every_day_has_one_fire_of_a_daily_schedule(
            @ForAll("zones") String zone, @ForAll @IntRange(min = 0, max = 23) int hour,
            @ForAll @IntRange(min = 0, max = 59) int minute, @ForAll @IntRange(min = 2015, max = 2030) int year) {
        ZoneId place = ZoneId.of(zone);
        LocalTime time = LocalTime.of(hour, minute);
        Timetable daily = timetable("daily at " + time, zone);
        Instant begin = LocalDate.of(year, 1, 1).atTime(time).atZone(place).toInstant().minusSeconds(1);
        List<Instant> fires = daily.between(begin, begin.plus(370, ChronoUnit.DAYS), 365);
        assertThat(fires).hasSize(365).doesNotHaveDuplicates().isSorted();
        LocalDate day = LocalDate.of(year, 1, 1);
        for (Instant fire : fires) {
            assertThat(fire.atZone(place).toLocalDate()).isEqualTo(day);
            day = day.plusDays(1);
        }
    }

    @Property(tries = 500)
    void the_next_fire_after_any_instant_is_the_first_of_all_fires_behind_it(
            @ForAll("zones") String zone, @ForAll @IntRange(min = 0, max = 365 * 24 * 60) int minutesIntoTheYear,
            @ForAll @IntRange(min = 0, max = 47) int halfHour) {
        LocalTime time = LocalTime.MIN.plusMinutes(30L * halfHour);
        Timetable twice = timetable("daily at 02:15 " + time, zone);
        Instant instant = Instant.parse("2018-01-01T00:00:00Z").plus(Duration.ofMinutes(minutesIntoTheYear));
        Instant longAgo = instant.minus(Duration.ofDays(3));
        Instant expected = twice.between(longAgo, instant.plus(Duration.ofDays(3)), 100).stream()
                .filter(fire -> fire.isAfter(instant)).findFirst().orElseThrow();
        assertThat(twice.nextAfter(instant)).contains(expected);
    }

    @Provide
    Arbitrary<String> zones() {
        return Arbitraries.of(ZONES);
    }
}

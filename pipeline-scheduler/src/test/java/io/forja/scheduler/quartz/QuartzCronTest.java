package io.forja.scheduler.quartz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.core.definition.Timetable;
import io.forja.core.yaml.InvalidValueException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuartzCronTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "0 2 * * *          | 2026-11-29T02:00:00 | 2026-11-30T02:00:00",
        "*/15 * * * *       | 2026-11-29T00:00:00 | 2026-11-29T00:15:00",
        "5/20 * * * *       | 2026-11-29T00:05:00 | 2026-11-29T00:25:00",
        "0 9-17/4 * * *     | 2026-11-29T09:00:00 | 2026-11-29T13:00:00",
        "30 8 * * 1-5       | 2026-11-28T00:00:00 | 2026-11-30T08:30:00",
        "30 8 * * mon-fri   | 2026-11-28T00:00:00 | 2026-11-30T08:30:00",
        "0 0 * * 0          | 2026-11-28T00:00:00 | 2026-11-29T00:00:00",
        "0 0 * * 7          | 2026-11-28T00:00:00 | 2026-11-29T00:00:00",
        "0 0 * * 5-7        | 2026-11-28T00:00:00 | 2026-11-29T00:00:00",
        "0 0 * * FRI-SUN    | 2026-11-28T00:00:00 | 2026-11-29T00:00:00",
        "0 0 * * 6,0        | 2026-11-29T00:00:00 | 2026-12-05T00:00:00",
        "0 0 1 jan,Jul *    | 2026-11-29T00:00:00 | 2027-01-01T00:00:00",
        "0 0 29 2 *         | 2026-11-29T00:00:00 | 2028-02-29T00:00:00",
        "0 0 13 * 5         | 2026-11-29T00:00:00 | 2026-12-04T00:00:00",
        "0 0 13 * 5         | 2026-12-11T00:00:00 | 2026-12-13T00:00:00",
        "0 2 ? * *          | 2026-11-29T02:00:00 | 2026-11-30T02:00:00",
        "0 2 * * ?          | 2026-11-29T02:00:00 | 2026-11-30T02:00:00",
        "@daily             | 2026-11-29T02:00:00 | 2026-11-30T00:00:00",
        "@hourly            | 2026-11-29T02:00:00 | 2026-11-29T03:00:00",
        "@weekly            | 2026-11-29T00:00:00 | 2026-12-06T00:00:00",
        "@monthly           | 2026-11-29T02:00:00 | 2026-12-01T00:00:00",
        "@yearly            | 2026-11-29T02:00:00 | 2027-01-01T00:00:00",
        "*/5 * * * * ?      | 2026-11-29T00:00:00 | 2026-11-29T00:00:05",
        "0 0 2 L * ?        | 2026-11-29T00:00:00 | 2026-11-30T02:00:00",
        "0 0 2 ? * 2#1      | 2026-11-29T00:00:00 | 2026-12-07T02:00:00",
        "0 0 2 ? * 6L 2027  | 2026-11-29T00:00:00 | 2027-01-29T02:00:00",
    })
    void the_next_time_is_the_one_that_a_person_expects(String cron, LocalDateTime from, LocalDateTime next) {
        assertThat(QuartzCron.parse(cron).nextAfter(from)).contains(next);
    }

    @Test
    void the_next_time_is_strictly_later_to_the_nanosecond() {
        QuartzCron hourly = QuartzCron.parse("0 * * * *");
        LocalDateTime ten = LocalDateTime.parse("2026-11-29T10:00:00");
        assertThat(hourly.nextAfter(ten.minusNanos(1))).contains(ten);
        assertThat(hourly.nextAfter(ten)).contains(ten.plusHours(1));
        assertThat(hourly.nextAfter(ten.plusNanos(1))).contains(ten.plusHours(1));
    }

    @Test
    void an_expression_of_past_years_has_an_end() {
        assertThat(QuartzCron.parse("0 0 2 * * ? 2020").nextAfter(LocalDateTime.parse("2026-01-01T00:00:00"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"* * * * *", "0 * * * *", "0 */1 * * *", "0 0 * * * ?", "0 0-23 * * *", "@hourly"})
    void an_expression_of_every_hour_follows_elapsed_time(String cron) {
        assertThat(QuartzCron.parse(cron).everyHour()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0 2 * * *", "0 8-18/2 * * *", "0 */2 * * *", "0 0 2 * * ?", "@daily"})
    void named_hours_keep_to_the_wall_clock(String cron) {
        assertThat(QuartzCron.parse(cron).everyHour()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "0 2 * *           | \"0 2 * *\" has 4 fields; write five",
        "``                | \"\" has 0 fields; write five",
        "60 * * * *        | \"60\" is no minute in \"60 * * * *\"; write 0 to 59, with - for ranges",
        "0 24 * * *        | \"24\" is no hour",
        "0 0 0 * *         | \"0\" is no day in",
        "0 0 * 13 *        | \"13\" is no month in \"0 0 * 13 *\"; write 1 to 12 or JAN to DEC",
        "0 0 * * 8         | \"8\" is no weekday in \"0 0 * * 8\"; write 0 to 7 or SUN to SAT",
        "0 0 * * MOO       | \"MOO\" is no weekday",
        "0 0 L * *         | \"L\" is no day in \"0 0 L * *\"; L, W and # are Quartz's: write six fields",
        "0 22-6 * * *      | \"22-6\" ends before it begins in \"0 22-6 * * *\"; write the two parts as a list: 22-23,0-6",
        "*/0 * * * *       | \"*/0\" is no minute",
        "*/90 * * * *      | the step of \"*/90\" is longer than the whole field",
        "1,,2 * * * *      | \"\" is no minute",
        "*-5 * * * *       | \"*-5\" is no minute",
        "0 0 31 2 *        | \"0 0 31 2 *\" never fires; name a day that its months have",
        "0 0 */2 * 1       | one of them as a step of *, which crontabs read differently",
        "@reboot           | \"@reboot\" is no schedule that a daemon can keep; write five fields such as",
        "0 0 2 * * *       | of which Quartz takes one; write ? for the weekday: \"0 0 2 * * ?\"",
        "0 0 2 * * MON     | of which Quartz takes one; write ? for the day of the month: \"0 0 2 ? * MON\"",
        "0 0 25 * * ?      | \"0 0 25 * * ?\" is no cron expression: Hour values must be between 0 and 23; write five",
        "0 0 2 ? * ?       | \"0 0 2 ? * ?\" is no cron expression",
        "x 0 2 * * ?       | \"x 0 2 * * ?\" is no cron expression",
    })
    void a_mistake_is_told_in_one_sentence_with_its_remedy(String cron, String sentence) {
        assertThatThrownBy(() -> QuartzCron.parse(cron)).isInstanceOfSatisfying(InvalidValueException.class, e ->
                assertThat(e.getMessage() + "; " + e.remedy()).contains(sentence).doesNotContain("\n"));
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void five_fields_match_exactly_the_minutes_that_crontab_means(
            @ForAll("crontabs") String cron, @ForAll("times") LocalDateTime from) {
        Optional<LocalDateTime> expected = Reference.nextAfter(cron.split(" "), from);
        assertThat(QuartzCron.parse(cron).nextAfter(from)).as(cron + " after " + from).isEqualTo(expected);
    }

    @Provide
    Arbitrary<String> crontabs() {
        return Combinators.combine(field(0, 59), field(0, 23), field(1, 28), field(1, 12), field(0, 7))
                .as((minute, hour, day, month, weekday) -> String.join(" ", minute, hour, day, month,
                        day.equals("*") || !day.startsWith("*") && !weekday.startsWith("*") ? weekday : "*"));
    }

    private static Arbitrary<String> field(int first, int last) {
        Arbitrary<Integer> value = Arbitraries.integers().between(first, last);
        Arbitrary<String> range = Combinators.combine(value, value)
                .as((a, b) -> Math.min(a, b) + "-" + Math.max(a, b));
        Arbitrary<String> step = Combinators.combine(range, Arbitraries.integers().between(1, last - first))
                .as((r, s) -> r + "/" + s);
        Arbitrary<String> star = Arbitraries.integers().between(1, last - first).map(s -> "*/" + s);
        Arbitrary<String> list = Combinators.combine(value, range).as((v, r) -> v + "," + r);
        return Arbitraries.frequencyOf(net.jqwik.api.Tuple.of(4, Arbitraries.just("*")),
                net.jqwik.api.Tuple.of(2, value.map(String::valueOf)), net.jqwik.api.Tuple.of(1, range),
                net.jqwik.api.Tuple.of(1, step), net.jqwik.api.Tuple.of(1, star), net.jqwik.api.Tuple.of(1, list));
    }

    @Provide
    Arbitrary<LocalDateTime> times() {
        return Arbitraries.integers().between(0, 4 * 366 * 24 * 60)
                .map(minutes -> LocalDateTime.parse("2024-01-01T00:00:00").plusMinutes(minutes));
    }

    /** Crontab's rules tried on one day after the other, and within a matching day on one minute after the other. */
    private static final class Reference {

        static Optional<LocalDateTime> nextAfter(String[] fields, LocalDateTime from) {
            TreeSet<Integer> minutes = values(fields[0], 0, 59);
            TreeSet<Integer> hours = values(fields[1], 0, 23);
            LocalDateTime time = from.plusMinutes(1);
            LocalDateTime end = from.plusYears(30);
            while (time.isBefore(end)) {
                if (!dayMatches(fields, time)) {
                    time = time.toLocalDate().plusDays(1).atStartOfDay();
                } else if (hours.contains(time.getHour()) && minutes.contains(time.getMinute())) {
                    return Optional.of(time);
                } else {
                    time = time.plusMinutes(1);
                }
            }
            return Optional.empty();
        }

        private static boolean dayMatches(String[] fields, LocalDateTime time) {
            boolean day = values(fields[2], 1, 31).contains(time.getDayOfMonth());
            int weekdayNumber = time.getDayOfWeek() == DayOfWeek.SUNDAY ? 0 : time.getDayOfWeek().getValue();
            TreeSet<Integer> weekdays = values(fields[4], 0, 7);
            boolean weekday = weekdays.contains(weekdayNumber) || weekdayNumber == 0 && weekdays.contains(7);
            boolean either = !fields[2].equals("*") && !fields[4].equals("*");
            return values(fields[3], 1, 12).contains(time.getMonthValue())
                    && (either ? day || weekday : day && weekday);
        }

        private static TreeSet<Integer> values(String field, int first, int last) {
            TreeSet<Integer> values = new TreeSet<>();
            for (String item : field.split(",")) {
                String[] step = item.split("/");
                int from = step[0].equals("*") ? first : Integer.parseInt(step[0].split("-")[0]);
                int to = step[0].equals("*") ? (last == 7 ? 6 : last)
                        : step[0].contains("-") ? Integer.parseInt(step[0].split("-")[1]) : from;
                for (int i = from; i <= to; i += step.length == 2 ? Integer.parseInt(step[1]) : 1) {
                    values.add(i);
                }
            }
            return values;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"America/Sao_Paulo", "Europe/Lisbon", "America/New_York", "Australia/Lord_Howe",
        "America/Santiago", "UTC"})
    void daily_times_fire_once_a_day_and_minutely_ones_every_minute_through_both_nights_of_changed_clocks(String zone) {
        ZoneId id = ZoneId.of(zone);
        Instant start = LocalDateTime.parse("2018-01-01T00:00:00").atZone(id).toInstant();
        Instant end = LocalDateTime.parse("2019-01-01T00:00:00").atZone(id).toInstant();
        for (String daily : List.of("0 0 * * *", "30 0 * * *", "30 1 * * *", "15 2 * * *", "0 3 * * *")) {
            List<Instant> fires = new Timetable(QuartzCron.parse(daily), id).between(start.minusNanos(1), end, 1000);
            List<java.time.LocalDate> days = new ArrayList<>();
            fires.stream().filter(fire -> fire.isBefore(end)).forEach(fire -> days.add(fire.atZone(id).toLocalDate()));
            assertThat(days).as(daily).hasSize(365).doesNotHaveDuplicates();
        }
        Timetable minutely = new Timetable(QuartzCron.parse("* * * * *"), id);
        Instant at = start;
        while (at.isBefore(end)) {
            var change = id.getRules().nextTransition(at);
            if (change == null || change.getInstant().isAfter(end)) {
                break;
            }
            List<Instant> fires = minutely.between(change.getInstant().minusSeconds(7200),
                    change.getInstant().plusSeconds(7200), 1000);
            assertThat(fires).hasSize(240).isSorted().doesNotHaveDuplicates();
            at = change.getInstant();
        }
    }
}

package io.forja.scheduler.quartz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.forja.core.definition.Timetable;
import io.forja.core.testing.SettableClock;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class QuartzClockTest {

    private static final Instant TEN = Instant.parse("2026-11-29T10:00:00Z");
    private static final Timetable MINUTELY = new Timetable(QuartzCron.parse("* * * * *"), ZoneOffset.UTC);

    private final SettableClock clock = new SettableClock(TEN);
    private final List<Instant> told = new CopyOnWriteArrayList<>();
    private QuartzClock alarm = new QuartzClock(clock, (pipeline, times) -> told.addAll(times));

    @AfterEach
    void close() {
        alarm.close();
    }

    @Test
    void quartz_itself_wakes_at_the_instant_without_anyone_looking() {
        alarm.close();
        List<Duration> late = new CopyOnWriteArrayList<>();
        Clock system = Clock.systemUTC();
        alarm = new QuartzClock(system, (pipeline, times) ->
                times.forEach(time -> late.add(Duration.between(time, system.instant()))));
        alarm.start();
        alarm.arm("vendas", new Timetable(QuartzCron.parse("* * * * * ?"), ZoneOffset.UTC), system.instant());
        await().until(() -> late.size() >= 3);
        assertThat(late).allMatch(delay -> !delay.isNegative() && delay.compareTo(Duration.ofMillis(900)) < 0);
    }

    @Test
    void every_instant_that_passed_is_told_once_and_in_order() {
        alarm.arm("vendas", MINUTELY, TEN);
        alarm.check();
        assertThat(told).isEmpty();
        clock.advance(Duration.ofSeconds(185));
        alarm.check();
        alarm.check();
        assertThat(told).containsExactly(TEN.plusSeconds(60), TEN.plusSeconds(120), TEN.plusSeconds(180));
        assertThat(alarm.next("vendas")).contains(TEN.plusSeconds(240));
    }

    @Test
    void a_clock_that_is_set_back_goes_on_from_there() {
        alarm.arm("vendas", MINUTELY, TEN);
        clock.advance(Duration.ofHours(1));
        alarm.check();
        told.clear();
        clock.set(TEN.plusSeconds(90));
        alarm.check();
        assertThat(alarm.next("vendas")).contains(TEN.plusSeconds(120));
        clock.set(TEN.plusSeconds(120));
        alarm.check();
        assertThat(told).containsExactly(TEN.plusSeconds(120));
    }

    @Test
    void another_timetable_takes_the_place_of_the_first_and_a_disarmed_pipeline_is_silent() {
        alarm.arm("vendas", MINUTELY, TEN);
        alarm.arm("vendas", new Timetable(QuartzCron.parse("*/5 * * * *"), ZoneOffset.UTC), TEN);
        clock.advance(Duration.ofMinutes(5));
        alarm.check();
        assertThat(told).containsExactly(TEN.plusSeconds(300));
        alarm.disarm("vendas");
        clock.advance(Duration.ofMinutes(5));
        alarm.check();
        assertThat(told).hasSize(1);
        assertThat(alarm.next("vendas")).isEmpty();
    }

    @Test
    void a_timetable_with_an_end_ends_and_one_far_away_is_waited_for() {
        alarm.arm("once", new Timetable(QuartzCron.parse("0 1 10 29 11 ? 2026"), ZoneOffset.UTC), TEN);
        alarm.arm("far", new Timetable(QuartzCron.parse("0 0 29 2 *"), ZoneOffset.UTC), TEN);
        clock.advance(Duration.ofMinutes(2));
        alarm.check();
        assertThat(told).containsExactly(TEN.plusSeconds(60));
        assertThat(alarm.next("once")).isEmpty();
        assertThat(alarm.next("far")).contains(Instant.parse("2028-02-29T00:00:00Z"));
    }

    @Test
    void a_listener_that_fails_does_not_stop_the_clock() {
        alarm.close();
        List<Instant> heard = new ArrayList<>();
        alarm = new QuartzClock(clock, (pipeline, times) -> {
            heard.addAll(times);
            throw new IllegalStateException("told by the test");
        });
        alarm.arm("vendas", MINUTELY, TEN);
        clock.advance(Duration.ofMinutes(1));
        alarm.check();
        clock.advance(Duration.ofMinutes(1));
        alarm.check();
        assertThat(heard).hasSize(2);
    }
}

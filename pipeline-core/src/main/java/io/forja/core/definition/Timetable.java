package io.forja.core.definition;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The instants at which a schedule fires.
 *
 * <p>When clocks change, a schedule that names its hours fires once: a time that the gap swallows comes right after
 * the gap by the gap's length, a time that happens twice counts the first time. A schedule of every hour follows
 * elapsed time: it fires at every matching wall time that happens, both times where it happens twice. Immutable.
 *
 * @param cron what matches
 * @param zone the wall clock it matches on
 */
public record Timetable(Cron cron, ZoneId zone) {

    /** The first fire strictly after an instant, or empty when the expression has no more. */
    public Optional<Instant> nextAfter(Instant instant) {
        return cron.everyHour() ? nextElapsed(instant) : nextOnTheWall(instant);
    }

    /** The fires after one instant and up to another one, oldest first, at most {@code limit}. */
    public List<Instant> between(Instant after, Instant upTo, int limit) {
        List<Instant> fires = new ArrayList<>();
        Optional<Instant> next = nextAfter(after);
        while (next.isPresent() && !next.get().isAfter(upTo) && fires.size() < limit) {
            fires.add(next.get());
            next = nextAfter(next.get());
        }
        return fires;
    }

    private Optional<Instant> nextOnTheWall(Instant instant) {
        Optional<Instant> first = Optional.empty();
        Optional<LocalDateTime> wall = cron.nextAfter(searchFrom(instant));
        // A time from inside a gap is moved behind it, and there a later time of the wall may come before it.
        while (wall.isPresent() && (first.isEmpty() || wall.get().isBefore(onTheWall(first.get())))) {
            Instant fire = ZonedDateTime.ofLocal(wall.get(), zone, null).toInstant();
            if (fire.isAfter(instant) && (first.isEmpty() || fire.isBefore(first.get()))) {
                first = Optional.of(fire);
            }
            wall = cron.nextAfter(wall.get());
        }
        return first;
    }

    /** The wall time after which the next fire is found: now, or just after a gap the gap's beginning. */
    private LocalDateTime searchFrom(Instant instant) {
        ZoneOffsetTransition last = zone.getRules().previousTransition(instant.plusNanos(1));
        boolean gapMayStillFire = last != null && last.isGap()
                && instant.isBefore(last.getInstant().plus(last.getDuration()));
        return gapMayStillFire ? last.getDateTimeBefore().minusNanos(1) : onTheWall(instant);
    }

    private LocalDateTime onTheWall(Instant instant) {
        return LocalDateTime.ofInstant(instant, zone);
    }

    private Optional<Instant> nextElapsed(Instant instant) {
        Instant from = instant;
        while (true) {
            // Within one offset the wall clock and time run alike; at its end the search goes on with the next one.
            ZonedDateTime local = from.atZone(zone);
            ZoneOffsetTransition transition = zone.getRules().nextTransition(from);
            Optional<LocalDateTime> wall = cron.nextAfter(local.toLocalDateTime());
            Optional<Instant> fire = wall.map(time -> time.toInstant(local.getOffset()));
            if (transition == null || (fire.isPresent() && fire.get().isBefore(transition.getInstant()))) {
                return fire;
            }
            if (wall.isEmpty()) {
                return Optional.empty();
            }
            from = transition.getInstant();
            LocalDateTime after = transition.getDateTimeAfter();
            if (cron.nextAfter(after.minusNanos(1)).filter(after::equals).isPresent()) {
                return Optional.of(from);
            }
        }
    }
}

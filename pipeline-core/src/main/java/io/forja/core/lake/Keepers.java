package io.forja.core.lake;

import io.forja.core.yaml.InvalidValueException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.IsoFields;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Which snapshots of a table stay however old they are. A day, week or month without a snapshot counts for none: the
 * last three months may be three of the last five.
 *
 * @param newest so many of the newest
 * @param daily the newest one of each of so many days that have one, the last of them first; days are those of UTC, as
 *     in the names
 * @param weekly the newest one of each of so many weeks, from Monday to Sunday
 * @param monthly the newest one of each of so many months
 */
public record Keepers(int newest, int daily, int weekly, int monthly) {

    public Keepers {
        if (Math.min(Math.min(newest, daily), Math.min(weekly, monthly)) < 0) {
            throw new InvalidValueException("fewer than 0 snapshots cannot stay", "write 0 or more");
        }
    }

    /** Nothing but some of the newest. */
    public static Keepers newest(int count) {
        return new Keepers(count, 0, 0, 0);
    }

    /** Those that stay, of all there are of one table. */
    public Set<Instant> of(Collection<Instant> taken) {
        List<Instant> newestFirst = taken.stream().sorted(Comparator.reverseOrder()).toList();
        Set<Instant> kept = new HashSet<>(newestFirst.subList(0, Math.min(newest, newestFirst.size())));
        kept.addAll(newestOfEach(newestFirst, daily, day -> day));
        kept.addAll(newestOfEach(newestFirst, weekly,
                day -> List.of(day.get(IsoFields.WEEK_BASED_YEAR), day.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR))));
        kept.addAll(newestOfEach(newestFirst, monthly, day -> day.withDayOfMonth(1)));
        return kept;
    }

    private static Set<Instant> newestOfEach(List<Instant> newestFirst, int count, Function<LocalDate, Object> period) {
        Set<Object> seen = new HashSet<>();
        Set<Instant> kept = new HashSet<>();
        for (Instant time : newestFirst) {
            if (seen.size() < count && seen.add(period.apply(LocalDate.ofInstant(time, ZoneOffset.UTC)))) {
                kept.add(time);
            }
        }
        return kept;
    }
}

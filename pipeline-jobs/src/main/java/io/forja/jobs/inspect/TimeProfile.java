package io.forja.jobs.inspect;

import io.forja.jobs.inspect.TimeFormat.Order;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the texts of one column tell about dates: each way to write them, and which values it does not read. */
final class TimeProfile {

    /** So many texts may be no date before the column is taken for one without dates. */
    private static final int PATIENCE = 50;
    private static final int REMEMBERED = 20_000;

    private final Map<TimeFormat, Misfits> formats = new LinkedHashMap<>();
    private final Set<String> sound = new HashSet<>();
    private final List<String> unread = new ArrayList<>();
    private long values;
    /** Values that do not even look like a date. */
    private long others;

    /** False once nothing more can be learnt. */
    boolean isOpen() {
        return !formats.isEmpty() || values < PATIENCE;
    }

    void add(String text, Place place) {
        values++;
        if (sound.contains(text)) {
            return;
        }
        if (formats.isEmpty()) {
            begin(text, place);
            return;
        }
        boolean fitsAll = true;
        boolean fitsAny = false;
        Set<Order> read = EnumSet.noneOf(Order.class);
        for (Misfits misfits : formats.values()) {
            TimeFormat format = misfits.format();
            // The first of an order has two digits everywhere; the others read those too.
            // Only of years of two digits the day is looked at.
            boolean known = format.isNumeric() && read.contains(format.order()) && !format.hasShortYear();
            boolean fits = known || misfits.reads(text, place);
            if (fits && misfits.isStrictest()) {
                read.add(format.order());
            }
            if (!fits) {
                misfits.add(text, place);
            }
            fitsAll &= fits;
            fitsAny |= fits;
        }
        if (!fitsAny && !DateShapes.isShaped(text)) {
            others++;
        }
        if (!fitsAll) {
            forget();
        }
        if (fitsAll && sound.size() < REMEMBERED) {
            sound.add(text);
        }
    }

    /** Leaves out the formats that most values are not in; the best one only where those are no dates at all. */
    private void forget() {
        Misfits best = formats.values().stream().min(Comparator.comparing(Misfits::count)).orElse(null);
        formats.values().removeIf(misfits -> misfits.areTooMany(values) && (misfits != best || others > values / 10));
    }

    private void begin(String text, Place place) {
        List<TimeFormat> read = DateShapes.of(text);
        if (read.isEmpty()) {
            others += DateShapes.isShaped(text) ? 0 : 1;
            unread.add(Text.quoted(text) + " in " + place);
        }
        Set<Order> seen = EnumSet.noneOf(Order.class);
        for (TimeFormat format : read) {
            Misfits misfits = new Misfits(format, format.isNumeric() && seen.add(format.order()));
            misfits.reads(text, place);
            unread.forEach(misfits::addShown);
            formats.put(format, misfits);
        }
    }

    /** The formats that read every value, in the order of their likelihood. */
    List<TimeFormat> fitting() {
        return formats.values().stream().filter(misfits -> misfits.count() == 0).map(Misfits::format).toList();
    }

    /** The formats that read every value and have the given part first. */
    Optional<TimeFormat> fitting(Order order) {
        return fitting().stream().filter(format -> format.order() == order).findFirst();
    }

    /** The format that reads most values, where some do not fit. */
    Optional<Misfits> nearly() {
        return formats.values().stream().filter(misfits -> misfits.count() > 0)
                .reduce((best, other) -> other.count() < best.count() ? other : best);
    }

    /** The value with the latest day, by a format with a year of two digits; empty for other formats. */
    Optional<Dated> latest(TimeFormat format) {
        Misfits misfits = formats.get(format);
        return misfits == null ? Optional.empty() : Optional.ofNullable(misfits.latest);
    }

    long values() {
        return values;
    }

    /** Whether all values look like dates, be they any or not. */
    boolean areShaped() {
        return others == 0;
    }

    /**
     * A value that is a day.
     *
     * @param shown the text and its place
     */
    record Dated(String shown, LocalDate day) {}

    /** The values that a format does not read. */
    static final class Misfits {
        private static final int SHOWN = 3;

        private final TimeFormat format;
        private final boolean strictest;
        private final List<String> examples = new ArrayList<>();
        private long count;
        private @Nullable Dated latest;

        private Misfits(TimeFormat format, boolean strictest) {
            this.format = format;
            this.strictest = strictest;
        }

        private boolean reads(String text, Place place) {
            LocalDate day = format.day(text);
            if (day != null && format.hasShortYear() && (latest == null || day.isAfter(latest.day()))) {
                latest = new Dated(Text.quoted(text) + " in " + place, day);
            }
            return day != null;
        }

        private boolean isStrictest() {
            return strictest;
        }

        TimeFormat format() {
            return format;
        }

        long count() {
            return count;
        }

        String examples() {
            return String.join(", ", examples);
        }

        private void add(String text, Place place) {
            count++;
            String quoted = Text.quoted(text) + " in ";
            if (examples.size() < SHOWN && examples.stream().noneMatch(shown -> shown.startsWith(quoted))) {
                examples.add(quoted + place);
            }
        }

        private void addShown(String example) {
            count++;
            if (examples.size() < SHOWN) {
                examples.add(example);
            }
        }

        /** A column with so many other texts is none of dates. */
        private boolean areTooMany(long values) {
            return count > 20 && count > values / 10;
        }
    }
}

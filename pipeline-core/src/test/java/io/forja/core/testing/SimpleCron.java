package io.forja.core.testing;

import io.forja.core.definition.Cron;
import io.forja.core.yaml.InvalidValueException;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/** Schedules in words: {@code daily at 02:30}, {@code daily at 02:15 02:40}, {@code every 15 minutes}, {@code never}. */
public final class SimpleCron {

    private static final Pattern DAILY = Pattern.compile("daily at ([0-9: ]+)");
    private static final Pattern EVERY = Pattern.compile("every ([0-9]+) minutes");

    private SimpleCron() {}

    public static Cron parse(String text) {
        Matcher daily = DAILY.matcher(text);
        if (daily.matches()) {
            return new Daily(Arrays.stream(daily.group(1).split(" ")).map(LocalTime::parse).sorted().toList());
        }
        Matcher every = EVERY.matcher(text);
        if (every.matches()) {
            return new Every(Integer.parseInt(every.group(1)));
        }
        if (text.equals("never")) {
            return new Daily(List.of());
        }
        throw new InvalidValueException("\"" + text + "\" is no schedule", "write \"daily at 02:00\"");
    }

    private record Daily(List<LocalTime> times) implements Cron {

        @Override
        public Optional<LocalDateTime> nextAfter(LocalDateTime time) {
            return LongStream.rangeClosed(0, 1).boxed()
                    .flatMap(days -> times.stream().map(time.toLocalDate().plusDays(days)::atTime))
                    .filter(candidate -> candidate.isAfter(time))
                    .findFirst();
        }

        @Override
        public boolean everyHour() {
            return false;
        }
    }

    /** @param minutes a divisor of 60 */
    private record Every(int minutes) implements Cron {

        @Override
        public Optional<LocalDateTime> nextAfter(LocalDateTime time) {
            LocalDateTime hour = time.truncatedTo(ChronoUnit.HOURS);
            return Optional.of(hour.plusMinutes((time.getMinute() / minutes + 1) * (long) minutes));
        }

        @Override
        public boolean everyHour() {
            return true;
        }
    }
}

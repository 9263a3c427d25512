package io.forja.jobs.clean;

import io.forja.core.yaml.InvalidValueException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A pattern of dates and times, as {@link DateTimeFormatter} has it, read strictly: 31/02/2024 is no date. A year of
 * two digits is one of 2000 to 2099. Immutable.
 */
final class TimePattern {

    private static final LocalDateTime SAMPLE = LocalDateTime.of(2026, 11, 29, 13, 45, 59);
    /** A text in quotes, a month's short name, or anything else. */
    private static final Pattern PART = Pattern.compile("'[^']*'|(?<!M)MMM(?!M)|.", Pattern.DOTALL);
    private static final String SHORT_MONTH = "MMM";

    /** One for each way to write the names of months; most patterns have one. */
    private final List<DateTimeFormatter> ways;

    private TimePattern(List<DateTimeFormatter> ways) {
        this.ways = ways;
    }

    /**
     * @throws InvalidValueException when it is no pattern, or not one of a whole date
     */
    static TimePattern of(String pattern, Locale locale) {
        try {
            TimePattern made = new TimePattern(monthNames(locale).map(names -> formatter(pattern, locale, names)).toList());
            String sample = made.ways.get(0).format(SAMPLE);
            LocalDateTime read = made.dateTime(sample);
            if (read != null && sample.equals(made.ways.get(0).format(read))
                    && read.toLocalDate().equals(SAMPLE.toLocalDate())) {
                return made;
            }
        } catch (IllegalArgumentException | DateTimeException e) {
            // Refused below.
        }
        throw new InvalidValueException("format", "\"" + pattern + "\" is no pattern of a date or of a date and time",
                "write one such as dd/MM/yyyy or yyyy-MM-dd HH:mm:ss (MM is the month, mm the minutes, HH the hour)");
    }

    /** How people write the short names of months: as the locale has them, without its dots, in three letters. */
    private static Stream<Map<Long, String>> monthNames(Locale locale) {
        UnaryOperator<String> dotless = name -> name.replace(".", "");
        UnaryOperator<String> three = name -> dotless.apply(name).substring(0, Math.min(3, dotless.apply(name).length()));
        return Stream.of(UnaryOperator.<String>identity(), dotless, three).map(way -> {
            Map<Long, String> names = new HashMap<>();
            for (Month month : Month.values()) {
                names.put((long) month.getValue(), way.apply(month.getDisplayName(TextStyle.SHORT, locale)));
            }
            return names;
        }).filter(names -> names.values().stream().distinct().count() == Month.values().length).distinct();
    }

    private static DateTimeFormatter formatter(String pattern, Locale locale, Map<Long, String> months) {
        DateTimeFormatterBuilder builder = new DateTimeFormatterBuilder().parseCaseInsensitive();
        Matcher part = PART.matcher(pattern);
        StringBuilder plain = new StringBuilder();
        while (part.find()) {
            if (part.group().equals(SHORT_MONTH)) {
                builder.appendPattern(plain.toString()).appendText(ChronoField.MONTH_OF_YEAR, months);
                plain.setLength(0);
            } else {
                // With y as the proleptic year, a strict date needs no era.
                plain.append(part.group().equals("y") ? "u" : part.group());
            }
        }
        return builder.appendPattern(plain.toString()).toFormatter(locale).withResolverStyle(ResolverStyle.STRICT);
    }

    /** The date, or null where the text is none or has a time other than midnight. */
    @Nullable LocalDate date(String text) {
        LocalDateTime read = dateTime(text);
        return read == null || !read.toLocalTime().equals(LocalTime.MIDNIGHT) ? null : read.toLocalDate();
    }

    /** The time, midnight where the pattern has none, in UTC where it has a zone; or null. */
    @Nullable LocalDateTime dateTime(String text) {
        for (DateTimeFormatter way : ways) {
            try {
                return dateTime(way.parse(text));
            } catch (DateTimeException notThisWay) {
                // The next one, then.
            }
        }
        return null;
    }

    static LocalDateTime dateTime(TemporalAccessor parsed) {
        LocalTime time = parsed.query(TemporalQueries.localTime());
        ZoneId zone = parsed.query(TemporalQueries.zone());
        LocalDateTime local = LocalDate.from(parsed).atTime(time == null ? LocalTime.MIDNIGHT : time);
        return zone == null ? local : local.atZone(zone).withZoneSameInstant(ZoneOffset.UTC).toLocalDateTime();
    }
}

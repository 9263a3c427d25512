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
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A pattern of dates and times, as {@link DateTimeFormatter} has it, read strictly: 31/02/2024 is no date. It may have an
 * offset but no zone, in which some times do not exist and others happen twice. Immutable.
 */
final class TimePattern {

    private static final LocalDateTime SAMPLE = LocalDateTime.of(2026, 11, 29, 13, 45, 59);
    private static final ZoneOffset SAMPLE_OFFSET = ZoneOffset.ofHours(-3);
    /** A text in quotes, a month's short name, a year of two digits, or anything else. */
    private static final Pattern PART =
            Pattern.compile("'[^']*'|(?<!M)MMM(?!M)|(?<![yu])(?:yy|uu)(?![yu])|.", Pattern.DOTALL);
    private static final String SHORT_MONTH = "MMM";
    private static final Map<TimeStyle, TimePattern> MADE = new ConcurrentHashMap<>();

    /** One for each way to write the names of months; most patterns have one. */
    private final List<DateTimeFormatter> ways;
    private final boolean offset;

    private TimePattern(List<DateTimeFormatter> ways) {
        this.ways = ways;
        offset = ways.get(0).parse(ways.get(0).format(SAMPLE.atOffset(SAMPLE_OFFSET)))
                .isSupported(ChronoField.OFFSET_SECONDS);
    }

    /**
     * The pattern of a style that has one, which is made once.
     *
     * @throws InvalidValueException when it is no pattern, or not one of a whole date
     */
    static TimePattern of(TimeStyle style) {
        return MADE.computeIfAbsent(style, TimePattern::made);
    }

    private static TimePattern made(TimeStyle style) {
        try {
            TimePattern made = new TimePattern(monthNames(style.spoken()).map(names -> formatter(style, names)).toList());
            if (made.readsWhatItWrites(SAMPLE.withYear(style.yearsFrom() + SAMPLE.getYear() % 100))) {
                return made;
            }
        } catch (IllegalArgumentException | DateTimeException e) {
            // Refused below.
        }
        throw new InvalidValueException("format", "\"" + style.format() + "\" is no pattern of a date or of a date and time",
                "write one such as dd/MM/yyyy or yyyy-MM-dd HH:mm:ss (MM is the month, mm the minutes, HH the hour, XX an"
                        + " offset such as -0300; zones by their names are not read)");
    }

    private boolean readsWhatItWrites(LocalDateTime sample) {
        DateTimeFormatter way = ways.get(0);
        String written = way.format(sample.atOffset(SAMPLE_OFFSET));
        LocalDateTime utc = dateTime(written);
        if (utc == null) {
            return false;
        }
        LocalDateTime read = offset ? utc.plusSeconds(SAMPLE_OFFSET.getTotalSeconds()) : utc;
        return written.equals(way.format(read.atOffset(SAMPLE_OFFSET))) && read.toLocalDate().equals(sample.toLocalDate());
    }

    /** Whether a pattern has a year of two digits, {@code yy}. */
    static boolean hasShortYear(String pattern) {
        Matcher part = PART.matcher(pattern);
        boolean found = false;
        while (part.find()) {
            found |= isShortYear(part.group());
        }
        return found;
    }

    private static boolean isShortYear(String part) {
        return part.equals("yy") || part.equals("uu");
    }

    /** Whether the times have an offset, and so are instants. */
    boolean hasOffset() {
        return offset;
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

    private static DateTimeFormatter formatter(TimeStyle style, Map<Long, String> months) {
        DateTimeFormatterBuilder builder = new DateTimeFormatterBuilder().parseCaseInsensitive();
        Matcher part = PART.matcher(String.valueOf(style.format()));
        StringBuilder plain = new StringBuilder();
        while (part.find()) {
            if (part.group().equals(SHORT_MONTH)) {
                append(plain, builder).appendText(ChronoField.MONTH_OF_YEAR, months);
            } else if (isShortYear(part.group())) {
                append(plain, builder).appendValueReduced(ChronoField.YEAR, 2, 2, style.yearsFrom());
            } else {
                // With y as the proleptic year, a strict date needs no era.
                plain.append(part.group().equals("y") ? "u" : part.group());
            }
        }
        return append(plain, builder).toFormatter(style.spoken()).withResolverStyle(ResolverStyle.STRICT);
    }

    private static DateTimeFormatterBuilder append(StringBuilder plain, DateTimeFormatterBuilder builder) {
        builder.appendPattern(plain.toString());
        plain.setLength(0);
        return builder;
    }

    /** The date, or null where the text is none or has a time other than midnight. */
    @Nullable LocalDate date(String text) {
        LocalDateTime read = dateTime(text);
        return read == null || !read.toLocalTime().equals(LocalTime.MIDNIGHT) ? null : read.toLocalDate();
    }

    /** The time, midnight where the pattern has none, in UTC where it has an offset; or null. */
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

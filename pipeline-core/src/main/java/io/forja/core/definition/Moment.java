package io.forja.core.definition;

import io.forja.core.yaml.Doc;
import io.forja.core.yaml.InvalidValueException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;

/**
 * A moment as people write it: {@code 2026-11-29 10:00:00}, its time of day and its offset left out where they are
 * midnight and UTC. Immutable.
 *
 * @param text the moment as it is written
 */
@Doc(value = "A moment: a date, `2026-11-29`, with a time of day, `2026-11-29 10:00:00`, and an offset,"
                + " `2026-11-29 10:00:00-03`, where it is not UTC.",
        example = "\"2026-11-29 10:00:00\"")
public record Moment(String text) {

    private static final DateTimeFormatter WRITTEN = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .optionalStart()
            .appendPattern("['T'][ ]HH:mm[:ss]")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .optionalStart()
            .appendPattern("[ ]")
            .appendOffset("+HH:mm", "Z")
            .optionalEnd()
            .optionalStart()
            .appendPattern("[ ]")
            .appendOffset("+HH", "Z")
            .optionalEnd()
            .optionalEnd()
            .parseDefaulting(ChronoField.HOUR_OF_DAY, 0)
            .parseDefaulting(ChronoField.MINUTE_OF_HOUR, 0)
            .parseDefaulting(ChronoField.SECOND_OF_MINUTE, 0)
            .parseDefaulting(ChronoField.NANO_OF_SECOND, 0)
            .toFormatter(Locale.ROOT)
            // There is no 31 November.
            .withResolverStyle(ResolverStyle.STRICT);

    /**
     * @throws InvalidValueException when the text is no moment
     */
    public static Moment parse(String text) {
        Moment moment = new Moment(text.strip());
        // A placeholder that is filled in later makes any text possible.
        if (!text.contains("${")) {
            moment.instant();
        }
        return moment;
    }

    /**
     * @throws InvalidValueException when the text is no moment
     */
    public Instant instant() {
        try {
            TemporalAccessor read = WRITTEN.parseBest(text, OffsetDateTime::from, LocalDateTime::from);
            return read instanceof OffsetDateTime zoned ? zoned.toInstant()
                    : LocalDateTime.from(read).toInstant(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            throw new InvalidValueException("\"" + text + "\" is no moment",
                    "write it as 2026-11-29 10:00:00, in UTC, or with an offset as in 2026-11-29 10:00:00-03");
        }
    }

    @Override
    public String toString() {
        return text;
    }
}

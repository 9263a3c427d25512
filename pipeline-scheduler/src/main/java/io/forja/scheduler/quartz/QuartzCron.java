package io.forja.scheduler.quartz;

import io.forja.core.definition.Cron;
import io.forja.core.yaml.InvalidValueException;
import java.text.ParseException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TimeZone;
import org.quartz.CronExpression;

/**
 * A cron expression that Quartz evaluates on a wall clock without a zone: on UTC, which never changes its clocks.
 * Immutable.
 *
 * <p>Five fields and the names such as {@code @daily} read as in crontab, six and seven fields as in Quartz.
 */
public final class QuartzCron implements Cron {

    /** Reads every form. */
    public static final Syntax SYNTAX = QuartzCron::parse;

    private static final TimeZone UTC = TimeZone.getTimeZone("UTC");

    /** Any time before which no schedule begins; an expression that matches nothing after it never fires. */
    private static final LocalDateTime BEGINNING = LocalDateTime.of(1999, 12, 31, 23, 59, 59);

    private static final Map<String, String> NAMES = Map.of(
            "@hourly", "0 * * * *",
            "@daily", "0 0 * * *",
            "@midnight", "0 0 * * *",
            "@weekly", "0 0 * * 0",
            "@monthly", "0 0 1 * *",
            "@yearly", "0 0 1 1 *",
            "@annually", "0 0 1 1 *");

    /** The expression matches when one of these does: crontab's "this day of the month or that day of the week". */
    private final List<CronExpression> alternatives;
    private final boolean everyHour;

    private QuartzCron(List<CronExpression> alternatives, boolean everyHour) {
        this.alternatives = alternatives;
        this.everyHour = everyHour;
    }

    /**
     * @throws InvalidValueException when the text is no cron expression, or one that never fires
     */
    public static QuartzCron parse(String text) {
        String expression = text.strip();
        if (expression.startsWith("@")) {
            String fields = NAMES.get(expression.toLowerCase(Locale.ROOT));
            if (fields == null) {
                throw new InvalidValueException("\"" + text + "\" is no schedule that a daemon can keep",
                        "write five fields such as \"0 2 * * *\", or one of "
                                + String.join(", ", NAMES.keySet().stream().sorted().toList()));
            }
            expression = fields;
        }
        String[] fields = expression.split("\\s+");
        QuartzCron cron = switch (fields.length) {
            case 5 -> ofCrontab(text, fields);
            case 6, 7 -> ofQuartz(text, fields);
            default -> throw new InvalidValueException("\"" + text + "\" has " + (expression.isEmpty() ? 0
                    : fields.length) + " fields", "write five (minute hour day month weekday) such as \"0 2 * * *\", or"
                    + " six or seven as in Quartz");
        };
        if (cron.nextAfter(BEGINNING).isEmpty()) {
            throw new InvalidValueException("\"" + text + "\" never fires", "name a day that its months have, and a"
                    + " year to come");
        }
        return cron;
    }

    private static QuartzCron ofCrontab(String text, String[] fields) {
        Crontab crontab = Crontab.parse(text, fields);
        List<CronExpression> alternatives = crontab.toQuartz().stream().map(quartz -> quartz(text, quartz)).toList();
        return new QuartzCron(alternatives, isEveryHour(fields[1]));
    }

    private static QuartzCron ofQuartz(String text, String[] fields) {
        boolean day = !fields[3].equals("?");
        boolean weekday = !fields[5].equals("?");
        if (day && weekday) {
            throw new InvalidValueException("\"" + text + "\" names a day of the month and a day of the week, of which"
                    + " Quartz takes one", fields[5].equals("*") || !fields[3].equals("*")
                            ? "write ? for the weekday: \"" + replaced(fields, 5) + "\""
                            : "write ? for the day of the month: \"" + replaced(fields, 3) + "\"");
        }
        return new QuartzCron(List.of(quartz(text, String.join(" ", fields))), isEveryHour(fields[2]));
    }

    private static String replaced(String[] fields, int index) {
        String[] mended = fields.clone();
        mended[index] = "?";
        return String.join(" ", mended);
    }

    private static CronExpression quartz(String text, String expression) {
        try {
            CronExpression cron = new CronExpression(expression);
            cron.setTimeZone(UTC);
            return cron;
        } catch (ParseException | RuntimeException e) {
            String why = String.valueOf(e.getMessage()).strip().replaceAll("[.\\s]+$", "");
            throw new InvalidValueException("\"" + text + "\" is no cron expression: " + why,
                    "write five fields such as \"0 2 * * *\", or six as in Quartz such as \"0 0 2 * * ?\"");
        }
    }

    private static boolean isEveryHour(String hours) {
        return hours.equals("*") || hours.matches("(\\*|0|0-23)/1") || hours.equals("0-23");
    }

    @Override
    public Optional<LocalDateTime> nextAfter(LocalDateTime time) {
        Date from = Date.from(time.toInstant(ZoneOffset.UTC));
        return alternatives.stream()
                .flatMap(cron -> Optional.ofNullable(cron.getNextValidTimeAfter(from)).stream())
                .map(next -> LocalDateTime.ofInstant(next.toInstant(), ZoneOffset.UTC))
                .min(Comparator.naturalOrder());
    }

    @Override
    public boolean everyHour() {
        return everyHour;
    }

    @Override
    public String toString() {
        return alternatives.toString();
    }
}

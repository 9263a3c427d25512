package io.forja.scheduler.cli.text;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Times and amounts as a person reads them. */
public final class Readable {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ssX", Locale.ROOT);
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};

    private Readable() {}

    /** {@code 0.4s}, {@code 12.3s}, {@code 2m05s}, {@code 3h07m}, {@code 2d04h}. */
    public static String duration(Duration duration) {
        long millis = Math.max(0, duration.toMillis());
        if (millis < 60_000) {
            return String.format(Locale.ROOT, "%d.%ds", millis / 1000, millis % 1000 / 100);
        }
        long seconds = millis / 1000;
        if (seconds < 3600) {
            return String.format(Locale.ROOT, "%dm%02ds", seconds / 60, seconds % 60);
        }
        long minutes = seconds / 60;
        return minutes < 1440
                ? String.format(Locale.ROOT, "%dh%02dm", minutes / 60, minutes % 60)
                : String.format(Locale.ROOT, "%dd%02dh", minutes / 1440, minutes % 1440 / 60);
    }

    /** How long until a time: {@code in 3h07m}. */
    public static String until(Instant time, Instant now) {
        return "in " + duration(Duration.between(now, time));
    }

    /** {@code 2026-11-29 02:00:00-03}. */
    public static String time(Instant time, ZoneId zone) {
        return TIME.format(time.atZone(zone));
    }

    /** {@code 02:00:00}. */
    public static String clock(Instant time, ZoneId zone) {
        return CLOCK.format(time.atZone(zone));
    }

    /** {@code 512 B}, {@code 1.4 MiB}. */
    public static String bytes(long bytes) {
        double amount = bytes;
        int unit = 0;
        while (amount >= 1024 && unit < UNITS.length - 1) {
            amount /= 1024;
            unit++;
        }
        return unit == 0 ? bytes + " B" : String.format(Locale.ROOT, "%.1f %s", amount, UNITS[unit]);
    }

    /** {@code 1 row}, {@code 2 rows}, {@code no rows}. */
    public static String count(long number, String one, String many) {
        return number == 0 ? "no " + many : number + " " + (number == 1 ? one : many);
    }
}

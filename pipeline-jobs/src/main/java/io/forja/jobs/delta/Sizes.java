package io.forja.jobs.delta;

import java.util.Locale;

/** Bytes for people: {@code 512 B}, {@code 1.5 KiB}, {@code 232.0 MiB}. */
public final class Sizes {

    private static final String UNITS = "KMGTPE";

    private Sizes() {}

    public static String text(long bytes) {
        if (bytes < 1024) {
            return bytes + " B";
        }
        double size = bytes;
        int unit = -1;
        while (size >= 1024 && unit < UNITS.length() - 1) {
            size /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %siB", size, UNITS.charAt(unit));
    }
}

package io.forja.jobs.snapshots;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a snapshot: {@code <table>_snapshot_yyyyMMdd_HHmmss}.
 *
 * @param table the last part of the table's name: {@code fato_vendas} of {@code silver.fato_vendas}
 * @param takenAt the logical time, to the second, written in UTC
 */
record SnapshotName(String table, Instant takenAt) {

    private static final Pattern FORM = Pattern.compile("(.+)_snapshot_([0-9]{8}_[0-9]{6})");

    /** Strict: there is no 30 February, and no hour 24. */
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuuMMdd_HHmmss")
            .withResolverStyle(ResolverStyle.STRICT).withZone(ZoneOffset.UTC);

    SnapshotName {
        takenAt = takenAt.truncatedTo(ChronoUnit.SECONDS);
    }

    /** The name that a directory's name is; empty for any other. */
    static Optional<SnapshotName> parse(String directory) {
        Matcher matcher = FORM.matcher(directory);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new SnapshotName(matcher.group(1), TIME.parse(matcher.group(2), Instant::from)));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    String text() {
        return table + "_snapshot_" + TIME.format(takenAt);
    }
}

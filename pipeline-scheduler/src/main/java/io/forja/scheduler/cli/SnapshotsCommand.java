package io.forja.scheduler.cli;

import io.forja.core.lake.Keepers;
import io.forja.core.lake.SnapshotInfo;
import io.forja.core.yaml.Durations;
import io.forja.core.yaml.InvalidValueException;
import io.forja.scheduler.cli.text.Readable;
import io.forja.scheduler.cli.text.TextTable;
import io.forja.scheduler.cli.text.TextTable.Column;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The commands that look at snapshots; without one of them, {@code list}. */
@Command(name = "snapshots", header = "List snapshots, and remove old ones.",
        footer = {"", "Examples:", "  forja snapshots list", "  forja snapshots expire --older-than 30d --dry-run"})
final class SnapshotsCommand implements Callable<Integer> {

    private final Session session;

    SnapshotsCommand(Session session) {
        this.session = session;
    }

    static picocli.CommandLine with(Session session) {
        return new picocli.CommandLine(new SnapshotsCommand(session))
                .addSubcommand(new ListSnapshots(session))
                .addSubcommand(new Expire(session));
    }

    @Override
    public Integer call() {
        return new ListSnapshots(session).call();
    }

    @Command(name = "list", header = "List snapshots, newest first.",
            footer = {"", "Example:", "  forja snapshots list --table silver.fato_vendas"})
    static final class ListSnapshots implements Callable<Integer> {

        @Option(names = "--table", paramLabel = "TABLE", description = "Only snapshots of this table.")
        private @Nullable String table;

        @Mixin
        private Output.Choice output = new Output.Choice();

        private final Session session;

        ListSnapshots(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() {
            List<SnapshotInfo> snapshots = session.forja().snapshots(table);
            if (output.isJson()) {
                session.printJson(snapshots);
            } else if (snapshots.isEmpty()) {
                session.print("No snapshots.");
            } else {
                print(snapshots);
            }
            return ExitCode.OK;
        }

        private void print(List<SnapshotInfo> snapshots) {
            ZoneId zone = session.clock().getZone();
            TextTable text = new TextTable(Column.left("SNAPSHOT"), Column.left("TABLE"), Column.right("VERSION"),
                    Column.left("TAKEN"), Column.right("ROWS"), Column.right("SIZE"), Column.right("COPIED"),
                    Column.left("PATH"));
            snapshots.forEach(snapshot -> text.row(snapshot.name(), snapshot.table(), snapshot.version(),
                    Readable.time(snapshot.takenAt(), zone), snapshot.rows(), Readable.bytes(snapshot.bytes()),
                    Readable.bytes(snapshot.copied()), snapshot.path()));
            session.print(text);
        }
    }

    @Command(name = "expire", customSynopsis = "forja snapshots expire --older-than DURATION [OPTIONS]",
            header = "Remove snapshots that are old enough, or only say which.",
            footer = {"", "Examples:", "  forja snapshots expire --older-than 30d --dry-run",
                    "  forja snapshots expire --table silver.fato_vendas --older-than 7d --keep 3"})
    static final class Expire implements Callable<Integer> {

        @Option(names = "--table", paramLabel = "TABLE", description = "Only snapshots of this table.")
        private @Nullable String table;

        @Option(names = "--older-than", paramLabel = "DURATION", required = true, converter = DurationConverter.class,
                description = "The age from which a snapshot goes: 12h, 30d.")
        private Duration olderThan = Duration.ZERO;

        @Option(names = "--keep", paramLabel = "N", defaultValue = "1",
                description = "So many of the newest of each table stay, however old; by default ${DEFAULT-VALUE}.")
        private int keep = 1;

        @Option(names = "--keep-daily", paramLabel = "N",
                description = "The newest of each of the last N days stays, too; days are those of UTC.")
        private int daily;

        @Option(names = "--keep-weekly", paramLabel = "N",
                description = "The newest of each of the last N weeks stays, too.")
        private int weekly;

        @Option(names = "--keep-monthly", paramLabel = "N",
                description = "The newest of each of the last N months stays, too.")
        private int monthly;

        @Option(names = "--dry-run", description = "Remove nothing, only say what would go.")
        private boolean dryRun;

        @Mixin
        private Output.Choice output = new Output.Choice();

        private final Session session;

        Expire(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() {
            if (Math.min(Math.min(keep, daily), Math.min(weekly, monthly)) < 0) {
                throw new UsageException("fewer than 0 snapshots cannot stay", "write 0 or more");
            }
            List<SnapshotInfo> expired = session.forja().expireSnapshots(table, olderThan,
                    new Keepers(keep, daily, weekly, monthly), dryRun);
            if (output.isJson()) {
                session.printJson(expired);
                return ExitCode.OK;
            }
            if (!expired.isEmpty()) {
                TextTable text = new TextTable(Column.left("SNAPSHOT"), Column.left("TABLE"), Column.right("ROWS"),
                        Column.right("SIZE"), Column.left("WHY"));
                expired.forEach(snapshot -> text.row(snapshot.name(), snapshot.table(), snapshot.rows(),
                        Readable.bytes(snapshot.bytes()), snapshot.reason() == null ? "" : snapshot.reason()));
                session.print(text);
                session.print("");
            }
            long bytes = expired.stream().mapToLong(SnapshotInfo::bytes).sum();
            session.print(Readable.count(expired.size(), "snapshot", "snapshots")
                    + (dryRun ? " would be removed" : " removed") + ", " + Readable.bytes(bytes));
            return ExitCode.OK;
        }
    }

    /** Durations as they are written in YAML. */
    static final class DurationConverter implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            try {
                return Durations.parse(text);
            } catch (InvalidValueException e) {
                throw new TypeConversionException(e.getMessage() + "; " + e.remedy());
            }
        }
    }
}

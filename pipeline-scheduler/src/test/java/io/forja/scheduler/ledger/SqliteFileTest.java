package io.forja.scheduler.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.core.problem.ForjaException;
import io.forja.core.problem.Redaction;
import io.forja.core.run.RunQuery;
import io.forja.core.run.RunRecord;
import io.forja.core.run.RunStatus;
import io.forja.core.run.Trigger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteFileTest {

    private static final Instant NIGHT = Instant.parse("2026-11-29T02:00:00Z");

    @TempDir
    Path folder;

    @Test
    void the_folders_above_the_file_are_made() {
        Path deep = folder.resolve("a/b/forja.db");
        StateDatabase.open(deep).close();
        assertThat(deep).isRegularFile();
    }

    @Test
    void what_was_written_is_synchronised_to_disk_and_foreign_keys_hold() {
        try (StateDatabase database = StateDatabase.open(file())) {
            String settings = database.write(connection -> {
                try (Statement statement = connection.createStatement()) {
                    return pragma(statement, "journal_mode") + pragma(statement, "synchronous")
                            + pragma(statement, "foreign_keys");
                }
            });
            assertThat(settings).as("WAL, FULL and on").isEqualTo("wal21");
        }
    }

    @Test
    void a_file_that_is_no_database_is_named_with_the_way_out() throws IOException {
        Files.writeString(file(), "this is not a database, but it is long enough to be looked at as one. ".repeat(20));
        assertThatThrownBy(() -> StateDatabase.open(file())).isInstanceOf(ForjaException.class)
                .hasMessageContaining(file() + " is damaged").hasMessageContaining("put back a backup");
    }

    @Test
    void a_damaged_page_is_told_and_not_hidden() throws IOException {
        try (StateDatabase database = StateDatabase.open(file())) {
            for (int i = 0; i < 200; i++) {
                new SqlLedger(database, new Redaction()).add(run(i), List.of());
            }
        }
        byte[] bytes = Files.readAllBytes(file());
        for (int i = 4096; i < bytes.length; i++) {
            bytes[i] = (byte) 0xA5;
        }
        Files.write(file(), bytes);
        assertThatThrownBy(() -> {
            try (StateDatabase database = StateDatabase.open(file())) {
                new SqlLedger(database, new Redaction()).runs(RunQuery.latest(100));
            }
        }).isInstanceOf(ForjaException.class).hasMessageContaining("is damaged");
    }

    @Test
    void a_full_disk_is_told_and_leaves_what_was_there() {
        try (StateDatabase database = StateDatabase.open(file())) {
            SqlLedger ledger = new SqlLedger(database, new Redaction());
            ledger.add(run(0), List.of());
            database.write(connection -> {
                try (Statement statement = connection.createStatement()) {
                    return statement.execute("PRAGMA max_page_count = 1");
                }
            });
            assertThatThrownBy(() -> {
                for (int i = 1; i < 5000; i++) {
                    ledger.add(run(i), List.of());
                }
            }).isInstanceOf(ForjaException.class).hasMessageContaining(file() + " cannot grow: the disk is full")
                    .hasMessageContaining("free some space");
            assertThat(ledger.run(run(0).id())).contains(run(0));
            database.write(connection -> {
                try (Statement statement = connection.createStatement()) {
                    return statement.execute("PRAGMA max_page_count = 100000");
                }
            });
            assertThat(ledger.add(run(9999), List.of())).as("with space again, it goes on").isTrue();
        }
    }

    @Test
    void a_folder_in_the_files_place_is_named() throws IOException {
        Files.createDirectories(file());
        assertThatThrownBy(() -> StateDatabase.open(file())).isInstanceOf(ForjaException.class)
                .hasMessageContaining(file() + " cannot be opened");
    }

    @Test
    void a_folder_that_cannot_be_made_is_named() throws IOException {
        Files.writeString(folder.resolve("in-the-way"), "");
        assertThatThrownBy(() -> StateDatabase.open(folder.resolve("in-the-way/forja.db")))
                .isInstanceOf(ForjaException.class).hasMessageContaining("cannot be made")
                .hasMessageContaining("state.url");
    }

    @Test
    void failures_that_need_another_user_or_another_process_are_told_by_what_to_do() throws SQLException {
        SqliteFile file = new SqliteFile(Path.of("state/forja.db"));
        assertThat(file.told(sqlite(org.sqlite.SQLiteErrorCode.SQLITE_READONLY_DIRECTORY)))
                .hasMessageContaining("state/forja.db cannot be written; make the file and its folder writable");
        assertThat(file.told(sqlite(org.sqlite.SQLiteErrorCode.SQLITE_BUSY)))
                .hasMessageContaining("locked by another process for more than 10 s");
        assertThat(file.told(sqlite(org.sqlite.SQLiteErrorCode.SQLITE_IOERR_WRITE)))
                .hasMessageContaining("cannot be read or written").hasMessageContaining("check its disk");
        assertThat(file.told(sqlite(org.sqlite.SQLiteErrorCode.SQLITE_CORRUPT_INDEX)).retryable()).isFalse();
    }

    private Path file() {
        return folder.resolve("forja.db");
    }

    private static RunRecord run(int minute) {
        Instant at = NIGHT.plus(Duration.ofMinutes(minute));
        return new RunRecord(RunRecord.idOf("vendas", at, 0), "vendas", at, 0, Trigger.SCHEDULE, Map.of(), "hash",
                "host:1:1", RunStatus.QUEUED, at, null, null, null);
    }

    private static String pragma(Statement statement, String name) throws SQLException {
        try (var rows = statement.executeQuery("PRAGMA " + name)) {
            return rows.getString(1);
        }
    }

    private static SQLException sqlite(org.sqlite.SQLiteErrorCode code) {
        return new org.sqlite.SQLiteException("told by the test", code);
    }
}

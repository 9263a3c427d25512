package io.forja.scheduler.ledger;

import io.forja.core.problem.ForjaException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteOpenMode;
import org.sqlite.SQLiteException;

/** An SQLite file: how it is opened, and what its failures mean to a person. */
final class SqliteFile implements Database {

    static final String URL = "jdbc:sqlite:";

    /** Takes the place of the one writer at once, so that a transaction never fails halfway for another one's sake. */
    private static final String BEGIN = "BEGIN IMMEDIATE";

    private static final int BUSY_MILLIS = 10_000;

    private final Path path;

    SqliteFile(Path path) {
        this.path = path;
    }

    @Override
    public String name() {
        return path.toString();
    }

    @Override
    public boolean isThere() {
        return Files.exists(path);
    }

    @Override
    public Connection connect() throws SQLException {
        try {
            Path folder = path.toAbsolutePath().getParent();
            if (!Files.isDirectory(folder)) {
                Files.createDirectories(folder);
            }
        } catch (IOException e) {
            throw new ForjaException("the folder of the state database " + path + " cannot be made (" + e.getMessage()
                    + ")", "make it, or set state.url to another place");
        }
        SQLiteConfig config = new SQLiteConfig();
        config.setOpenMode(SQLiteOpenMode.READWRITE);
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        // FULL and not NORMAL: in WAL mode NORMAL may lose the last commits with the power.
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        config.setBusyTimeout(BUSY_MILLIS);
        config.enforceForeignKeys(true);
        return config.createConnection(URL + path);
    }

    @Override
    public String begin(Connection connection) throws SQLException {
        Sql.execute(connection, BEGIN);
        return BEGIN;
    }

    /** Never asked: a file's connection is not lost. */
    @Override
    public boolean isCommitted(Connection connection, String transaction) {
        return false;
    }

    /** The lock on the folder around the file keeps other daemons off. */
    @Override
    public boolean lockForDaemon(Connection connection) {
        return true;
    }

    @Override
    public boolean isLost(SQLException failure) {
        return false;
    }

    @Override
    public ForjaException told(SQLException failure) {
        int code = failure instanceof SQLiteException sqlite ? sqlite.getResultCode().code & 0xff : 0;
        String database = "the state database " + path;
        if (is(SQLiteErrorCode.SQLITE_FULL, code)) {
            return told(failure, database + " cannot grow: the disk is full", "free some space there");
        }
        if (is(SQLiteErrorCode.SQLITE_BUSY, code) || is(SQLiteErrorCode.SQLITE_LOCKED, code)) {
            return told(failure, database + " is locked by another process for more than " + BUSY_MILLIS / 1000 + " s",
                    "see which one has it open and end it");
        }
        if (is(SQLiteErrorCode.SQLITE_READONLY, code) || is(SQLiteErrorCode.SQLITE_PERM, code)
                || is(SQLiteErrorCode.SQLITE_AUTH, code)) {
            return told(failure, database + " cannot be written", "make the file and its folder writable for the user"
                    + " that runs Forja");
        }
        if (is(SQLiteErrorCode.SQLITE_CANTOPEN, code)) {
            return told(failure, database + " cannot be opened", "see that it is a file, and that the user that runs"
                    + " Forja may read and write it and its folder");
        }
        if (is(SQLiteErrorCode.SQLITE_CORRUPT, code) || is(SQLiteErrorCode.SQLITE_NOTADB, code)) {
            return new ForjaException(database + " is damaged, or is no SQLite file", "stop Forja and put back a"
                    + " backup, or move the file away: the history of runs and the names of tables then begin anew,"
                    + " the tables' files are untouched", false, failure);
        }
        if (is(SQLiteErrorCode.SQLITE_IOERR, code)) {
            return told(failure, database + " cannot be read or written (" + failure.getMessage() + ")",
                    "check its disk");
        }
        return told(failure, database + " refused: " + failure.getMessage(), "");
    }

    private static boolean is(SQLiteErrorCode kind, int code) {
        return kind.code == code;
    }

    private static ForjaException told(SQLException failure, String what, String remedy) {
        return new ForjaException(what, remedy, true, failure);
    }
}

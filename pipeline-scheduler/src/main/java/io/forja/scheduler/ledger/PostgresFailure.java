package io.forja.scheduler.ledger;

import io.forja.core.problem.ForjaException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.Set;

/**
 * What the failures of a PostgreSQL database mean to a person, by their SQL states; the server's own words may be of
 * any language.
 *
 * @param database what people know it by
 */
record PostgresFailure(String database) {

    static final int LOCK_SECONDS = 10;
    static final String NO_SCHEMA = "3F000";

    /** The server ended the connection: an administrator's shutdown, a crash, the start after it, an idle transaction. */
    private static final Set<String> ENDED = Set.of("57P01", "57P02", "57P03", "25P03");
    private static final String NO_CONNECTION = "08";

    static boolean isLost(SQLException e) {
        return state(e).startsWith(NO_CONNECTION) || ENDED.contains(state(e));
    }

    ForjaException told(SQLException e) {
        String state = state(e);
        String it = "the state database " + database;
        return switch (state) {
            case "28P01", "28000", "08004" -> told(e, false, it + " does not let this user in (" + said(e) + ")",
                    "check state.user and state.password, and what the server's pg_hba.conf says of this machine");
            case "3D000" -> told(e, false, it + " is not there, but its server is", "make it (CREATE DATABASE), or correct"
                    + " state.url");
            case NO_SCHEMA -> told(e, false, it + " has no schema to make tables in", "make the schema that currentSchema in"
                    + " state.url, or the user's search_path, names");
            case "42501" -> told(e, false, it + " gives this user too few rights (" + said(e) + ")", "make the user of"
                    + " state.user the owner of the database, or of the schema and its tables");
            case "25006" -> told(e, true, it + " cannot be written: it is read-only, or a replica", "let state.url lead to"
                    + " the server that is written to");
            case "53100" -> told(e, true, it + " cannot grow: the disk of its server is full", "free some space there");
            case "53300" -> told(e, true, it + " has no connection left", "raise max_connections of the server or the"
                    + " limit of the user; a process of Forja takes up to six");
            case "55P03" -> told(e, true, it + " is locked by another process for more than " + LOCK_SECONDS + " s",
                    "see in pg_stat_activity which one it is, and end it");
            case "57P03" -> told(e, true, it + " is just starting or stopping", "see what its server is at");
            default -> other(e, it);
        };
    }

    private ForjaException other(SQLException e, String it) {
        if (isLost(e)) {
            Throwable root = root(e);
            return root instanceof UnknownHostException
                    ? told(e, true, it + " is on a machine that nobody knows here", "correct the host in state.url")
                    : told(e, true, it + " cannot be reached (" + said(root) + ")", "see that its server is running and"
                            + " that this machine may reach it, and check host and port in state.url");
        }
        // A replica has no number for a transaction, and says so without a state of its own.
        return "XX000".equals(state(e)) && said(e).contains("recovery")
                ? told(new SQLException(e.getMessage(), "25006", e))
                : told(e, true, it + " refused: " + said(e), "");
    }

    private static Throwable root(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    /** The first line: what follows are the server's remarks. */
    private static String said(Throwable e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("").strip();
    }

    private static String state(SQLException e) {
        return String.valueOf(e.getSQLState());
    }

    private static ForjaException told(SQLException e, boolean retryable, String what, String remedy) {
        return new ForjaException(what, remedy, retryable, e);
    }
}

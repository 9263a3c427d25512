package io.forja.scheduler.ledger;

import io.forja.core.problem.ForjaException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/**
 * A commit whose answer never came, since its connection was lost: whether it happened only the database knows, as soon
 * as it is back.
 *
 * @param transaction what the database knows it by, see {@link Database#begin}
 */
record LostCommit(Database database, String transaction) {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long WAIT_MILLIS = 250;

    /**
     * Waits until the database tells.
     *
     * @param lost how the connection was lost
     * @throws ForjaException when it is not back in time, and nobody knows
     */
    boolean happened(SQLException lost) {
        long start = System.nanoTime();
        while (true) {
            try (Connection connection = database.connect()) {
                return database.isCommitted(connection, transaction);
            } catch (SQLException e) {
                if (!database.isLost(e) || System.nanoTime() - start > PATIENCE.toNanos() || !pause()) {
                    lost.addSuppressed(e);
                    throw new ForjaException("the connection to the state database " + database.name() + " was lost while"
                            + " something was written, and whether it has been is not known", "see that its server is"
                            + " running", true, lost);
                }
            }
        }
    }

    private static boolean pause() {
        try {
            Thread.sleep(WAIT_MILLIS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}

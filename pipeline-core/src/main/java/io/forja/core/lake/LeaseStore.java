package io.forja.core.lake;

import java.io.IOException;
import java.util.Optional;

/**
 * The one small file by which the processes of a lake know who may serve it. What two of them do at the same moment
 * succeeds for one of them. Thread-safe.
 */
public interface LeaseStore {

    /** @param tag what {@link #replace} knows this state by */
    record Stored(String text, String tag) {}

    /** Where the file is, for people. */
    String location();

    Optional<Stored> read() throws IOException;

    /** @return false where there is one already */
    boolean create(String text) throws IOException;

    /** @return false where it is no longer the one that was seen */
    boolean replace(Stored seen, String text) throws IOException;

    /** Removes it, where it is still the one that was seen. */
    void remove(Stored seen) throws IOException;
}

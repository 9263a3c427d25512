package io.forja.jobs.csv;

import java.io.InputStream;

/**
 * Bytes of a file, to be read once.
 *
 * @param in   stands at {@code from}; closed by whoever reads the range
 * @param from the first position
 * @param to   behind the last position, or {@link #UNKNOWN} to read as far as the stream goes
 * @param last whether a record ends where the range ends, whatever it holds
 */
record ByteRange(InputStream in, long from, long to, boolean last) {
    static final long UNKNOWN = Long.MAX_VALUE;
}

package io.forja.jobs.csv;

import java.util.Arrays;

/** Texts of one batch that are not in the file as they are in the dataset. Not thread-safe. */
final class TextStore {
    private static final int FIRST_SIZE = 4 << 10;

    private byte[] bytes = {};
    private int size;

    /** Makes room behind the texts so far and returns where it starts. */
    int reserve(int length) {
        if (bytes.length - size < length) {
            bytes = Arrays.copyOf(bytes, Math.max(size + length, Math.max(FIRST_SIZE, 2 * bytes.length)));
        }
        return size;
    }

    /** Keeps the first bytes of the room that was reserved. */
    void keep(int length) {
        size += length;
    }

    byte[] bytes() {
        return bytes;
    }

    /** Starts over with other bytes, since texts of the last batch may still be held. */
    void clear() {
        if (size > 0) {
            bytes = new byte[bytes.length];
            size = 0;
        }
    }
}

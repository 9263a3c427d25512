package io.forja.jobs.csv;

import java.util.Arrays;

/** The texts that mean NULL where a field has no quotes. Immutable. */
final class NullTexts {
    private final boolean empty;
    private final byte[][] others;

    NullTexts(CsvFormat format) {
        empty = format.nullValues().contains("");
        others = format.nullValues().stream()
                .filter(text -> !text.isEmpty())
                .map(text -> text.getBytes(format.charset().parsed()))
                .toArray(byte[][]::new);
    }

    boolean contains(byte[] bytes, int from, int to) {
        if (from == to) {
            return empty;
        }
        for (byte[] other : others) {
            if (other.length == to - from && Arrays.equals(other, 0, other.length, bytes, from, to)) {
                return true;
            }
        }
        return false;
    }
}

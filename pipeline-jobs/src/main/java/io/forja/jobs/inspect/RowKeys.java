package io.forja.jobs.inspect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The values of all rows as numbers of 64 bits, to count which columns repeat theirs: that two of a million texts have
 * the same number is less likely than one in ten million. Not thread-safe.
 */
final class RowKeys {

    private static final long NO_VALUE = 0;
    private static final int EARLY = 10_000;

    private final List<long[]> columns = new ArrayList<>();
    private int rows;

    RowKeys(int width) {
        for (int column = 0; column < width; column++) {
            columns.add(new long[1024]);
        }
    }

    /** Begins the next row. */
    void nextRow() {
        rows++;
        if (rows > columns.get(0).length) {
            columns.replaceAll(values -> Arrays.copyOf(values, values.length * 2));
        }
    }

    /** @param text empty where there is no value */
    void set(int column, String text) {
        columns.get(column)[rows - 1] = text.isEmpty() ? NO_VALUE : hash(text);
    }

    int rows() {
        return rows;
    }

    /** How many rows have the values of an earlier one in these columns. */
    int repeats(int... by) {
        return repeatsAmong(rows, by);
    }

    /** Whether most of the first rows repeat a value, which tells of most columns that they are no key. */
    boolean repeatsFromTheStart(int column) {
        return earlyRepeats(column) * 2 > Math.min(rows, EARLY);
    }

    /** How many of the first rows repeat. */
    int earlyRepeats(int... by) {
        return repeatsAmong(Math.min(rows, EARLY), by);
    }

    private int repeatsAmong(int first, int... by) {
        long[] keys = new long[first];
        for (int row = 0; row < first; row++) {
            long key = 1;
            for (int column : by) {
                key = mixed(key * 31 + columns.get(column)[row]);
            }
            keys[row] = key;
        }
        Arrays.sort(keys);
        int repeats = 0;
        for (int row = 1; row < first; row++) {
            repeats += keys[row] == keys[row - 1] ? 1 : 0;
        }
        return repeats;
    }

    /** How many rows are the same as an earlier one in every column. */
    int repeatedRows() {
        int[] all = new int[columns.size()];
        Arrays.setAll(all, column -> column);
        return repeats(all);
    }

    boolean hasBlanks(int column) {
        long[] values = columns.get(column);
        for (int row = 0; row < rows; row++) {
            if (values[row] == NO_VALUE) {
                return true;
            }
        }
        return false;
    }

    private static long hash(String text) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
        }
        long mixed = mixed(hash);
        return mixed == NO_VALUE ? 1 : mixed;
    }

    private static long mixed(long value) {
        long mixed = (value ^ value >>> 33) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ mixed >>> 33) * 0xc4ceb9fe1a85ec53L;
        return mixed ^ mixed >>> 33;
    }
}

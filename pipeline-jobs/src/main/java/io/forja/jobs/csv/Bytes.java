package io.forja.jobs.csv;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Searches in byte arrays, eight bytes at a time. Searches read up to {@link #PADDING} bytes beyond their limit, so
 * arrays are that much longer than what they hold.
 */
final class Bytes {
    static final int PADDING = 8;

    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long LOW_BITS = 0x7F7F7F7F7F7F7F7FL;
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long ONES = 0x0101010101010101L;

    private Bytes() {}

    static long word(byte[] bytes, int at) {
        return (long) LONGS.get(bytes, at);
    }

    /** The value in each of the eight bytes. */
    static long pattern(int value) {
        return (value & 0xFFL) * ONES;
    }

    /** The high bit of each byte that equals its byte in the pattern, and no other bit. */
    static long matches(long word, long pattern) {
        long difference = word ^ pattern;
        return ~(((difference & LOW_BITS) + LOW_BITS) | difference | LOW_BITS);
    }

    static boolean isAscii(long word) {
        return (word & HIGH_BITS) == 0;
    }

    /** The position of the first byte of a set of matches. */
    static int first(long matches) {
        return Long.numberOfTrailingZeros(matches) >>> 3;
    }

    /** The first position of either byte, or {@code limit}. */
    static int indexOf(byte[] bytes, int from, int limit, long onePattern, long otherPattern) {
        for (int at = from; at < limit; at += 8) {
            long word = word(bytes, at);
            long found = matches(word, onePattern) | matches(word, otherPattern);
            if (found != 0) {
                return Math.min(at + first(found), limit);
            }
        }
        return limit;
    }

    /** Whether all bytes are ASCII other than NUL. */
    static boolean isPlain(byte[] bytes, int from, int to) {
        long seen = 0;
        int last = to - 8;
        for (int at = from; at < last; at += 8) {
            long word = word(bytes, at);
            seen |= (word - ONES) | word;
        }
        if (last >= from) {
            // Some of its bytes may have been looked at already.
            long word = word(bytes, last);
            seen |= (word - ONES) | word;
        } else {
            for (int at = from; at < to; at++) {
                int value = bytes[at];
                seen |= (value - 1L) | value;
            }
        }
        return (seen & HIGH_BITS) == 0;
    }
}

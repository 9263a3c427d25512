package io.forja.jobs.csv;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * UTF-16 as UTF-8. Half a surrogate pair, or half a character at the end, comes out as bytes that are no UTF-8, so that
 * the reader of the rows finds it on its line like any other invalid byte. Not thread-safe.
 */
final class Utf16Input extends InputStream {
    private static final int LONGEST = 4;
    private static final int NOTHING = -1;

    private final InputStream in;
    private final byte[] units = new byte[64 << 10];
    private final byte[] pending = new byte[LONGEST];
    private int unitsAt;
    private int unitsEnd;
    private int pendingAt;
    private int pendingEnd;
    private @Nullable Boolean bigEndian;

    /** @param bigEndian the byte order, or null where the first two bytes must say */
    Utf16Input(InputStream in, @Nullable Boolean bigEndian) {
        this.in = in;
        this.bigEndian = bigEndian;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int written = 0;
        while (written < length) {
            if (pendingAt == pendingEnd && !convertNext()) {
                break;
            }
            while (pendingAt < pendingEnd && written < length) {
                into[offset + written++] = pending[pendingAt++];
            }
        }
        return written == 0 && length > 0 ? -1 : written;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private boolean convertNext() throws IOException {
        pendingAt = 0;
        pendingEnd = 0;
        int unit = nextUnit();
        if (unit == NOTHING) {
            return pendingEnd > 0;
        }
        if (Character.isHighSurrogate((char) unit)) {
            int low = nextUnit();
            if (low != NOTHING && Character.isLowSurrogate((char) low)) {
                put(Character.toCodePoint((char) unit, (char) low));
                return true;
            }
            unitsAt -= low == NOTHING ? 0 : 2;
        }
        put(unit);
        return true;
    }

    /** A lone surrogate takes the three bytes that its number would take, which UTF-8 forbids. */
    private void put(int character) {
        if (character < 0x80) {
            put(0, 0, character);
        } else if (character < 0x800) {
            put(1, 0xC0, character);
        } else if (character < 0x10000) {
            put(2, 0xE0, character);
        } else {
            put(3, 0xF0, character);
        }
    }

    private void put(int following, int lead, int character) {
        pending[pendingEnd++] = (byte) (lead | character >> 6 * following);
        for (int rest = following - 1; rest >= 0; rest--) {
            pending[pendingEnd++] = (byte) (0x80 | character >> 6 * rest & 0x3F);
        }
    }

    private int nextUnit() throws IOException {
        if (unitsEnd - unitsAt < 2 && !fill()) {
            return NOTHING;
        }
        if (bigEndian == null) {
            bigEndian = orderFrom(units[unitsAt], units[unitsAt + 1]);
        }
        int first = units[unitsAt++] & 0xFF;
        int second = units[unitsAt++] & 0xFF;
        return bigEndian ? first << 8 | second : second << 8 | first;
    }

    /** A last byte that is half a unit becomes one that UTF-8 forbids. */
    private boolean fill() throws IOException {
        int left = unitsEnd - unitsAt;
        System.arraycopy(units, unitsAt, units, 0, left);
        int got = in.readNBytes(units, left, units.length - left);
        unitsAt = 0;
        unitsEnd = left + got;
        if (unitsEnd == 1) {
            pending[pendingEnd++] = (byte) 0xFF;
            unitsEnd = 0;
        }
        return unitsEnd >= 2;
    }

    private static boolean orderFrom(byte first, byte second) throws ByteOrderMissingException {
        if (first == (byte) 0xFE && second == (byte) 0xFF) {
            return true;
        }
        if (first == (byte) 0xFF && second == (byte) 0xFE) {
            return false;
        }
        throw new ByteOrderMissingException();
    }

    /** The file does not start with a byte order mark. */
    static final class ByteOrderMissingException extends IOException {
        private static final long serialVersionUID = 1L;
    }
}

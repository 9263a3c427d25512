package io.forja.jobs.csv;

/** The rules of UTF-8 (RFC 3629): no overlong forms, no surrogates, nothing beyond U+10FFFF. */
public final class Utf8 {
    private static final int VALID = -1;

    private Utf8() {}

    /** The position of the first byte that does not start a whole valid character, or -1. */
    static int invalidAt(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to) {
            if (at + 8 <= to && Bytes.isAscii(Bytes.word(bytes, at))) {
                at += 8;
            } else if (bytes[at] >= 0) {
                at++;
            } else {
                int length = lengthOf(bytes, at, to);
                if (length == 0) {
                    return at;
                }
                at += length;
            }
        }
        return VALID;
    }

    /** The length of the character beyond ASCII that starts there; 0 where none does. */
    public static int lengthOf(byte[] bytes, int at, int to) {
        int lead = bytes[at] & 0xFF;
        int length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
        if (at + length > to || length == 0) {
            return 0;
        }
        for (int i = 1; i < length; i++) {
            if ((bytes[at + i] & 0xC0) != 0x80) {
                return 0;
            }
        }
        int second = bytes[at + 1] & 0xFF;
        boolean allowed = switch (lead) {
            case 0xE0 -> second >= 0xA0;
            case 0xED -> second < 0xA0;
            case 0xF0 -> second >= 0x90;
            case 0xF4 -> second < 0x90;
            default -> true;
        };
        return allowed ? length : 0;
    }
}

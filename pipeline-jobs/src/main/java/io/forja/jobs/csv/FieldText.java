package io.forja.jobs.csv;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * The bytes of a file as UTF-8: tells which are valid in the file's charset, and converts those of single-byte
 * charsets. Not thread-safe.
 */
final class FieldText {
    /** The largest number of UTF-8 bytes for one byte of a file. */
    static final int GROWTH = 3;

    private static final int NONE = -1;

    private final CsvCharset charset;
    private final Charset parsed;
    private final byte[][] utf8 = new byte[256][];

    FieldText(CsvCharset charset) {
        this.charset = charset;
        parsed = charset.parsed();
        if (charset.isSingleByte()) {
            for (int value = 0; value < 256; value++) {
                utf8[value] = utf8Of((byte) value, charset);
            }
        }
    }

    /** Whether texts beyond ASCII have to be converted. */
    boolean converts() {
        return charset.isSingleByte();
    }

    /** The position of the first byte that is not valid, or -1. */
    int invalidAt(byte[] bytes, int from, int to) {
        return charset.isSingleByte() ? undefinedAt(bytes, from, to) : Utf8.invalidAt(bytes, from, to);
    }

    /** Writes valid text as UTF-8; returns how many bytes that is. */
    int convert(byte[] bytes, int from, int to, byte[] into, int intoFrom) {
        int written = intoFrom;
        for (int at = from; at < to; at++) {
            for (byte each : utf8[bytes[at] & 0xFF]) {
                into[written++] = each;
            }
        }
        return written - intoFrom;
    }

    /** Text that may hold invalid bytes, which stand as {@code \xE9}. */
    String lenient(byte[] bytes, int from, int to) {
        if (invalidAt(bytes, from, to) == NONE) {
            return new String(bytes, from, to - from, parsed);
        }
        StringBuilder text = new StringBuilder(to - from);
        int at = from;
        while (at < to) {
            int invalid = invalidAt(bytes, at, to);
            int validEnd = invalid == NONE ? to : invalid;
            text.append(new String(bytes, at, validEnd - at, parsed));
            if (invalid != NONE) {
                text.append("\\x").append(HexFormat.of().withUpperCase().toHexDigits(bytes[invalid]));
                validEnd++;
            }
            at = validEnd;
        }
        return text.toString();
    }

    private int undefinedAt(byte[] bytes, int from, int to) {
        for (int at = from; at < to; at++) {
            if (utf8[bytes[at] & 0xFF].length == 0) {
                return at;
            }
        }
        return NONE;
    }

    /** Nothing where the charset does not define the byte. */
    private static byte[] utf8Of(byte value, CsvCharset charset) {
        try {
            return charset.parsed().newDecoder().decode(ByteBuffer.wrap(new byte[] {value})).toString()
                    .getBytes(StandardCharsets.UTF_8);
        } catch (CharacterCodingException e) {
            return new byte[0];
        }
    }
}

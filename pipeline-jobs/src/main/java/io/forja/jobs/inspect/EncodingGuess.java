package io.forja.jobs.inspect;

import io.forja.core.inspect.Guess;
import io.forja.jobs.csv.CsvCharset;
import io.forja.jobs.csv.Utf8;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The encoding of a file by its bytes: a byte order mark, the pattern of UTF-16, what is valid in UTF-8, and the signs
 * that only windows-1252 has.
 *
 * @param warnings what no encoding explains
 */
record EncodingGuess(CsvCharset charset, String evidence, List<String> warnings) {

    private static final String PLAIN = "only ASCII";
    private static final int LOOKED_AT = 64 << 10;
    /** More of these among the first bytes are no accident of a text. */
    private static final double FEW = 0.02;
    /** What windows-1252 leaves undefined. */
    private static final String UNDEFINED = "\u0081\u008d\u008f\u0090\u009d";

    EncodingGuess {
        warnings = List.copyOf(warnings);
    }

    /** Whether the text is the same in every encoding that ASCII is part of. */
    boolean isPlain() {
        return evidence.equals(PLAIN);
    }

    Guess<String> told() {
        return new Guess<>(charset.label(), evidence);
    }

    static EncodingGuess of(Excerpt excerpt) {
        byte[] bytes = excerpt.bytes();
        String mark = new String(bytes, 0, Math.min(bytes.length, 4), StandardCharsets.ISO_8859_1);
        if (mark.startsWith("\u00ff\u00fe\0\0") || mark.startsWith("\0\0\u00fe\u00ff")) {
            throw Excerpt.invalid(excerpt.file().name(), "the file is in UTF-32, which cannot be read",
                    "convert it to UTF-8");
        }
        if (mark.startsWith("\u00ef\u00bb\u00bf")) {
            return utf8(excerpt, "a byte order mark, which is passed over");
        }
        if (mark.startsWith("\u00ff\u00fe") || mark.startsWith("\u00fe\u00ff")) {
            return new EncodingGuess(CsvCharset.UTF_16, "a byte order mark", List.of());
        }
        return withoutMark(excerpt);
    }

    private static EncodingGuess withoutMark(Excerpt excerpt) {
        byte[] bytes = excerpt.bytes();
        int seen = Math.min(bytes.length, LOOKED_AT);
        int evenZeros = zeros(bytes, 0, seen);
        int oddZeros = zeros(bytes, 1, seen);
        if (evenZeros + oddZeros > seen * FEW || controls(bytes, seen) > seen * FEW) {
            boolean wide = Math.max(evenZeros, oddZeros) > seen * 0.3 && Math.min(evenZeros, oddZeros) < seen * FEW;
            if (!wide) {
                throw Excerpt.invalid(excerpt.file().name(), "the file is binary, no text",
                        "name a CSV file; a compressed one needs an ending such as .gz");
            }
            return oddZeros > evenZeros
                    ? new EncodingGuess(CsvCharset.UTF_16LE, "every second byte is zero, and no byte order mark", List.of())
                    : new EncodingGuess(CsvCharset.UTF_16BE, "every other byte is zero, and no byte order mark", List.of());
        }
        return utf8(excerpt, "");
    }

    private static int zeros(byte[] bytes, int from, int to) {
        int zeros = 0;
        for (int at = from; at < to; at += 2) {
            zeros += bytes[at] == 0 ? 1 : 0;
        }
        return zeros;
    }

    /** Bytes that stand in no text: neither blanks nor the separators that some programs write. */
    private static int controls(byte[] bytes, int to) {
        int controls = 0;
        for (int at = 0; at < to; at++) {
            controls += bytes[at] >= 0 && bytes[at] < 8 && bytes[at] != 1 || bytes[at] > 13 && bytes[at] < 26 ? 1 : 0;
        }
        return controls;
    }

    /** UTF-8 where nearly all of what is beyond ASCII is valid in it, else one of the encodings of one byte. */
    private static EncodingGuess utf8(Excerpt excerpt, String mark) {
        byte[] bytes = excerpt.bytes();
        long valid = 0;
        List<Integer> invalid = new ArrayList<>();
        long invalidCount = 0;
        int at = 0;
        while (at < bytes.length) {
            int length = bytes[at] >= 0 ? 1 : Utf8.lengthOf(bytes, at, bytes.length);
            if (length == 0 && bytes.length - at < 4 && !excerpt.complete()) {
                // What was read ends within a character.
                break;
            }
            if (length > 1) {
                valid++;
            } else if (length == 0) {
                invalidCount++;
                if (invalid.size() < 3) {
                    invalid.add(at);
                }
            }
            at += Math.max(length, 1);
        }
        String from = mark.isEmpty() ? "" : mark + "; ";
        if (invalidCount == 0) {
            String seen = valid == 0 ? PLAIN : Text.count(valid, "character") + " beyond ASCII, all of them valid";
            return new EncodingGuess(CsvCharset.UTF_8, from + seen, List.of());
        }
        if (valid > 20 * invalidCount || !mark.isEmpty()) {
            String lines = String.join(", ", invalid.stream().map(each -> String.valueOf(line(bytes, each))).toList());
            return new EncodingGuess(CsvCharset.UTF_8, from + Text.count(valid, "character")
                    + " beyond ASCII are valid", List.of(Text.count(invalidCount, "byte")
                    + " are not valid in UTF-8, first in line " + lines + ": these rows will be rejected"));
        }
        return singleByte(bytes);
    }

    private static EncodingGuess singleByte(byte[] bytes) {
        long beyond = 0;
        long windows = 0;
        long undefined = 0;
        int example = -1;
        for (int at = 0; at < bytes.length; at++) {
            if (bytes[at] < 0) {
                beyond++;
                example = example < 0 ? at : example;
                int value = bytes[at] & 0xFF;
                windows += value < 0xA0 ? 1 : 0;
                undefined += UNDEFINED.indexOf(value) >= 0 ? 1 : 0;
            }
        }
        String seen = Text.count(beyond, "byte") + " beyond ASCII that are no UTF-8";
        if (undefined > 0) {
            return new EncodingGuess(CsvCharset.ISO_8859_1, seen + ", some of which windows-1252 does not define",
                    List.of(Text.count(undefined, "byte") + " are control characters in ISO-8859-1: look whether the"
                            + " texts with accents are right"));
        }
        String word = word(bytes, example);
        return new EncodingGuess(CsvCharset.WINDOWS_1252, seen + ", such as in " + Text.quoted(word) + "; "
                + (windows > 0 ? Text.count(windows, "sign") + " of them ISO-8859-1 does not have"
                        : "ISO-8859-1 reads them the same"), List.of());
    }

    /** The word around a byte, for a person to see whether its accents are right. */
    private static String word(byte[] bytes, int at) {
        int start = at;
        int end = at;
        while (start > 0 && at - start < 20 && isLetter(bytes[start - 1])) {
            start--;
        }
        while (end < bytes.length && end - at < 20 && isLetter(bytes[end])) {
            end++;
        }
        return new String(bytes, start, Math.max(end - start, 1), Charset.forName("windows-1252"));
    }

    private static boolean isLetter(byte b) {
        return b < 0 || Character.isLetter(b);
    }

    private static long line(byte[] bytes, int at) {
        long line = 1;
        for (int i = 0; i < at; i++) {
            line += bytes[i] == '\n' ? 1 : 0;
        }
        return line;
    }
}

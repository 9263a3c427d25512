package io.forja.jobs.inspect;

import io.forja.core.inspect.Guess;
import io.forja.jobs.csv.CsvCharset;
import io.forja.jobs.inspect.BeyondAscii.Spots;
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
    private static final double BY_ACCIDENT = 0.1;
    private static final String REJECTED = ": such rows are rejected by the ingest";

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

    /** UTF-8 where it explains most of what is beyond ASCII, else one of the encodings of one byte. */
    private static EncodingGuess utf8(Excerpt excerpt, String mark) {
        BeyondAscii seen = BeyondAscii.of(excerpt);
        long valid = seen.inUtf8().count();
        String from = mark.isEmpty() ? "" : mark + "; ";
        if (seen.notInUtf8().isEmpty()) {
            return new EncodingGuess(CsvCharset.UTF_8, from + (valid == 0 ? PLAIN
                    : Text.count(valid, "character") + " beyond ASCII, all of them valid"), List.of());
        }
        if (valid > seen.notInUtf8().count() || !mark.isEmpty()) {
            return new EncodingGuess(CsvCharset.UTF_8, from + Text.count(valid, "character") + " beyond ASCII "
                    + (valid == 1 ? "is" : "are") + " valid, " + Text.count(seen.notInUtf8().count(), "byte")
                    + (seen.notInUtf8().count() == 1 ? " is" : " are") + " not",
                    List.of(seen.notInUtf8().told("byte", "is not valid in UTF-8", "are not valid in UTF-8") + REJECTED));
        }
        return singleByte(excerpt.bytes(), seen);
    }

    /** What is no UTF-8: windows-1252, unless most of what it has and ISO-8859-1 has not is undefined in it. */
    private static EncodingGuess singleByte(byte[] bytes, BeyondAscii seen) {
        List<String> warnings = new ArrayList<>();
        // A capital with an accent before a printed quote is two signs of windows-1252, and one of UTF-8 by accident.
        if (seen.inUtf8().count() > seen.notInUtf8().count() * BY_ACCIDENT) {
            warnings.add(seen.inUtf8().told("character", "is valid in UTF-8", "are valid in UTF-8")
                    + ": look whether the file mixes two encodings");
        }
        String evidence = Text.count(seen.notInUtf8().count(), "byte") + " beyond ASCII that are no UTF-8";
        Spots undefined = seen.notInWindows();
        if (undefined.count() > seen.windowsSigns()) {
            warnings.add(seen.controls().told("byte", "is a control character in ISO-8859-1",
                    "are control characters in ISO-8859-1") + ": look whether the texts with accents are right");
            return new EncodingGuess(CsvCharset.ISO_8859_1, evidence + ", and " + Text.count(undefined.count(), "byte")
                    + " that windows-1252 does not define", warnings);
        }
        if (!undefined.isEmpty()) {
            warnings.add(undefined.told("byte", "is not defined in windows-1252", "are not defined in windows-1252")
                    + REJECTED);
        }
        return new EncodingGuess(CsvCharset.WINDOWS_1252, evidence + ", such as in "
                + Text.quoted(word(bytes, seen.notInUtf8().first())) + "; " + (seen.windowsSigns() > 0
                        ? Text.count(seen.windowsSigns(), "sign") + " of them ISO-8859-1 does not have"
                        : "ISO-8859-1 reads them the same"), warnings);
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
}

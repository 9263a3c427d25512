package io.forja.jobs.inspect;

import io.forja.jobs.csv.Utf8;
import java.util.ArrayList;
import java.util.List;

/** What the bytes beyond ASCII are in each of the encodings that they may be in, counted once. */
final class BeyondAscii {

    /** What windows-1252 leaves undefined. */
    private static final String UNDEFINED = "\u0081\u008d\u008f\u0090\u009d";
    private static final int FIRST_LETTER = 0xA0;
    private static final int LONGEST_CHARACTER = 4;

    /** Bytes that an encoding does, or does not, explain, and where the first of them stand. */
    static final class Spots {
        private static final int SHOWN = 3;

        private final List<Long> lines = new ArrayList<>();
        private long count;
        private int first = -1;

        private void add(int at, long line) {
            first = count == 0 ? at : first;
            count++;
            if (lines.size() < SHOWN && !lines.contains(line)) {
                lines.add(line);
            }
        }

        long count() {
            return count;
        }

        boolean isEmpty() {
            return count == 0;
        }

        /** The position of the first one. */
        int first() {
            return first;
        }

        /** How many there are of a thing, and what is said of them, with the lines of the first ones. */
        String told(String thing, String one, String more) {
            return Text.count(count, thing) + " " + (count == 1 ? one : more) + ", first in line "
                    + String.join(", ", lines.stream().map(String::valueOf).toList());
        }
    }

    private final Spots inUtf8 = new Spots();
    private final Spots notInUtf8 = new Spots();
    private final Spots notInWindows = new Spots();
    private final Spots controls = new Spots();

    private BeyondAscii() {}

    static BeyondAscii of(Excerpt excerpt) {
        byte[] bytes = excerpt.bytes();
        BeyondAscii seen = new BeyondAscii();
        long line = 1;
        for (int at = 0, next = 0; at < bytes.length; at++) {
            byte each = bytes[at];
            if (each == '\n' || each == '\r' && (at + 1 == bytes.length || bytes[at + 1] != '\n')) {
                line++;
            }
            if (each < 0) {
                seen.addSingle(at, each & 0xFF, line);
            }
            if (each < 0 && at >= next) {
                int length = Utf8.lengthOf(bytes, at, bytes.length);
                // What was read may end within a character.
                boolean cut = length == 0 && !excerpt.complete() && bytes.length - at < LONGEST_CHARACTER;
                if (length > 0) {
                    seen.inUtf8.add(at, line);
                } else if (!cut) {
                    seen.notInUtf8.add(at, line);
                }
                next = at + Math.max(length, 1);
            }
        }
        return seen;
    }

    private void addSingle(int at, int value, long line) {
        if (value < FIRST_LETTER) {
            controls.add(at, line);
        }
        if (UNDEFINED.indexOf(value) >= 0) {
            notInWindows.add(at, line);
        }
    }

    /** The characters that are valid in UTF-8. */
    Spots inUtf8() {
        return inUtf8;
    }

    /** The bytes that are part of no character of UTF-8. */
    Spots notInUtf8() {
        return notInUtf8;
    }

    /** The bytes that windows-1252 does not define. */
    Spots notInWindows() {
        return notInWindows;
    }

    /** The bytes that are control characters in ISO-8859-1. */
    Spots controls() {
        return controls;
    }

    /** How many of the control characters are signs in windows-1252, such as the euro and printed quotes. */
    long windowsSigns() {
        return controls.count() - notInWindows.count();
    }
}

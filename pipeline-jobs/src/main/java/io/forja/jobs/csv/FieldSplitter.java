package io.forja.jobs.csv;

import java.util.Arrays;

/** Splits a record into its fields. Not thread-safe: it remembers the fields of the record it split last. */
final class FieldSplitter {
    private static final byte BARE = 0;
    private static final byte QUOTED = 1;
    private static final byte ESCAPED = 2;
    private static final byte BROKEN = 3;

    /** What is wrong with the quotes of a field. */
    enum Fault {
        NONE,
        TEXT_AFTER_QUOTE,
        UNCLOSED_QUOTE
    }

    private final Dialect dialect;
    private final QuotedText quotedText;
    private final long delimiterPattern;
    private final int width;
    private final int[] starts;
    private final int[] ends;
    private final byte[] kinds;
    private int count;
    private Fault fault = Fault.NONE;
    private int faultyField;

    /** @param width how many fields to remember; a record may have more, which are counted */
    FieldSplitter(Dialect dialect, int width) {
        this.dialect = dialect;
        this.width = width;
        quotedText = new QuotedText(dialect);
        delimiterPattern = Bytes.pattern(dialect.delimiter()[0]);
        // one more slot takes every field beyond the width, which spares the hot loop a branch
        starts = new int[width + 1];
        ends = new int[width + 1];
        kinds = new byte[width + 1];
    }

    /**
     * Splits the record and returns how many fields it has.
     *
     * @param quoted whether the record may have quoted fields
     */
    int split(byte[] bytes, int from, int to, boolean quoted) {
        count = 0;
        fault = Fault.NONE;
        if (quoted) {
            splitQuoted(bytes, from, to);
        } else if (dialect.delimiter().length == 1) {
            splitBare(bytes, from, to);
        } else {
            splitBareByLongDelimiter(bytes, from, to);
        }
        return count;
    }

    int count() {
        return count;
    }

    /** How many of the fields can be asked for. */
    int remembered() {
        return Math.min(count, width);
    }

    /** Where the text of a field starts, within its quotes if it has them. */
    int start(int field) {
        return starts[field];
    }

    int end(int field) {
        return ends[field];
    }

    boolean isBare(int field) {
        return kinds[field] == BARE;
    }

    /** Whether the text holds pairs that stand for one character. */
    boolean isEscaped(int field) {
        return kinds[field] == ESCAPED;
    }

    /** Whether the quotes of a field leave open what its text is. */
    boolean isBroken(int field) {
        return kinds[field] == BROKEN;
    }

    /** The first fault of the record. */
    Fault fault() {
        return fault;
    }

    /** The field of the first fault, from 0. */
    int faultyField() {
        return faultyField;
    }

    /** Writes the text of a field, pairs resolved, in the file's own charset; returns how many bytes that is. */
    int copyText(byte[] bytes, int field, byte[] into, int intoFrom) {
        if (isEscaped(field)) {
            return quotedText.unescape(bytes, starts[field], ends[field], into, intoFrom);
        }
        System.arraycopy(bytes, starts[field], into, intoFrom, ends[field] - starts[field]);
        return ends[field] - starts[field];
    }

    private void splitBare(byte[] bytes, int from, int to) {
        Arrays.fill(kinds, BARE);
        int fieldStart = from;
        for (int at = from; at < to; at += 8) {
            long found = Bytes.matches(Bytes.word(bytes, at), delimiterPattern);
            while (found != 0) {
                int hit = at + Bytes.first(found);
                if (hit >= to) {
                    break;
                }
                add(fieldStart, hit);
                fieldStart = hit + 1;
                found &= found - 1;
            }
        }
        add(fieldStart, to);
    }

    private void splitBareByLongDelimiter(byte[] bytes, int from, int to) {
        int fieldStart = from;
        while (true) {
            int fieldEnd = delimiterFrom(bytes, fieldStart, to);
            add(fieldStart, fieldEnd, BARE);
            if (fieldEnd == to) {
                return;
            }
            fieldStart = fieldEnd + dialect.delimiter().length;
        }
    }

    private void splitQuoted(byte[] bytes, int from, int to) {
        int at = from;
        while (true) {
            int fieldEnd;
            if (at < to && bytes[at] == dialect.quote()) {
                fieldEnd = addQuoted(bytes, at + 1, to);
            } else {
                fieldEnd = delimiterFrom(bytes, at, to);
                add(at, fieldEnd, BARE);
            }
            if (fieldEnd == to) {
                return;
            }
            at = fieldEnd + dialect.delimiter().length;
        }
    }

    /** Adds the field whose text starts at {@code from}; returns where the field ends. */
    private int addQuoted(byte[] bytes, int from, int to) {
        int close = quotedText.close(bytes, from, to, true);
        if (close < 0) {
            addBroken(from, to, Fault.UNCLOSED_QUOTE);
            return to;
        }
        int behind = close + 1;
        if (behind == to || dialect.delimiterBytesAt(bytes, behind, to) == dialect.delimiter().length) {
            add(from, close, quotedText.escaped() ? ESCAPED : QUOTED);
            return behind;
        }
        int fieldEnd = delimiterFrom(bytes, behind, to);
        addBroken(from, fieldEnd, Fault.TEXT_AFTER_QUOTE);
        return fieldEnd;
    }

    private int delimiterFrom(byte[] bytes, int from, int to) {
        int at = from;
        while (true) {
            at = Bytes.indexOf(bytes, at, to, delimiterPattern, delimiterPattern);
            if (at == to || dialect.delimiterBytesAt(bytes, at, to) == dialect.delimiter().length) {
                return at;
            }
            at++;
        }
    }

    private void addBroken(int start, int end, Fault what) {
        if (fault == Fault.NONE) {
            fault = what;
            faultyField = count;
        }
        add(start, end, BROKEN);
    }

    private void add(int start, int end, byte kind) {
        kinds[Math.min(count, width)] = kind;
        add(start, end);
    }

    private void add(int start, int end) {
        int slot = Math.min(count, width);
        starts[slot] = start;
        ends[slot] = end;
        count++;
    }
}

package io.forja.jobs.csv;

/** Quoted text: where it ends, and what it says. Not thread-safe: it remembers what it found last. */
final class QuotedText {
    private final int quote;
    private final int escape;
    private final long quotePattern;
    private final long escapePattern;
    private boolean escaped;

    QuotedText(Dialect dialect) {
        quote = dialect.quote();
        escape = dialect.escape();
        quotePattern = Bytes.pattern(quote);
        escapePattern = escape == Dialect.NONE ? quotePattern : Bytes.pattern(escape);
    }

    /**
     * The position of the closing quote, or -1 where it is not within the limit.
     *
     * @param from where the text starts, behind the opening quote
     * @param last whether nothing follows behind the limit; otherwise a quote just before it may be half of two
     */
    int close(byte[] bytes, int from, int limit, boolean last) {
        escaped = false;
        int at = from;
        while (true) {
            at = Bytes.indexOf(bytes, at, limit, quotePattern, escapePattern);
            if (at >= limit || at + 1 == limit && !(last && bytes[at] == quote)) {
                return -1;
            }
            boolean pair = at + 1 < limit && isPair(bytes[at], bytes[at + 1]);
            if (!pair && bytes[at] == quote) {
                return at;
            }
            escaped |= pair;
            at += pair ? 2 : 1;
        }
    }

    /** Whether the text that was closed last holds pairs that stand for one character. */
    boolean escaped() {
        return escaped;
    }

    /** Writes the text with each pair as the character it stands for; returns how many bytes that is. */
    int unescape(byte[] bytes, int from, int to, byte[] into, int intoFrom) {
        int written = intoFrom;
        for (int at = from; at < to; at++) {
            if (at + 1 < to && isPair(bytes[at], bytes[at + 1])) {
                at++;
            }
            into[written++] = bytes[at];
        }
        return written - intoFrom;
    }

    private boolean isPair(byte one, byte other) {
        return escape == Dialect.NONE
                ? one == quote && other == quote
                : one == escape && (other == quote || other == escape);
    }
}

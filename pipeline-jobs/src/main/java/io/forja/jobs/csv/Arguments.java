package io.forja.jobs.csv;

/** What records do with the values that they are given. */
final class Arguments {
    private Arguments() {}

    /** @throws IllegalArgumentException with that message where the condition does not hold */
    static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    /** A text in quotes, its control characters made visible. */
    static String shown(String text) {
        return "\"" + text.replace("\n", "\\n").replace("\r", "\\r").replace("\0", "\\0").replace("\t", "\\t") + "\"";
    }
}

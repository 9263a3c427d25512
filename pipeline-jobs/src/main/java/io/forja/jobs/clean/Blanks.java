package io.forja.jobs.clean;

/** Signs that nobody sees, a no-break space being one. */
public final class Blanks {

    private Blanks() {}

    /** The text without blanks at its ends. */
    public static String strip(String text) {
        int start = 0;
        int end = text.length();
        while (start < end && isBlank(text.charAt(start))) {
            start++;
        }
        while (end > start && isBlank(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(start, end);
    }

    private static boolean isBlank(char c) {
        return c <= ' ' || Character.isWhitespace(c) || Character.isSpaceChar(c);
    }
}

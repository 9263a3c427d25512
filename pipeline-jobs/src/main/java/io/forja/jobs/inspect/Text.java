package io.forja.jobs.inspect;

/** How texts of files and counts are written for people. */
final class Text {

    private static final int LONGEST = 40;

    private Text() {}

    /** In quotes and in one line, cut where it is long. */
    static String quoted(String text) {
        String shown = text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text;
        return "\"" + visible(shown) + "\"";
    }

    /** Without signs that would break a line or a terminal. */
    static String visible(String text) {
        StringBuilder visible = new StringBuilder();
        text.chars().forEach(c -> {
            switch (c) {
                case '\t' -> visible.append("\\t");
                case '\n' -> visible.append("\\n");
                case '\r' -> visible.append("\\r");
                default -> {
                    if (Character.isISOControl(c) || Character.isSurrogate((char) c) || c == '\ufeff' || c >= 0x2028 && c <= 0x2029) {
                        visible.append(String.format("\\u%04x", c));
                    } else {
                        visible.append((char) c);
                    }
                }
            }
        });
        return visible.toString();
    }

    static String count(long count, String thing) {
        return count + " " + thing + (count == 1 ? "" : "s");
    }
}
